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
    """So many games or `evenings` in a row that each of these players has won, up to the last
    one. An evening is won with more games won than lost."""

    players: tuple[int, ...]
    length: int
    evenings: bool
    chance: float


@dataclass(frozen=True, slots=True)
class PairHighlight:
    """Two partners who are better together than expected of them, or worse."""

    partners: PartnerStats
    chance: float


@dataclass(frozen=True, slots=True)
class CallHighlight:
    """Calls of one level by one player that cost points, or Grand Tichus that bring some."""

    player: int
    calls: CallStats
    chance: float


Highlight: TypeAlias = WinningRun | PairHighlight | CallHighlight


def find_highlights(stats: GroupStats) -> tuple[Highlight, ...]:
    """At most one run, one pair and one player's calls; the least likely by chance first.

    The `chance` of a highlight, from 0 to MAX_CHANCE, is at most how often one like it would be
    found among all players, pairs or calls that it was compared with if there were nothing to
    tell: if every game was even, if a pair did what the strengths of the four make likely, if
    as many calls were made as not. Pairs and calls of which there are too few to be ranked are
    none, nor is a run of somebody who did not play on the last evening.

    Of equals, a run comes before a pair and a pair before calls; within a kind, games before
    evenings, the better pair before the worse, Grand Tichu before Tichu, and lower player
    numbers first.
    """
    kinds: tuple[Sequence[Highlight], ...] = _runs(stats), _pairs(stats), _calls(stats)
    best = [min(kind, key=lambda each: each.chance) for kind in kinds if kind]
    standing_out = (each for each in best if each.chance < MAX_CHANCE)
    return tuple(sorted(standing_out, key=lambda each: each.chance))


def find_pair_highlights(stats: GroupStats) -> tuple[PairHighlight, ...]:
    """Every pair that stands out, the least likely by chance first."""
    standing_out = (each for each in _pairs(stats) if each.chance < MAX_CHANCE)
    return tuple(sorted(standing_out, key=lambda each: each.chance))


def _runs(stats: GroupStats) -> list[WinningRun]:
    """The longest runs of games and of evenings that go on."""
    last = stats.evenings[-1].day if stats.evenings else None
    present = [each for each in stats.players.values() if each.last_played == last]
    games = {each.player: each.streaks.now for each in present}
    evenings = {each.player: each.evening_streaks.now for each in present}
    return [*_longest(games, evenings=False), *_longest(evenings, evenings=True)]


def _longest(runs: dict[int, int], *, evenings: bool) -> Iterator[WinningRun]:
    """The longest of these runs, with all players who have one of that length."""
    length = max(runs.values(), default=0)
    if length > 0:
        players = sorted(player for player, run in runs.items() if run == length)
        yield WinningRun(tuple(players), length, evenings, bonferroni(0.5**length, len(runs)))


def _pairs(stats: GroupStats) -> list[PairHighlight]:
    """The pairs with enough games, the one that is better together first."""
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
    """The calls of everybody with enough of them, by level; Tichus that bring points are what
    is usual, and none."""
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
    """Return by how many standard deviations more than half of these happened.

    The standard deviation is that of Wilson's interval. The result is below 0 for fewer.
    """
    return (2 * counted.k - counted.n) / sqrt(counted.n)
