"""Who scored what with whom and against whom."""

from collections import defaultdict
from collections.abc import Iterable
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
    found = Scores(defaultdict(Score), defaultdict(Score), defaultdict(Score))
    for (one, other), score in met.items():
        for ours, theirs, seen in ((one, other, score), (other, one, score.turned)):
            found.pairs[ours] = found.pairs[ours].plus(seen)
            for player in ours:
                found.players[player] = found.players[player].plus(seen)
                for rival in theirs:
                    found.rivals[player, rival] = found.rivals[player, rival].plus(seen)
    return Scores(dict(found.players), dict(found.pairs), dict(found.rivals))
