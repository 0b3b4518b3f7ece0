"""Tallies of every player, every two partners and every two opponents."""

from collections import defaultdict
from collections.abc import Iterable
from itertools import product
from typing import NamedTuple

from scoring.stats.game_parts import game_parts
from scoring.stats.played_game import PlayedGame
from scoring.stats.tally import Tally

Pair = tuple[int, int]
# Two teams that met, the lower number first in each team.
Matchup = tuple[Pair, Pair]


def pair_of(one: int, other: int) -> Pair:
    """Return two players in the order that statistics of partners use: the lower number
    first."""
    return (one, other) if one < other else (other, one)


class GroupTallies(NamedTuple):
    """The tallies by player; by two partners, the lower number first; by two opponents, from
    the view of the first one; and by two teams, from the view of the first one."""

    players: dict[int, Tally]
    pairs: dict[Pair, Tally]
    rivals: dict[Pair, Tally]
    matchups: dict[Matchup, Tally]


def tally_games(games: Iterable[PlayedGame]) -> GroupTallies:
    """Return the tallies of these games. The games of each two teams are summed first, because
    there are far fewer pairs of teams than games."""
    met: dict[Matchup, Tally] = defaultdict(Tally)
    for each in (each for game in games for each in game_parts(game)):
        a1, b1, a2, b2 = each.players
        one, other = pair_of(a1, a2), pair_of(b1, b2)
        met[one, other] = met[one, other].plus(each.tally)
    pairs: dict[Pair, Tally] = defaultdict(Tally)
    players: dict[int, Tally] = defaultdict(Tally)
    rivals: dict[Pair, Tally] = defaultdict(Tally)
    for (one, other), tally in met.items():
        pairs[one] = pairs[one].plus(tally)
        pairs[other] = pairs[other].plus(tally.for_opponents)
        for rival in product(one, other):
            rivals[rival] = rivals[rival].plus(tally)
    for pair, tally in pairs.items():
        for player in pair:
            players[player] = players[player].plus(tally)
    return GroupTallies(dict(players), dict(pairs), _both_directions(rivals), dict(met))


def _both_directions(rivals: dict[Pair, Tally]) -> dict[Pair, Tally]:
    """Return the tallies of each two opponents from the view of each of them, whichever team
    they were on."""
    found: dict[Pair, Tally] = defaultdict(Tally)
    for (one, other), tally in rivals.items():
        found[one, other] = found[one, other].plus(tally)
        found[other, one] = found[other, one].plus(tally.for_opponents)
    return dict(found)
