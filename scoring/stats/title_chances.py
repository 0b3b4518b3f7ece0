"""The probabilities of the players to be first at the end of a season that has not ended.

The remaining games are simulated many times, by the ratings.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from random import Random

from scoring.models import Group
from scoring.rules import Team
from scoring.stats.estimates import MIN_GAMES
from scoring.stats.group_ratings import group_ratings
from scoring.stats.history import HistoryVersion
from scoring.stats.played_game import PlayedGame
from scoring.stats.ratings.skill_rating import SkillRatings
from scoring.stats.seasons import SeasonTable

# The number of times that the rest of a season is simulated. With a probability of 95 %, a
# chance is then within 3 percentage points.
SEASONS = 1_000
# With more remaining games, the pace of a few evenings is too uncertain.
MAX_GAMES_LEFT = 500
# A fixed seed, so that all processes compute the same chances.
_SEED = 1
# The winners and the losers of a game; both are empty if nobody wins.
_Outcome = tuple[tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class TitleChances:
    """The share of the simulated seasons in which each player of the table is first.

    If n players share the first place, each gets one nth. `nobody` is the share in which nobody
    is first, because nobody has won more games than lost. All shares add up to 1.
    """

    by_player: Mapping[int, Fraction]
    nobody: Fraction


def get_title_chances(
    group: Group,
    games: Sequence[PlayedGame],
    table: SeasonTable,
    left: int | None,
    *,
    version: HistoryVersion,
) -> TitleChances | None:
    """Return the chances in a season with these games, this table, and `left` remaining games.
    None if there is too little data. The ratings are those at this version of the history."""
    if left is None or left > MAX_GAMES_LEFT or table.games < MIN_GAMES:
        return None
    return title_chances(games, table, group_ratings(group, version=version).skill, left)


def title_chances(
    games: Sequence[PlayedGame], table: SeasonTable, skill: SkillRatings, left: int
) -> TitleChances:
    """Simulate `left` more games, SEASONS times.

    Each game is drawn at random from the games of the season that are over, and played again by
    the same four players. The ratings determine how likely each team wins it. The margin is
    that of one of the games, drawn at random. If the drawn game had no winner, nobody wins the
    simulated one.
    """
    over = [game for game in games if game.over]
    outcomes = _outcomes(over, skill) or {((), ()): 1.0}
    drawn, weights = list(outcomes), list(accumulate(outcomes.values()))
    margins = [_margin(game) for game in over if game.winner] or [0]
    standing = {each.stats.player: (each.ahead, each.points_ahead) for each in table.places}
    chance = Random(_SEED)  # noqa: S311 (no secret)
    first: dict[int, Fraction] = dict.fromkeys(standing, Fraction(0))
    for _ in range(SEASONS):
        played = chance.choices(drawn, cum_weights=weights, k=left)
        points = chance.choices(margins, k=left)
        winners = _first(_after(standing, played, points))
        for player in winners:
            first[player] += Fraction(1, len(winners) * SEASONS)
    return TitleChances(first, 1 - sum(first.values(), Fraction(0)))


def _outcomes(over: Sequence[PlayedGame], skill: SkillRatings) -> dict[_Outcome, float]:
    """Return the possible outcomes of a game, each with its weight."""
    found: dict[_Outcome, float] = defaultdict(float)
    lineups = Counter((game.team(Team.A), game.team(Team.B)) for game in over if game.winner)
    for (team, other), times in lineups.items():
        probability = skill.win_probability(team, other)
        found[team, other] += times * probability
        found[other, team] += times * (1 - probability)
    undecided = sum(1 for game in over if not game.winner)
    if undecided:
        found[(), ()] += undecided
    return found


def _margin(game: PlayedGame) -> int:
    return abs(game.standing.totals.a - game.standing.totals.b)


def _after(
    standing: Mapping[int, tuple[int, int]],
    played: Sequence[_Outcome],
    points: Sequence[int],
) -> dict[int, tuple[int, int]]:
    """Return, for each player after these games, the games won minus games lost, and the points
    ahead."""
    margins: dict[_Outcome, int] = defaultdict(int)
    for outcome, margin in zip(played, points, strict=True):
        margins[outcome] += margin
    after = dict(standing)
    for outcome, times in Counter(played).items():
        for side, sign in zip(outcome, (1, -1), strict=True):
            for player in side:
                ahead, ahead_in_points = after[player]
                gained = sign * margins[outcome]
                after[player] = (ahead + sign * times, ahead_in_points + gained)
    return after


def _first(standing: Mapping[int, tuple[int, int]]) -> list[int]:
    """Return the players who are first; empty if nobody has won more games than lost."""
    best = max(standing.values(), default=(0, 0))
    return [player for player, each in standing.items() if each == best and best[0] > 0]
