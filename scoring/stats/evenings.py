"""One evening of a group."""

from dataclasses import dataclass
from datetime import date
from itertools import accumulate

from scoring.models import Group
from scoring.stats.group_stats import GroupStats, compute_group_stats
from scoring.stats.history import read_history
from scoring.stats.played_game import PlayedGame
from scoring.stats.players import PlayerStats
from scoring.stats.stats_filter import StatsFilter


@dataclass(frozen=True, slots=True)
class Evening:
    """The games of one evening in order, and their statistics."""

    day: date
    games: tuple[PlayedGame, ...]
    stats: GroupStats

    @property
    def players(self) -> list[PlayerStats]:
        """Who played, the most points ahead of the opponents first; who is known by results
        alone at the end."""
        return sorted(
            self.stats.players.values(),
            key=lambda each: (
                not each.tally.rounds,
                -each.tally.margin.total,
                -each.tally.won,
                each.player,
            ),
        )

    def cumulative_margins(self, player: int) -> tuple[int, ...]:
        """This player's points ahead of the opponents, summed up: before the first round and
        after each."""
        margins = [
            a - b if players.index(player) % 2 == 0 else b - a
            for game in self.games
            for number, (a, b) in enumerate(zip(game.a, game.b, strict=True), 1)
            if player in (players := game.players_in(number))
        ]
        return tuple(accumulate(margins, initial=0))


def get_evening(group: Group, day: date) -> Evening | None:
    """None where nothing was played."""
    history = read_history(group, StatsFilter(day, day))
    if not history.games:
        return None
    return Evening(day, tuple(history.games), compute_group_stats(history))
