"""One evening of a group."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from itertools import accumulate

from scoring.models import FirstPlace, Game, Group, first_place, read_sheets
from scoring.stats.group_stats import GroupStats, compute_group_stats
from scoring.stats.history import read_history
from scoring.stats.played_game import PlayedGame
from scoring.stats.players import PlayerStats
from scoring.stats.stats_filter import StatsFilter


@dataclass(frozen=True, slots=True)
class Evening:
    """The games of one evening in order, and their statistics; `first_places` are those of
    games whose partners changed, by primary key."""

    day: date
    games: tuple[PlayedGame, ...]
    stats: GroupStats
    first_places: Mapping[int, FirstPlace] = field(default_factory=dict)

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
    games = tuple(history.games)
    return Evening(day, games, compute_group_stats(history), _first_places(games))


def _first_places(games: Iterable[PlayedGame]) -> dict[int, FirstPlace]:
    """Two queries, or none where partners stayed in all games."""
    ended = [each.pk for each in games if each.format.changing_partners and each.played_out]
    found = Game.objects.in_bulk(ended)
    read_sheets(found.values())
    places = {pk: first_place(game) for pk, game in found.items()}
    return {pk: place for pk, place in places.items() if place}
