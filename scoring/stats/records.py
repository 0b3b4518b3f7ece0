"""The records of a group, each with the game in which it was made."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from operator import sub

from scoring.rules import Team
from scoring.stats.played_game import GameFormat, PlayedGame
from scoring.stats.player_round import call_count
from scoring.stats.win_probability.model import WinProbabilityModel

# A game, and the win probabilities of team A.
_Timeline = tuple[PlayedGame, list[float]]


class RecordType(StrEnum):
    """The kinds of records."""

    HIGHEST_ROUND = "highest_round"
    MOST_CALLS = "most_calls"
    LONGEST_STREAK = "longest_streak"
    LONGEST_GAME = "longest_game"
    CLOSEST_FINISH = "closest_finish"
    BIGGEST_WIN = "biggest_win"
    FARTHEST_BEHIND = "farthest_behind"
    GREATEST_COMEBACK = "greatest_comeback"
    BIGGEST_SWING = "biggest_swing"


@dataclass(frozen=True, slots=True)
class Record:
    """A record: its value, its players, its game and its evening.

    `value` is in points, rounds, calls or games, depending on the type. For a comeback it is
    the lowest win probability of the winners. For a swing it is the rise of a team's win
    probability in one round. Both are from 0 to 1. `players` are the players who made the
    record: a team, one player for a streak, all four for a game or for the calls of a round.
    `round_number` counts from 1; it is None if the record was not made in one round. For a
    streak, `game` is its last one.
    """

    type: RecordType
    value: float
    players: tuple[int, ...]
    day: date
    game: int
    round_number: int | None = None


def find_records(
    games: Sequence[PlayedGame], model: WinProbabilityModel | None = None
) -> tuple[Record, ...]:
    """Return the records of these games; if several are equal, the first one. There is no
    record if its value is 0, or if there is nothing to compare it with: a single game is not
    the longest, and if all games are equally long, none is.

    Games are compared only if they have the most frequent format and were decided by their
    rounds. Rounds are compared with rounds of the same worths. Streaks include forfeited games.
    A game of which only the result is known counts for records that need only the result.
    `model` is for games of the most frequent format; without it, there are no comebacks and
    swings.
    """
    usual = most_played_format(games)
    alike = [game for game in games if game.played_out and game.format == usual]
    alike = [game for game in alike if not game.adjusted]
    decided = [game for game in alike if game.winner]
    followed = with_rounds(decided)
    found = [
        _highest_round(with_equal_worths(games)),
        _most_calls(with_rounds(games)),
        _longest_streak(games),
        _longest_game(with_rounds(alike)),
        _closest_finish(decided),
        _biggest_win(decided),
        _farthest_behind(followed),
        *(_by_win_probability(followed, model) if model and len(followed) > 1 else ()),
    ]
    return tuple(each for each in found if each and each.value > 0)


def most_played_format(games: Iterable[PlayedGame]) -> GameFormat | None:
    """Return the most frequent format; None if there is none. Games with changing partners are
    left out, as they are not races of two teams."""
    formats = Counter(game.format for game in games if not game.format.changing_partners)
    return formats.most_common(1)[0][0] if formats else None


def with_rounds(games: Iterable[PlayedGame]) -> list[PlayedGame]:
    """Return the games whose rounds are known."""
    return [game for game in games if game.standing.rounds_known]


def with_equal_worths(games: Iterable[PlayedGame]) -> list[PlayedGame]:
    """Return the games whose rounds are known and have the most frequent worths."""
    games = with_rounds(games)
    worths = Counter(game.format.worths for game in games).most_common(1)
    return [game for game in games if game.format.worths == worths[0][0]]


def _all_equal(values: Iterable[float]) -> bool:
    """Whether there are no two different values."""
    return len(set(values)) < 2


def _highest_round(games: Sequence[PlayedGame]) -> Record | None:
    if _all_equal(max(each) for game in games for each in zip(game.a, game.b, strict=True)):
        return None
    game = max(games, key=lambda game: max(*game.a, *game.b))
    points = max(*game.a, *game.b)
    both = list(zip(game.a, game.b, strict=True))
    round_number = next(number for number, each in enumerate(both, 1) if points in each)
    team = Team.A if game.a[round_number - 1] == points else Team.B
    players = game.team(team, round_number)
    return _record(RecordType.HIGHEST_ROUND, points, game, players, round_number)


def _most_calls(games: Sequence[PlayedGame]) -> Record | None:
    """Return the record of calls in one round, at least two, as a single call is no record."""
    if _all_equal(call_count(code) for game in games for code in game.round_codes):
        return None
    game = max(games, key=lambda game: max(map(call_count, game.round_codes)))
    calls = [call_count(code) for code in game.round_codes]
    if max(calls) < 2:
        return None
    round_number = calls.index(max(calls)) + 1
    players = game.players_in(round_number)
    return _record(RecordType.MOST_CALLS, max(calls), game, players, round_number)


def _longest_streak(games: Sequence[PlayedGame]) -> Record | None:
    """Return the record of games that one player won in a row, at least two, with any
    partners."""
    running: dict[int, int] = defaultdict(int)
    best: Record | None = None
    for game in games:
        if not game.over:
            continue
        winners = game.winners
        for player in game.players:
            running[player] = running[player] + 1 if player in winners else 0
            if running[player] > (best.value if best else 1):
                best = _record(RecordType.LONGEST_STREAK, running[player], game, (player,))
    return best


def _longest_game(games: Sequence[PlayedGame]) -> Record | None:
    if _all_equal(len(game.a) for game in games):
        return None
    game = max(games, key=lambda game: len(game.a))
    return _record(RecordType.LONGEST_GAME, len(game.a), game, game.players)


def _closest_finish(games: Sequence[PlayedGame]) -> Record | None:
    if _all_equal(game.standing.lead for game in games):
        return None
    game = min(games, key=lambda game: game.standing.lead)
    return _record(RecordType.CLOSEST_FINISH, game.standing.lead, game, game.winners)


def _biggest_win(games: Sequence[PlayedGame]) -> Record | None:
    if _all_equal(game.standing.lead for game in games):
        return None
    game = max(games, key=lambda game: game.standing.lead)
    return _record(RecordType.BIGGEST_WIN, game.standing.lead, game, game.winners)


def _farthest_behind(games: Sequence[PlayedGame]) -> Record | None:
    """Return the record of the most points by which the winners of a game were behind, and the
    round after which they were."""
    if _all_equal(max(_behind(game)) for game in games):
        return None
    game = max(games, key=lambda game: max(_behind(game)))
    behind = _behind(game)
    round_number = behind.index(max(behind)) + 1
    return _record(RecordType.FARTHEST_BEHIND, max(behind), game, game.winners, round_number)


def _behind(game: PlayedGame) -> list[int]:
    """Return the points by which the winners were behind after each round, below 0 if they were
    ahead."""
    return game.deficits(game.winner)[1:] if game.winner else []


def _by_win_probability(
    games: Sequence[PlayedGame], model: WinProbabilityModel
) -> tuple[Record | None, Record | None]:
    timelines = [(game, _probabilities(game, model)) for game in games]
    return _greatest_comeback(timelines), _biggest_swing(timelines)


def _probabilities(game: PlayedGame, model: WinProbabilityModel) -> list[float]:
    """Return the win probabilities of team A before the first round and after each round. The
    game must be won."""
    result = 1.0 if game.winner is Team.A else 0.0
    return [0.5, *model.probabilities_after_rounds(game.a, game.b), result]


def _greatest_comeback(timelines: Iterable[_Timeline]) -> Record | None:
    """Return the record of the lowest win probability from which a team won."""
    best: Record | None = None
    for game, after in timelines:
        extreme = min(after) if game.winner is Team.A else max(after)
        lowest = extreme if game.winner is Team.A else 1 - extreme
        if lowest < (best.value if best else 0.5):
            number = after.index(extreme)
            best = _record(RecordType.GREATEST_COMEBACK, lowest, game, game.winners, number)
    return best


def _biggest_swing(timelines: Iterable[_Timeline]) -> Record | None:
    """Return the record of the round that changed the win probability most. The last round of a
    game is excluded, because it decides the game."""
    best: Record | None = None
    for game, after in timelines:
        moves = list(map(sub, after[1:-1], after))
        most = max(moves, key=abs, default=0)
        if abs(most) > (best.value if best else 0):
            number = moves.index(most) + 1
            team = game.team(Team.A if most > 0 else Team.B, number)
            best = _record(RecordType.BIGGEST_SWING, abs(most), game, team, number)
    return best


def _record(
    record_type: RecordType,
    value: float,
    game: PlayedGame,
    players: tuple[int, ...],
    round_number: int | None = None,
) -> Record:
    return Record(record_type, value, players, game.day, game.pk, round_number)
