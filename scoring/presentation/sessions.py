"""View model of an evening at several tables."""

import uuid
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.models import Game, Group, Role, Session, session_of
from scoring.models.session import find_session_table, session_table
from scoring.presentation.agreements import round_number
from scoring.presentation.points import format_points
from scoring.presentation.rotation import (
    FirstPlaceLine,
    PlayerStandings,
    first_place_line,
    player_standings,
    sitting_out_sentence,
)
from scoring.rules import RaceState
from scoring.rules.sessions import SessionTable


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table of a seating: its players, its progress, its points if there are any, and its
    address. `mine` says that the person of this device plays there."""

    number: int
    a: str
    b: str
    state: str
    score: str
    url: str
    mine: bool


@dataclass(frozen=True, slots=True)
class SeatingRows:
    """A seating that is over."""

    number: int
    tables: list[TableRow]
    out: str


@dataclass(frozen=True, slots=True)
class SessionPage:
    """The page of a session.

    `mine` says where the person of this device sits now; it is empty if that is unknown.
    `first_place` is who has it, once all planned rounds are played. `earlier` are the seatings
    before this one, the latest first. `present` are the primary keys of those who are present,
    if the next seating can begin on this device. `another` says that it is one more than was
    planned, and `untouched` that this one can be taken back.
    """

    key: uuid.UUID
    game: Game
    title: str
    tables: list[TableRow]
    out: str
    mine: str
    first_place: str
    standings: PlayerStandings
    earlier: list[SeatingRows]
    present: list[int]
    next_number: int
    another: bool
    untouched: bool
    can_score: bool


def session_page(session: Session, group: Group, me: int | None) -> SessionPage:
    """The page of a session for the device that has this group. `me` is the primary key of its
    player, None if that is unknown."""
    can_score = group.role != Role.VIEWER
    for game in session.games:
        game.shows_avatars = group.shows_avatars
    standings = player_standings(session.tables[0])
    earlier = [
        SeatingRows(number, _rows(games, me, can_score=can_score), _out(session, number))
        for number, games in session.by_seating.items()
        if number != session.seating
    ]
    return SessionPage(
        key=session.key,
        game=session.first,
        title=seating_title(session_table(session.tables[0])),
        tables=_rows(session.tables, me, can_score=can_score),
        out=_out(session, session.seating),
        mine=_where(session, me),
        first_place=", ".join(row.name for row in standings.rows if row.won),
        standings=standings,
        earlier=earlier[::-1],
        present=session.present if can_score and session.seating_over else [],
        next_number=session.seating + 1,
        another=session.over,
        untouched=can_score and session.seating_untouched,
        can_score=can_score,
    )


def seating_title(table: SessionTable) -> str:
    """The title of a seating: Seating 3 of 7, or Seating 8 if no more were planned."""
    if table.seating > table.seatings:
        return _("Seating %(number)s") % {"number": table.seating}
    return _("Seating %(number)s of %(planned)s") % {
        "number": table.seating,
        "planned": table.seatings,
    }


def table_title(game: Game) -> str:
    """The title of the table of a session that a game is: Seating 3 of 7, table 2; empty for
    another game."""
    table = find_session_table(game)
    if table is None:
        return ""
    title = {"seating": seating_title(table), "table": table.table}
    return _("%(seating)s, table %(table)s") % title


def session_url(group: Group, table: SessionTable) -> str:
    """The page of the session of this table of the group."""
    return reverse("session", args=[group.key, uuid.UUID(table.key)])


def all_tables_url(game: Game) -> str:
    """The page of the session that this game belongs to; empty for another game."""
    table = find_session_table(game)
    return session_url(game.group, table) if table else ""


def session_first_place_line(game: Game) -> FirstPlaceLine | None:
    """The players in the first place of the session of this table; None while it goes on."""
    session = session_of(game)
    first = session.first_place if session else None
    return first_place_line(first, game.player_names) if first else None


def session_sitting_out(game: Game) -> str:
    """The players who sit out while this table of a session plays; empty if nobody does."""
    session = session_of(game)
    return _out(session, session_table(game).seating) if session else ""


def other_tables_sentence(game: Game) -> str:
    """Return what the other tables do while this one has finished its game.

    It is empty for a game that is in no session.
    """
    session = session_of(game)
    if session is None:
        return ""
    tables = session.by_seating[session_table(game).seating]
    playing = sum(not each.sheet.standing.over for each in tables)
    if playing:
        said = ngettext(
            "%(count)s other table is still playing.",
            "%(count)s other tables are still playing.",
            playing,
        )
        return said % {"count": playing}
    if session.over:
        return _("All rounds of this evening are played.")
    return _(
        "All tables of this seating have finished."
        " The next one begins on the page of all tables."
    )


def _rows(games: list[Game], me: int | None, *, can_score: bool) -> list[TableRow]:
    return [_row(game, me, can_score=can_score) for game in games]


def _row(game: Game, me: int | None, *, can_score: bool) -> TableRow:
    standing = game.sheet.standing
    names = game.names_in(game.players)
    points = [format_points(total) for _team, total in standing.totals.items()]
    return TableRow(
        number=session_table(game).table,
        a=f"{names.a1} + {names.a2}",
        b=f"{names.b1} + {names.b2}",
        state=_state(game),
        score=" : ".join(points) if game.sheet.rows else "",
        url=game.get_absolute_url() if can_score else reverse("scoreboard", args=[game.key]),
        mine=me is not None and me in game.players,
    )


def _state(game: Game) -> str:
    standing = game.sheet.standing
    if standing.state is RaceState.ABANDONED:
        return _("Abandoned")
    if standing.over:
        return _("Finished")
    return _("Round %(number)s") % {"number": round_number(standing, game.race)}


def _out(session: Session, seating: int) -> str:
    """The players who sit out in this seating; empty if nobody does."""
    planned = session.played[[*session.by_seating].index(seating)]
    names = session.first.player_names
    return sitting_out_sentence([names[player] for player in planned.sitting_out])


def _where(session: Session, me: int | None) -> str:
    """The table and the partner of this player now, or that the player sits out; empty if the
    player is not present."""
    names = session.first.player_names
    for game in session.tables:
        for seat, player in game.players.items():
            if player == me:
                partner = names[game.players[seat.partner]]
                table = session_table(game).table
                said = _("You play at table %(table)s, with %(partner)s.")
                return said % {"table": table, "partner": partner}
    return _("You sit out.") if me in session.present else ""
