"""An evening at several tables: its games, and the standings of its players."""

import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from django.db.models.lookups import Exact

from scoring.models.first_place import FirstPlace, first_place_of, read_sheets
from scoring.models.game import Game
from scoring.models.game_queryset import GameQuerySet
from scoring.models.session_key import SessionKey
from scoring.rules import Seat
from scoring.rules.player_standings import PlayerScore, PlayerStanding, player_standings
from scoring.rules.rotation import Rotation
from scoring.rules.schedules import PlannedRound
from scoring.rules.sessions import SessionTable


@dataclass(frozen=True)
class Session:
    """The games of a session in the order of seatings and tables; at least one, each with its
    score sheet. `first` is the oldest game; every page of the session subscribes to its
    revision."""

    games: tuple[Game, ...]

    @classmethod
    def find(cls, group: int, key: uuid.UUID) -> "Session | None":
        """The session of this group (a primary key) with this key; None if there is none. Three
        queries."""
        games = list(games_of_session(group, key.hex).order_by("pk"))
        if not games:
            return None
        read_sheets(games)
        for game in games:
            game.group_players = games[0].group_players
        session = cls(tuple(sorted(games, key=_order)))
        for game in games:
            game.__dict__["session"] = session
        return session

    @property
    def first(self) -> Game:
        return min(self.games, key=lambda game: game.pk)

    @property
    def key(self) -> uuid.UUID:
        return uuid.UUID(session_table(self.games[0]).key)

    @property
    def seating(self) -> int:
        """The number of the present seating."""
        return session_table(self.games[-1]).seating

    @property
    def seatings(self) -> int:
        """The number of seatings that are planned."""
        return session_table(self.games[-1]).seatings

    @property
    def rounds_each(self) -> int:
        """The number of rounds that each table plays before all players change seats."""
        return _rotation(self.games[-1]).rounds_each

    @cached_property
    def by_seating(self) -> dict[int, list[Game]]:
        """The games of each seating, by table."""
        found: dict[int, list[Game]] = {}
        for game in self.games:
            found.setdefault(session_table(game).seating, []).append(game)
        return found

    @property
    def tables(self) -> list[Game]:
        """The games of the present seating."""
        return self.by_seating[self.seating]

    @property
    def played(self) -> list[PlannedRound]:
        """The seatings so far, the present seating included."""
        return [_planned(games) for games in self.by_seating.values()]

    @property
    def present(self) -> list[int]:
        """All present players: those who play, table by table, then those who sit out."""
        now = self.played[-1]
        return [*now.players, *now.sitting_out]

    @property
    def seating_over(self) -> bool:
        """Whether all tables have played their rounds or were abandoned."""
        return all(game.sheet.standing.over for game in self.tables)

    @property
    def seating_untouched(self) -> bool:
        """Whether nothing has been recorded or called at any table of the present seating."""
        return not any(game.version or game.progress for game in self.tables)

    @property
    def over(self) -> bool:
        """Whether the last planned seating is over."""
        return self.seating >= self.seatings and self.seating_over

    @cached_property
    def player_standings(self) -> list[PlayerStanding]:
        """The standings of all players, ranked by their points a round."""
        nothing = dict.fromkeys(self.everybody, PlayerScore())
        rotation = _rotation(self.games[0])
        rounds = [each for game in self.games for each in game.rotation_rounds]
        found = {each.player: each.score for each in rotation.standings(rounds)}
        return player_standings(nothing | found)

    @property
    def first_place(self) -> FirstPlace | None:
        """The players in the first place; None until the last planned seating is over."""
        if not self.over:
            return None
        return first_place_of(self.player_standings, _rotation(self.games[0]).scoring)

    @property
    def everybody(self) -> list[int]:
        """All players who were present at some time."""
        found: dict[int, None] = {}
        for each in self.played:
            found |= dict.fromkeys([*each.players, *each.sitting_out])
        return [*found]


def games_of_session(group: int, key: str) -> "GameQuerySet[Game]":
    """The games of the session with this key, given as hexadecimal digits."""
    has_key: Exact[str] = Exact(SessionKey("rotation_facts"), key)
    return Game.objects.filter(has_key, group=group, rotation_facts__isnull=False)


def find_session_table(game: Game) -> SessionTable | None:
    """The table of a session to which this game belongs; None for any other game."""
    return game.rotation.session if game.rotation else None


def session_table(game: Game) -> SessionTable:
    """The table of a session to which this game belongs. Raises ValueError for any other
    game."""
    table = find_session_table(game)
    if table is None:
        raise ValueError("This game belongs to no session.")
    return table


def session_of(game: Game) -> Session | None:
    """The session to which this game belongs; None for any other game. It is read only once."""
    table = find_session_table(game)
    if table is None:
        return None
    if "session" not in game.__dict__:
        game.__dict__["session"] = Session.find(game.group_id, uuid.UUID(table.key))
    found: Session | None = game.__dict__["session"]
    return found


def player_standings_of(game: Game) -> list[PlayerStanding]:
    """The standings of a game whose partners change; for a table of a session, with the rounds
    of all tables."""
    session = session_of(game)
    return session.player_standings if session else game.player_standings


def _rotation(game: Game) -> Rotation:
    if game.rotation is None:
        raise ValueError("The partners of this game stay.")
    return game.rotation


def _order(game: Game) -> tuple[int, int, int]:
    return session_table(game).seating, session_table(game).table, game.pk


def _planned(games: Iterable[Game]) -> PlannedRound:
    """The tables of a seating as they were played, and who sat out."""
    games = list(games)
    tables = tuple(
        (each[Seat.A1], each[Seat.A2], each[Seat.B1], each[Seat.B2])
        for each in (game.players for game in games)
    )
    seated = {player for table in tables for player in table}
    out = {player for game in games for player in session_table(game).sitting_out}
    return PlannedRound(tables, tuple(sorted(out - seated)))
