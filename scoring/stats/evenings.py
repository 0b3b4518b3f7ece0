"""One evening of a group."""

import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from itertools import accumulate

from scoring.models import FirstPlace, Game, Group, Session, first_place, read_sheets
from scoring.models.session import find_session_table
from scoring.stats.group_stats import EveningCounts, GroupStats, compute_group_stats
from scoring.stats.history import read_history
from scoring.stats.played_game import PlayedGame
from scoring.stats.players import PlayerStats
from scoring.stats.stats_filter import StatsFilter


@dataclass(frozen=True, slots=True)
class Evening:
    """The games of one evening in order, and their statistics. `first_places` are those of
    games whose partners changed, and `sessions` are the sessions of games that are tables of
    one, both by primary key of the game."""

    day: date
    games: tuple[PlayedGame, ...]
    stats: GroupStats
    first_places: Mapping[int, FirstPlace] = field(default_factory=dict)
    sessions: Mapping[int, Session] = field(default_factory=dict)

    @property
    def games_and_sessions(self) -> list[PlayedGame | Session]:
        """The games in order; a session stands in the place of its first table."""
        found: dict[uuid.UUID | int, PlayedGame | Session] = {}
        for game in self.games:
            session = self.sessions.get(game.pk)
            found[session.key if session else game.pk] = session or game
        return [*found.values()]

    @property
    def players(self) -> list[PlayerStats]:
        """The players of the evening, ordered by the points by which they were ahead of their
        opponents. Players who were only in games without rounds are last."""
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
        """Return the sum of this player's points ahead of the opponents, before the first round
        and after each round."""
        margins = [
            a - b if players.index(player) % 2 == 0 else b - a
            for game in self.games
            for number, (a, b) in enumerate(zip(game.a, game.b, strict=True), 1)
            if player in (players := game.players_in(number))
        ]
        return tuple(accumulate(margins, initial=0))


@dataclass(frozen=True, slots=True)
class NeighbouringDays:
    """The days of the evenings before and after an evening; None if there is none."""

    before: date | None
    after: date | None


def neighbouring_days(evenings: Iterable[EveningCounts], day: date) -> NeighbouringDays:
    """Return the days of the evenings nearest to this day. The day itself may have no
    evening."""
    days = [each.day for each in evenings]
    before = max((each for each in days if each < day), default=None)
    return NeighbouringDays(before, min((each for each in days if each > day), default=None))


def get_evening(group: Group, day: date) -> Evening | None:
    """Return the evening of this day; None if nothing was played."""
    history = read_history(group, StatsFilter(day, day))
    if not history.games:
        return None
    games = tuple(history.games)
    found = Game.objects.in_bulk([each.pk for each in games if each.format.changing_partners])
    return Evening(
        day,
        games,
        compute_group_stats(history),
        _first_places(found),
        _sessions(group, found),
    )


def _first_places(found: Mapping[int, Game]) -> dict[int, FirstPlace]:
    """Return the first places of games whose partners change, except tables of sessions. Makes
    one query, or none if there is no such game."""
    alone = {pk: game for pk, game in found.items() if not find_session_table(game)}
    read_sheets(alone.values())
    places = {pk: first_place(game) for pk, game in alone.items()}
    return {pk: place for pk, place in places.items() if place}


def _sessions(group: Group, found: Mapping[int, Game]) -> dict[int, Session]:
    """Return the session of each game that is a table of one. Makes three queries for each
    session."""
    tables = {pk: find_session_table(game) for pk, game in found.items()}
    keys = {pk: table.key for pk, table in tables.items() if table}
    sessions = {key: Session.find(group.pk, uuid.UUID(key)) for key in set(keys.values())}
    return {pk: session for pk, key in keys.items() if (session := sessions[key])}
