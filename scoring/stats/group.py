"""A group's figures: all that its pages show, kept until a game of it changes."""

from collections import Counter
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from django.core.cache import cache

from scoring.models import Group
from scoring.stats import meetings, pairs, player
from scoring.stats.history import EVERYTHING, History, Span, Version, read, version
from scoring.stats.meetings import Pair
from scoring.stats.pairs import Partners, Rivals
from scoring.stats.player import Figures
from scoring.stats.records import Record, records, usual_target
from scoring.stats.samples import Mean
from scoring.stats.score import total


class Evening(NamedTuple):
    """How much was played on an evening."""

    day: date
    games: int
    rounds: int


@dataclass(frozen=True, slots=True)
class GroupFigures:
    """What a group's games of one span say. Players are known by their numbers.

    `games` are over, `running` are not; their rounds count, but nobody has won or lost them.
    `target` is the one that is played to most, which the records of games are of.
    """

    players: dict[int, Figures]
    partners: dict[Pair, Partners]
    rivals: dict[Pair, Rivals]
    records: tuple[Record, ...]
    games: int
    running: int
    rounds: int
    average: Mean
    target: int | None
    targets: tuple[int, ...]
    evenings: tuple[Evening, ...]

    @property
    def years(self) -> list[int]:
        """The years in which something was played."""
        return sorted({evening.day.year for evening in self.evenings})

    @property
    def league(self) -> list[Figures]:
        """Everybody, the best first: those with too few games to be ranked at the end."""
        return sorted(
            self.players.values(), key=lambda each: (not each.ranked, -each.shrunk, each.player)
        )


def figures(
    group: Group, span: Span = EVERYTHING, *, at: Version | None = None
) -> GroupFigures:
    """The figures as they stand, worked out anew only if a game changed since; `at` is the
    version, if it was asked for already.

    The version is asked for before the rounds: what is recorded in between is in the figures,
    and they are worked out once more.
    """
    key = f"figures-{group.key}-{at or version(group)}-{span}"
    kept: GroupFigures | None = cache.get(key)
    if kept is None:
        kept = figures_of(read(group, span))
        cache.set(key, kept)
    return kept


def figures_of(history: History) -> GroupFigures:
    games = history.games
    scores = meetings.scores(games)
    over = sum(1 for game in games if game.standing.over)
    both = total(game.score for game in games)
    return GroupFigures(
        players=player.figures(history, scores.players),
        partners=pairs.partners(scores),
        rivals=pairs.rivals(games, scores),
        records=records(games),
        games=over,
        running=len(games) - over,
        rounds=both.rounds,
        average=Mean(both.points + both.against, 2 * both.rounds),
        target=usual_target(games),
        targets=tuple(sorted({game.target for game in games})),
        evenings=_evenings(history),
    )


def _evenings(history: History) -> tuple[Evening, ...]:
    games = Counter(game.day for game in history.games)
    rounds: Counter[date] = Counter()
    for game in history.games:
        rounds[game.day] += len(game.a)
    return tuple(Evening(day, games[day], rounds[day]) for day in sorted(games))
