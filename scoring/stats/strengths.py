"""How strong everybody is, kept until a game changes, and who should play whom tonight."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.core.cache import cache

from scoring.models import Group
from scoring.stats.curve import START, Curve, Split, among_average, curve
from scoring.stats.group import figures
from scoring.stats.history import PlayedGame, Version, read
from scoring.stats.ratings import Rating

# How many can be there: of more than ten there are too many ways to look through at once.
FEWEST, MOST = 4, 10
# How many ways to play are proposed where somebody sits out.
PROPOSED = 5
# As many steps as a small line can show.
_STEPS = 40


class Lineup(NamedTuple):
    """Two teams, and who of those who are there sits out."""

    split: Split
    out: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Strengths:
    """What all games of a group say. `ratings` are in order, the best first; `last` is who
    played on the last evening."""

    ratings: tuple[Rating, ...]
    curve: Curve
    last: tuple[int, ...]

    @property
    def stops(self) -> tuple[int, ...]:
        """After how many games to look how everybody stood: before the first, after the last,
        and evenly in between."""
        games = len(self.curve.foretold)
        steps = min(games, _STEPS)
        return tuple(games * step // steps for step in range(steps + 1)) if games else ()

    def course(self, player: int) -> tuple[float, ...]:
        """At every stop, how likely this player was to win with three who are average, from 0
        to 1."""
        points = self.curve.points.get(player, ())
        known = [point.game for point in points]
        strengths = [START, *(point.strength for point in points)]
        return tuple(among_average(strengths[bisect_right(known, stop)]) for stop in self.stops)

    def lineups(self, there: Sequence[int]) -> list[Lineup]:
        """The fairest first: of four all three ways, of more the fairest of every four, but
        PROPOSED at most. None if fewer than FEWEST or more than MOST are there."""
        if not FEWEST <= len(there) <= MOST:
            return []
        splits = self.curve.splits(there)
        if len(there) > FEWEST:
            fairest: dict[frozenset[int], Split] = {}
            for split in splits:
                fairest.setdefault(frozenset(split.team + split.other), split)
            splits = list(fairest.values())[:PROPOSED]
        return [
            Lineup(split, tuple(each for each in there if each not in split.team + split.other))
            for split in splits
        ]


def strengths(group: Group, *, at: Version) -> Strengths:
    """As they stand at this version, worked out anew only if a game changed since."""
    key = f"strengths-{group.key}-{at}"
    kept: Strengths | None = cache.get(key)
    if kept is None:
        kept = _strengths(read(group).games, figures(group, at=at).ratings.values())
        cache.set(key, kept)
    return kept


def _strengths(games: Sequence[PlayedGame], ratings: Iterable[Rating]) -> Strengths:
    last = {player for game in games if game.day == games[-1].day for player in game.players}
    return Strengths(tuple(ratings), curve(game.match for game in games), tuple(sorted(last)))
