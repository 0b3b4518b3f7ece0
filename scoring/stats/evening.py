"""One evening of a group."""

from dataclasses import dataclass
from datetime import date
from itertools import accumulate

from scoring.models import Group
from scoring.stats.group import GroupFigures, figures_of
from scoring.stats.history import PlayedGame, Span, read
from scoring.stats.player import Figures


@dataclass(frozen=True, slots=True)
class Evening:
    """What was played on one evening, the games in order, and what it says."""

    day: date
    games: tuple[PlayedGame, ...]
    figures: GroupFigures

    @property
    def players(self) -> list[Figures]:
        """Who played, the most points ahead of the opponents first."""
        return sorted(
            self.figures.players.values(),
            key=lambda each: (-each.score.margin.total, each.player),
        )

    def course(self, player: int) -> tuple[int, ...]:
        """The points ahead of the opponents: before the first round of this player's, and after
        each."""
        margins = [
            a - b if game.players.index(player) % 2 == 0 else b - a
            for game in self.games
            if player in game.players
            for a, b in zip(game.a, game.b, strict=True)
        ]
        return tuple(accumulate(margins, initial=0))


def evening(group: Group, day: date) -> Evening | None:
    """None where nothing was played."""
    history = read(group, Span(day, day))
    if not history.games:
        return None
    return Evening(day, tuple(history.games), figures_of(history))
