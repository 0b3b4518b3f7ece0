"""Highlights of a group's figures: runs of games or evenings, pairs, calls."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import TypeAlias

from scoring.rules import CallLevel
from scoring.stats.chance import MAX_CHANCE, bonferroni, chance_of_deviation
from scoring.stats.estimates import Proportion
from scoring.stats.group_stats import GroupStats
from scoring.stats.pairs import PartnerStats
from scoring.stats.players import CallStats


@dataclass(frozen=True, slots=True)
class WinningRun:
    """The number of games or `evenings` in a row that each of these players has won, up to the
    last one. An evening is won if more games were won than lost."""

    players: tuple[int, ...]
    length: int
    evenings: bool
    chance: float


@dataclass(frozen=True, slots=True)
class PairHighlight:
    """Two partners who are better or worse together than expected."""

    partners: PartnerStats
    chance: float


@dataclass(frozen=True, slots=True)
class CallHighlight:
    """Calls of one level by one player that cost points, or Grand Tichus that bring points."""

    player: int
    calls: CallStats
    chance: float


Highlight: TypeAlias = WinningRun | PairHighlight | CallHighlight


def find_highlights(stats: GroupStats) -> tuple[Highlight, ...]:
    """Return at most one run, one pair and one player's calls; the least likely by chance
    first.

    The `chance` of a highlight, from 0 to MAX_CHANCE, is an upper bound of the probability to
    find one like it among all players, pairs or calls with which it was compared, by chance
    alone. That is: if every game was even, if a pair scored what the strengths of the four
    players make likely, and if a call was made as often as it failed. Pairs and calls with too
    few games or calls to be ranked are left out, and so are runs of players who did not play on
    the last evening.

    If chances are equal, a run comes before a pair and a pair before calls. Within a kind,
    games come before evenings, the better pair before the worse, Grand Tichu before Tichu, and
    lower player numbers first.
    """
    kinds: tuple[Sequence[Highlight], ...] = _runs(stats), _pairs(stats), _calls(stats)
    best = [min(kind, key=lambda each: each.chance) for kind in kinds if kind]
    standing_out = (each for each in best if each.chance < MAX_CHANCE)
    return tuple(sorted(standing_out, key=lambda each: each.chance))


def find_pair_highlights(stats: GroupStats) -> tuple[PairHighlight, ...]:
    """Return every pair whose difference is significant, the least likely by chance first."""
    standing_out = (each for each in _pairs(stats) if each.chance < MAX_CHANCE)
    return tuple(sorted(standing_out, key=lambda each: each.chance))


def _runs(stats: GroupStats) -> list[WinningRun]:
    """Return the longest run of games and the longest run of evenings that have not ended."""
    last = stats.evenings[-1].day if stats.evenings else None
    present = [each for each in stats.players.values() if each.last_played == last]
    games = {each.player: each.streaks.now for each in present}
    evenings = {each.player: each.evening_streaks.now for each in present}
    return [*_longest(games, evenings=False), *_longest(evenings, evenings=True)]


def _longest(runs: dict[int, int], *, evenings: bool) -> Iterator[WinningRun]:
    """Yield the longest of these runs, with all players who have a run of that length."""
    length = max(runs.values(), default=0)
    if length > 0:
        players = sorted(player for player, run in runs.items() if run == length)
        yield WinningRun(tuple(players), length, evenings, bonferroni(0.5**length, len(runs)))


def _pairs(stats: GroupStats) -> list[PairHighlight]:
    """Return the pairs with enough games, the pair with the highest chemistry first."""
    ranked = [
        (each.chemistry, each)
        for each in stats.partners.values()
        if each.ranked and each.chemistry and each.chemistry.known
    ]
    ranked.sort(key=lambda each: (-each[0].shrunk, each[1].players))
    return [
        PairHighlight(
            each,
            bonferroni(
                chance_of_deviation(chemistry.deviations(stats.margin_variance)), len(ranked)
            ),
        )
        for chemistry, each in ranked
    ]


def _calls(stats: GroupStats) -> list[CallHighlight]:
    """Return the calls of all players with enough of them, by level. Tichus that bring points
    are usual, so they are no highlight."""
    compared = [
        (player, calls)
        for level in (CallLevel.GRAND, CallLevel.TICHU)
        for player, player_stats in sorted(stats.players.items())
        for calls in player_stats.calls
        if calls.level is level and calls.ranked
    ]
    return [
        CallHighlight(
            player,
            calls,
            bonferroni(chance_of_deviation(_beyond_half(calls.made)), len(compared)),
        )
        for player, calls in compared
        if calls.pays is False or (calls.pays and calls.level is CallLevel.GRAND)
    ]


def _beyond_half(counted: Proportion) -> float:
    """Return by how many standard deviations the rate is above one half.

    The standard deviation is that of Wilson's interval. The result is below 0 if the rate is
    below one half.
    """
    return (2 * counted.k - counted.n) / sqrt(counted.n)
