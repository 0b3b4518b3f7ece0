"""Who scored what with whom and against whom."""

from collections import defaultdict
from collections.abc import Iterable
from itertools import product
from typing import NamedTuple

from scoring.stats.history import PlayedGame
from scoring.stats.score import Score

Pair = tuple[int, int]


class Scores(NamedTuple):
    """Who scored what: every player, every two partners (the lower number first), and every two
    opponents, as the first of them sees it."""

    players: dict[int, Score]
    pairs: dict[Pair, Score]
    rivals: dict[Pair, Score]


def scores(games: Iterable[PlayedGame]) -> Scores:
    """Add up who scored what. Each two partnerships that met are summed first: there are far
    fewer of them than games."""
    met: dict[tuple[Pair, Pair], Score] = defaultdict(Score)
    for game in games:
        a1, b1, a2, b2 = game.players
        one, other = (min(a1, a2), max(a1, a2)), (min(b1, b2), max(b1, b2))
        met[one, other] = met[one, other].plus(game.score)
    pairs: dict[Pair, Score] = defaultdict(Score)
    players: dict[int, Score] = defaultdict(Score)
    rivals: dict[Pair, Score] = defaultdict(Score)
    for (one, other), score in met.items():
        pairs[one] = pairs[one].plus(score)
        pairs[other] = pairs[other].plus(score.turned)
        for rival in product(one, other):
            rivals[rival] = rivals[rival].plus(score)
    for pair, score in pairs.items():
        for player in pair:
            players[player] = players[player].plus(score)
    return Scores(dict(players), dict(pairs), _both_ways(rivals))


def _both_ways(rivals: dict[Pair, Score]) -> dict[Pair, Score]:
    """Who met on either side of the table, as each of the two sees it."""
    found: dict[Pair, Score] = defaultdict(Score)
    for (one, other), score in rivals.items():
        found[one, other] = found[one, other].plus(score)
        found[other, one] = found[other, one].plus(score.turned)
    return dict(found)
