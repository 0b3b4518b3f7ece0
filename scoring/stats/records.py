"""What a group remembers: its records, each with the game that it was made in."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from itertools import accumulate
from operator import sub

from scoring.rules import Team
from scoring.stats.chances import Chances
from scoring.stats.history import PlayedGame
from scoring.stats.part import calls


class Feat(StrEnum):
    """What there is a record of."""

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
    """What was done, by whom, in which game and on which evening.

    `value` is in points, rounds, calls or games, as the feat says; for a comeback it is the
    lowest chance of who won, for a swing by how much the chance of a team rose in one round,
    both from 0 to 1. `players` are those whose record it is: a team, one player for a streak,
    all four for a game or a round of calls. `number` is the round on the sheet, from 1, where
    it was one round. `game` is, for a streak, the last one of it.
    """

    feat: Feat
    value: float
    players: tuple[int, ...]
    day: date
    game: int
    number: int | None = None


def records(games: Sequence[PlayedGame], chances: Chances | None = None) -> tuple[Record, ...]:
    """The records of these games, of equals the first; none where nothing was done. Games are
    compared with those to the same target, the one that is played most; rounds with all.
    `chances` are those of games to that target: without them, nobody's chances are told."""
    target = usual_target(games)
    alike = [game for game in games if game.over and game.target == target]
    decided = [game for game in alike if game.winner]
    found = [
        _highest_round(games),
        _most_calls(games),
        _longest_streak(games),
        _longest_game(alike),
        _closest_finish(decided),
        _biggest_win(decided),
        _farthest_behind(decided),
        *(_by_chances(decided, chances) if chances else ()),
    ]
    return tuple(each for each in found if each and each.value > 0)


def usual_target(games: Iterable[PlayedGame]) -> int | None:
    """The target that is played to most."""
    targets = Counter(game.target for game in games)
    return targets.most_common(1)[0][0] if targets else None


def _highest_round(games: Sequence[PlayedGame]) -> Record | None:
    if not games:
        return None
    game = max(games, key=lambda game: max(*game.a, *game.b))
    points = max(*game.a, *game.b)
    both = list(zip(game.a, game.b, strict=True))
    number = next(number for number, round_ in enumerate(both, 1) if points in round_)
    team = Team.A if game.a[number - 1] == points else Team.B
    return _record(Feat.HIGHEST_ROUND, points, game, game.team(team), number)


def _most_calls(games: Sequence[PlayedGame]) -> Record | None:
    if not games:
        return None
    game = max(games, key=lambda game: max(map(calls, game.patterns)))
    made = [calls(pattern) for pattern in game.patterns]
    return _record(Feat.MOST_CALLS, max(made), game, game.players, made.index(max(made)) + 1)


def _longest_streak(games: Sequence[PlayedGame]) -> Record | None:
    """Games that one player won in a row, whoever the partner was."""
    running: dict[int, int] = defaultdict(int)
    best: Record | None = None
    for game in games:
        if not game.over:
            continue
        winners = game.winners
        for player in game.players:
            running[player] = running[player] + 1 if player in winners else 0
            if running[player] > (best.value if best else 0):
                best = _record(Feat.LONGEST_STREAK, running[player], game, (player,))
    return best


def _longest_game(games: Sequence[PlayedGame]) -> Record | None:
    game = max(games, key=lambda game: len(game.a), default=None)
    return game and _record(Feat.LONGEST_GAME, len(game.a), game, game.players)


def _closest_finish(games: Sequence[PlayedGame]) -> Record | None:
    game = min(games, key=lambda game: game.standing.lead, default=None)
    return game and _record(Feat.CLOSEST_FINISH, game.standing.lead, game, game.winners)


def _biggest_win(games: Sequence[PlayedGame]) -> Record | None:
    game = max(games, key=lambda game: game.standing.lead, default=None)
    return game and _record(Feat.BIGGEST_WIN, game.standing.lead, game, game.winners)


def _farthest_behind(games: Sequence[PlayedGame]) -> Record | None:
    """The most points that the winners of a game were behind, and after which round."""
    game = max(games, key=lambda game: max(_behind(game)), default=None)
    if game is None:
        return None
    behind = _behind(game)
    number = behind.index(max(behind)) + 1
    return _record(Feat.FARTHEST_BEHIND, max(behind), game, game.winners, number)


def _behind(game: PlayedGame) -> list[int]:
    """By how much the winners were behind after each round, under 0 where they were ahead."""
    winners, losers = (game.a, game.b) if game.winner is Team.A else (game.b, game.a)
    return list(accumulate(map(sub, losers, winners)))


def _by_chances(games: Sequence[PlayedGame], chances: Chances) -> Iterator[Record]:
    """The lowest chance from which somebody won, and the round that moved the chances most."""
    comeback: Record | None = None
    swing: Record | None = None
    for game in games:
        winner = game.winner
        after = [0.5, *chances.along(game.a, game.b), 1.0 if winner is Team.A else 0.0]
        lowest = min(after) if winner is Team.A else 1 - max(after)
        if lowest < (comeback.value if comeback else 0.5):
            number = after.index(lowest if winner is Team.A else max(after))
            comeback = _record(Feat.GREATEST_COMEBACK, lowest, game, game.winners, number)
        moves = list(map(sub, after[1:], after))
        most = max(moves, key=abs)
        if swing is None or abs(most) > swing.value:
            team = game.team(Team.A if most > 0 else Team.B)
            swing = _record(Feat.BIGGEST_SWING, abs(most), game, team, moves.index(most) + 1)
    yield from (record for record in (comeback, swing) if record)


def _record(
    feat: Feat,
    value: float,
    game: PlayedGame,
    players: tuple[int, ...],
    number: int | None = None,
) -> Record:
    return Record(feat, value, players, game.day, game.pk, number)
