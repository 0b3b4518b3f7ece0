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
    address. `mine` says whether the person of this device plays there."""

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

    `mine` is a sentence on the seat of the person of this device; it is empty if the person is
    unknown. `first_place` contains the players in the first place after all planned rounds are
    played. `earlier` are the seatings before this one, the latest first. `present` are the
    primary keys of the present players, if the next seating can begin on this device. `another`
    says that the next seating is in addition to those that were planned; `untouched` says that
    the present one can be taken back.
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
    """Return the page of a session for the device that belongs to this group. `me` is the
    primary key of the player of the device, None if it is unknown."""
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
    """Return the title of a seating: Seating 3 of 7, or Seating 8 if no more were planned."""
    if table.seating > table.seatings:
        return _("Seating %(number)s") % {"number": table.seating}
    return _("Seating %(number)s of %(planned)s") % {
        "number": table.seating,
        "planned": table.seatings,
    }


def table_title(game: Game) -> str:
    """Return the title of the table of a session: Seating 3 of 7, table 2; empty if the game
    does not belong to a session."""
    table = find_session_table(game)
    if table is None:
        return ""
    title = {"seating": seating_title(table), "table": table.table}
    return _("%(seating)s, table %(table)s") % title


def session_url(group: Group, table: SessionTable) -> str:
    """Return the address of the page of the session of this table."""
    return reverse("session", args=[group.key, uuid.UUID(table.key)])


def all_tables_url(game: Game) -> str:
    """Return the address of the page of the session of this game; empty if it does not belong
    to a session."""
    table = find_session_table(game)
    return session_url(game.group, table) if table else ""


def session_first_place_line(game: Game) -> FirstPlaceLine | None:
    """Return the players in the first place of the session of this table; None while the
    session is running."""
    session = session_of(game)
    first = session.first_place if session else None
    return first_place_line(first, game.player_names) if first else None


def session_sitting_out(game: Game) -> str:
    """Return a sentence on the players who sit out while this table of a session plays; empty
    if nobody does."""
    session = session_of(game)
    return _out(session, session_table(game).seating) if session else ""


def other_tables_sentence(game: Game) -> str:
    """Return a sentence on the progress of the other tables after this one has finished its
    game.

    It is empty for a game that does not belong to a session.
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
    """Return a sentence on the players who sit out in this seating; empty if nobody does."""
    planned = session.played[[*session.by_seating].index(seating)]
    names = session.first.player_names
    return sitting_out_sentence([names[player] for player in planned.sitting_out])


def _where(session: Session, me: int | None) -> str:
    """Return a sentence with the present table and partner of this player, or that the player
    sits out; empty if the player is not present."""
    names = session.first.player_names
    for game in session.tables:
        for seat, player in game.players.items():
            if player == me:
                partner = names[game.players[seat.partner]]
                table = session_table(game).table
                said = _("You play at table %(table)s, with %(partner)s.")
                return said % {"table": table, "partner": partner}
    return _("You sit out.") if me in session.present else ""
