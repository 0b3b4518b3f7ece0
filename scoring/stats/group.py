"""A group's figures: all that its pages show, kept until a game of it changes."""

from collections import Counter
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from django.core.cache import cache

from scoring.models import Group
from scoring.stats import meetings, pairs, player
from scoring.stats.chances import Chances
from scoring.stats.history import EVERYTHING, History, Span, Version, read, version
from scoring.stats.meetings import Pair
from scoring.stats.pairs import Partners, Rivals
from scoring.stats.player import Figures
from scoring.stats.ratings import Rating, ratings
from scoring.stats.records import Record, records, usual_target
from scoring.stats.samples import Mean
from scoring.stats.score import total
from scoring.stats.tables import chances_to, in_reach

# Seconds. Chances are worked out in one.
_KEPT, _SOON = 3600, 2


class Evening(NamedTuple):
    """How much was played on an evening."""

    day: date
    games: int
    rounds: int


class Place(NamedTuple):
    """Somebody's place in the league; `close` where nobody can say yet whether the one before
    is better."""

    figures: Figures
    rating: Rating
    close: bool


@dataclass(frozen=True, slots=True)
class GroupFigures:
    """What a group's games of one span say. Players are known by their numbers.

    `games` are over, `running` are not; their rounds count, but nobody has won or lost them.
    `target` is the one that is played to most, which the records of games are of. They are not
    `complete` as long as nobody has worked out the chances.
    """

    players: dict[int, Figures]
    ratings: dict[int, Rating]
    partners: dict[Pair, Partners]
    rivals: dict[Pair, Rivals]
    records: tuple[Record, ...]
    complete: bool
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
    def league(self) -> list[Place]:
        """Everybody, the best first: those with too few games to be ranked at the end."""
        order = sorted(
            self.ratings.values(),
            key=lambda each: (not self.players[each.player].ranked, -each.edge, each.player),
        )
        return [
            Place(
                self.players[rating.player],
                rating,
                before is not None
                and self.players[rating.player].ranked
                and rating.too_close(before),
            )
            for before, rating in zip([None, *order], order, strict=False)
        ]


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
        history = read(group, span)
        target = usual_target(history.games)
        chances = chances_to(target, group.pk) if target and in_reach(target) else None
        kept = figures_of(history, chances)
        cache.set(key, kept, _KEPT if kept.complete else _SOON)
    return kept


def figures_of(history: History, chances: Chances | None = None) -> GroupFigures:
    """What these games say; `chances` as `records` takes them."""
    games = history.games
    scores = meetings.scores(games)
    over = sum(1 for game in games if game.over)
    both = total(game.score for game in games)
    return GroupFigures(
        players=player.figures(history, scores.players),
        ratings={each.player: each for each in ratings([game.match for game in games])},
        partners=pairs.partners(scores),
        rivals=pairs.rivals(games, scores),
        records=records(games, chances),
        complete=chances is not None or not in_reach(usual_target(games) or 0),
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
