"""The summary of an evening: winner, boldest call, turning point, luck and skill."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from scoring.models import Group
from scoring.rules import CallLevel, Team
from scoring.stats.estimates import MIN_GAMES
from scoring.stats.evenings import Evening
from scoring.stats.group_ratings import GroupRatings, group_ratings
from scoring.stats.group_stats import get_model_for_format, has_win_probabilities
from scoring.stats.history import HistoryVersion
from scoring.stats.played_game import GameFormat, PlayedGame
from scoring.stats.player_round import player_rounds
from scoring.stats.players import PlayerStats
from scoring.stats.ratings.skill_rating import SkillRatings
from scoring.stats.win_probability.model import WinProbabilityModel

# A Tichu is bold if the team was at least this many points behind. A made call of any other
# level is always bold.
BOLD_BEHIND = 200
# A round that changes the win probability by less is not a turning point.
MIN_TURN = 0.2

Models = Mapping[GameFormat, WinProbabilityModel]


@dataclass(frozen=True, slots=True)
class BoldestCall:
    """The boldest call that was made, and the number of its round, from 1.

    `behind` is the number of points by which the team of the caller was behind before the
    round: below 0 if it was ahead, None if partners change or points were adjusted.
    """

    game: int
    round_number: int
    player: int
    level: CallLevel
    behind: int | None


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """The round, counted from 1, after which the winners of a game were likely to win it, and
    their win probability before and after it, from 0 to 1."""

    game: int
    round_number: int
    winners: tuple[int, int]
    before: float
    after: float

    @property
    def rise(self) -> float:
        return self.after - self.before


@dataclass(frozen=True, slots=True)
class EveningSummary:
    """The summary of an evening.

    `winners` have the highest number of games won minus games lost, and among equal players the
    most points ahead. It is empty if nobody won more games than they lost. `as_likely` is the
    probability, from 0 to 1, that players of their strength win at least as many of these
    games; None if the strength of a player is not known well enough. `complete` is false while
    win probabilities are being computed.
    """

    winners: tuple[PlayerStats, ...]
    boldest_call: BoldestCall | None
    turning_point: TurningPoint | None
    as_likely: float | None
    complete: bool = True


def get_evening_summary(
    group: Group, evening: Evening, version: HistoryVersion
) -> EveningSummary:
    """Return the summary of an evening of this group, whose history has this version."""
    formats = {game.format for game in evening.games if has_win_probabilities(game.format)}
    models = {each: get_model_for_format(each, group) for each in formats}
    solved = {each: model for each, model in models.items() if model}
    return summarize_evening(
        evening,
        solved,
        group_ratings(group, version=version),
        complete=len(solved) == len(formats),
    )


def summarize_evening(
    evening: Evening, models: Models, ratings: GroupRatings, *, complete: bool = True
) -> EveningSummary:
    """Return the summary of an evening. `models` are those of the formats that have one.
    `ratings` are of all games of the group, of which those before the evening are used."""
    winners = _winners(evening.players)
    return EveningSummary(
        winners,
        max(_bold_calls(evening.games), key=_boldness, default=None),
        max(
            _turning_points(evening.games, models),
            key=lambda turn: turn.rise,
            default=None,
        ),
        _as_likely(winners[0].player, evening, ratings) if winners else None,
        complete,
    )


def _winners(players: Sequence[PlayerStats]) -> tuple[PlayerStats, ...]:
    best = max((each.success for each in players), default=(0, 0))
    if best[0] <= 0:
        return ()
    winners = (each for each in players if each.success == best)
    return tuple(sorted(winners, key=lambda each: each.player))


def _bold_calls(games: Sequence[PlayedGame]) -> Iterator[BoldestCall]:
    for game in games:
        for number, (code, behind) in enumerate(
            zip(game.round_codes, _behind(game), strict=True), 1
        ):
            for seat, played in enumerate(player_rounds(code)):
                if played.made and played.call:
                    mine = behind if seat % 2 == 0 or behind is None else -behind
                    if played.call is not CallLevel.TICHU or (mine or 0) >= BOLD_BEHIND:
                        player = game.players_in(number)[seat]
                        yield BoldestCall(game.pk, number, player, played.call, mine)


def _behind(game: PlayedGame) -> Sequence[int | None]:
    """Return the points by which team A was behind before each round, below 0 if it was ahead;
    None if partners change or points were adjusted."""
    if game.format.changing_partners or game.adjusted:
        return [None] * len(game.a)
    return game.deficits(Team.A)[:-1]


def _boldness(call: BoldestCall) -> tuple[bool, int]:
    """Return the sort key of a call: a Tichu is less bold than any other call; of two calls of
    equal rank, the one from farther behind is bolder."""
    return call.level is not CallLevel.TICHU, call.behind or 0


def _turning_points(games: Sequence[PlayedGame], models: Models) -> Iterator[TurningPoint]:
    """Yield the rounds after which the later winners became the favourites.

    The round that ends a game is excluded, as it always decides it.
    """
    for game in games:
        model = models.get(game.format)
        if not (model and game.winner and game.played_out and game.a) or game.adjusted:
            continue
        after = [0.5, *model.probabilities_after_rounds(game.a, game.b)]
        own = after if game.winner is Team.A else [1 - each for each in after]
        for number, (before, now) in enumerate(pairwise(own), 1):
            if before < 0.5 < now and now - before >= MIN_TURN:
                yield TurningPoint(game.pk, number, game.team(game.winner, number), before, now)


def _as_likely(player: int, evening: Evening, ratings: GroupRatings) -> float | None:
    """Return the probability of winning at least as many of the games that this player
    finished, by the ratings before the evening."""
    finished = [game for game in evening.games if game.over and player in game.players]
    skill = ratings.skill_before(evening.day)
    known = all(_is_known(skill, each) for game in finished for each in game.players)
    if not known or not all(game.winner for game in finished):
        return None
    wins = sum(player in game.winners for game in finished)
    # The probability of each number of wins, updated game by game.
    numbers = [1.0]
    for game in finished:
        mine = Team.A if player in game.team(Team.A) else Team.B
        chance = skill.win_probability(game.team(mine), game.team(mine.opponents))
        numbers = [
            lost * (1 - chance) + won * chance
            for lost, won in zip([*numbers, 0.0], [0.0, *numbers], strict=True)
        ]
    return sum(numbers[wins:])


def _is_known(skill: SkillRatings, player: int) -> bool:
    return len(skill.history.get(player, ())) >= MIN_GAMES
