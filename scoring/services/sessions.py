"""Start a session (an evening at several tables), and its further seatings."""

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scoring.models import SEAT_ID_COLUMNS, Agreement, Game, Group, Session
from scoring.rules import BySeat
from scoring.rules.rotation import Rotation
from scoring.rules.schedules import PlannedRound
from scoring.rules.sessions import SessionTable, next_seating, planned_seatings, tables_for
from scoring.services.game_changes import delete_game
from scoring.services.players import get_or_create_all, refuse_same_player
from scoring.services.rotation import RotationStart
from scoring.services.transaction import (
    Conflict,
    Submission,
    lock_games,
    lock_group,
    raise_revisions_of_session,
    raise_versions,
    write_transaction,
)


@dataclass(frozen=True, slots=True)
class SessionStart:
    """The values with which a session starts: the names of its players; the `agreement`, which
    says what rounds are worth; the number of rounds that a table plays before all players
    change seats; and the number of tables, None for as many as the players fill."""

    names: tuple[str, ...]
    agreement: Agreement
    rounds_each: int = 1
    tables: int | None = None


def start_session(group: Group, start: SessionStart, *, key: uuid.UUID) -> Session:
    """Start a session with its first seating. If the group has a session with this key, it is
    returned. Raises IllegalRound (SAME_PLAYER_TWICE), and ValueError if the players do not fill
    the tables."""
    with write_transaction():
        lock_group(group.pk)
        known = Session.find(group.pk, key)
        if known:
            return known
        present = _players(group, start.names)
        planned = next_seating(present, (), start.tables)
        rotation = RotationStart(start.agreement, rounds_each=start.rounds_each)
        seatings = planned_seatings(len(present))
        _create_games(group, rotation, planned, SessionTable(key.hex, 1, seatings, 1))
        return _find_session(group, key)


def start_seating(session: Session, names: Iterable[str], *, number: int) -> Session:
    """Start the next seating, which has this number, with the players with these names. If that
    seating has already begun, nothing is changed. Raises Conflict if the seating before it is
    not over or is not the present one, and the exceptions of `start_session`."""
    group = session.first.group
    with write_transaction():
        lock_group(group.pk)
        session = _find_session(group, session.key)
        if session.seating == number:
            return session
        if number != session.seating + 1 or not session.seating_over:
            raise Conflict
        present, before = _players(group, names), session.tables
        tables = tables_for(len(present), session.played[-1])
        planned = next_seating(present, session.played, tables)
        rotation = RotationStart(before[-1].agreement, rounds_each=session.rounds_each)
        place = SessionTable(session.key.hex, number, session.seatings, 1)
        _create_games(group, rotation, planned, place, before)
        # The pages of the former tables show that the next game has begun.
        raise_versions(Game.objects.filter(pk__in=[game.pk for game in before]))
        raise_revisions_of_session(before[0])
        return _find_session(group, session.key)


def take_back_seating(session: Session, *, number: int, device: int) -> None:
    """Delete the games of the present seating, which has this number; an owner can restore
    them. `device` is the primary key of the device that requested it. Raises Conflict if a
    table has recorded a round or made a call, or if another seating is the present one."""
    group = session.first.group
    with write_transaction():
        lock_group(group.pk)
        session = _find_session(group, session.key)
        # A call locks only its own game, so the session is read again after all games are
        # locked.
        lock_games([game.pk for game in session.tables])
        session = _find_session(group, session.key)
        if session.seating != number or not session.seating_untouched:
            raise Conflict
        for game in sorted(session.tables, key=lambda game: game.pk):
            delete_game(game, Submission(uuid.uuid4(), device))


def _find_session(group: Group, key: uuid.UUID) -> Session:
    """Read the session. Raises Conflict if it no longer exists."""
    session = Session.find(group.pk, key)
    if session is None:
        raise Conflict
    return session


def _players(group: Group, names: Iterable[str]) -> list[int]:
    players = get_or_create_all(group, names)
    refuse_same_player(players)
    return [player.pk for player in players]


def _create_games(
    group: Group,
    start: RotationStart,
    planned: PlannedRound,
    place: SessionTable,
    before: Sequence[Game] = (),
) -> None:
    """Create a game for each table of a seating. Each follows the game in `before` of the same
    table."""
    for number, (a1, a2, b1, b2) in enumerate(planned.tables, 1):
        table = SessionTable(
            place.key, place.seating, place.seatings, number, planned.sitting_out
        )
        seats = BySeat(a1, b1, a2, b2)
        plan = Rotation.of_table(seats, table, rounds_each=start.rounds_each)
        Game.objects.create(
            group=group,
            key=uuid.uuid4(),
            follows=before[number - 1] if number <= len(before) else None,
            rotation_facts=plan.to_dict(),
            seating_number=1,
            **start.agreement_for(plan).columns,
            **{SEAT_ID_COLUMNS[seat]: player for seat, player in seats.items()},
        )
