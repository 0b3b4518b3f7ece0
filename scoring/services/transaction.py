"""Write transactions, and the locks that services take in them."""

import json
import threading
import uuid
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.conf import settings
from django.db import IntegrityError, OperationalError, connection, transaction
from django.db.models import F, QuerySet

from scoring.models import (
    SEAT_COLUMNS,
    Agreement,
    Change,
    ChangeKind,
    Game,
    Group,
    games_of_session,
    parallel_games,
)
from scoring.rules import BySeat, IllegalRound

# What other devices may have changed since a game was read.
_CHANGING = ["version", "revision", "progress", "ending", "ending_reason", "adjustments"]
_AGREEMENT = ["agreement_change", *Agreement().columns]
_SEATING = ["seating_number", "rotation_facts", *SEAT_COLUMNS.values()]

# A long import is many transactions. Each has so many rows, or items of a phone: on SQLite
# nobody else writes while it is open. In the seconds between two those who wait get a turn.
BATCH_SIZE = 200
BATCH_PAUSE = 0.005

# SQLite lets a waiting writer sleep longer each time it loses. A lock in the process keeps the
# writers in order; PostgreSQL has its own queue.
_sqlite_lock = threading.RLock()


@dataclass(frozen=True, slots=True)
class Submission:
    """One tap on one phone: `key` is made by the browser, and the same however often it is
    sent. `seating_number` says whom the phone had at the table (`Game.seating_number`), where
    that matters."""

    key: uuid.UUID
    device_id: int
    seating_number: int | None = None


class Conflict(Exception):
    """Another write came first: the game is no longer the one that this change was made for."""


class NothingToChange(Exception):
    """What this change would make is there already, since `change`."""

    def __init__(self, change: Change) -> None:
        super().__init__(change)
        self.change = change


@contextmanager
def write_transaction() -> Iterator[None]:
    """Open a transaction that may write. Raises OperationalError if others hold it up."""
    if connection.vendor == "sqlite":
        if not _sqlite_lock.acquire(timeout=settings.LOCK_TIMEOUT):
            raise OperationalError("database is locked by other threads") from TimeoutError()
        try:
            with transaction.atomic():
                yield
        finally:
            _sqlite_lock.release()
    else:
        with transaction.atomic():
            yield


def lock_game(game: Game) -> None:
    """Lock the game's row and reload it. Raises Conflict if it is deleted."""
    try:
        _refresh(game, Game.objects.select_for_update(no_key=True))
    except Game.DoesNotExist:
        raise Conflict from None


def lock_games(pks: Collection[int]) -> None:
    """Lock the rows of these games, in the order in which all lock several of them."""
    locked = Game.objects.select_for_update(no_key=True).filter(pk__in=pks)
    list(locked.order_by("pk").values_list("pk"))


def lock_and_bump(game: Game, *, deleted: bool = False) -> None:
    """Raise the game's version and revision, which locks its row, and reload it. Raises
    Conflict if it is deleted, or with `deleted` if it is not.

    The rounds are read by a later statement: on PostgreSQL the same one would see them as they
    were before it waited for the lock.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE scoring_game SET version = version + 1, revision = revision + 1,"
            " late_changes = late_changes + CASE WHEN EXISTS (SELECT 1"
            " FROM scoring_game later WHERE later.group_id = scoring_game.group_id"
            " AND later.id > scoring_game.id) THEN 1 ELSE 0 END"
            " WHERE id = %s AND (deleted IS NOT NULL) = %s"
            " RETURNING version, revision, progress, ending, ending_reason, seating_number,"
            " agreement_change, adjustments",
            [game.pk, deleted],
        )
        row = cursor.fetchone()
    if row is None:
        raise Conflict
    seen, seating = game.version, _seating(game)
    game.version, game.revision, progress, game.ending, game.ending_reason, *others = row
    seating_number, agreement_change, adjustments = others
    game.adjustments = adjustments and json.loads(adjustments)
    # A merge of players writes others without a change of the seating.
    if seating_number != game.seating_number or game.version != seen + 1:
        game.refresh_from_db(fields=_SEATING)
        if _seating(game) != seating:
            game.clear_names()
    if agreement_change != game.agreement_change:
        game.refresh_from_db(fields=_AGREEMENT)
    game.progress = progress and json.loads(progress)
    game.clear_cached()


def reload(game: Game) -> None:
    """Reload the game after a rollback."""
    _refresh(game)


def _refresh(game: Game, games: QuerySet[Game] | None = None) -> None:
    """Read all columns that other devices may have changed, and forget what was read of the
    rest. Raises Game.DoesNotExist."""
    seating = _seating(game)
    columns = [*_CHANGING, *_SEATING, *_AGREEMENT]
    game.refresh_from_db(fields=columns, from_queryset=games)
    game.clear_cached()
    if _seating(game) != seating:
        game.clear_names()


def _seating(game: Game) -> tuple[int, BySeat[int]]:
    return game.seating_number, game.players


def execute_once(
    game: Game,
    submission: Submission,
    apply: Callable[[], Change],
    matches: Callable[[Change], bool],
    *,
    deleted: bool = False,
) -> Change:
    """Lock the game, which is `deleted` or not, raise its version, and `apply` a change, in one
    transaction. If that is refused, nothing is written and the game is reloaded.

    A submission whose key is known returns the change that it made, if `matches` says that it
    is this one. Where `apply` raises NothingToChange, nothing is written either, and its change
    is returned. Raises Conflict if the key is of another change, and what else `apply` raises.
    """
    try:
        with write_transaction():
            if game.series or in_session(game):
                # Two changes would raise the revisions of each other's games.
                lock_group(game.group_id)
            lock_and_bump(game, deleted=deleted)
            change = apply()
            _raise_revisions_of_series(game, change)
            raise_revisions_of_session(game)
            return change
    except NothingToChange as found:
        reload(game)
        return found.change
    except (Conflict, IllegalRound, IntegrityError):
        reload(game)
        earlier = game.changes.filter(key=submission.key).first()
        if earlier is None:
            raise
        if not matches(earlier):
            raise Conflict from None
        return earlier


def _raise_revisions_of_series(game: Game, change: Change) -> None:
    """Have the pages of the other games of a series show what has changed in it."""
    if game.series and (change.kind != ChangeKind.RECORD or game.summary.standing.over):
        others = Game.objects.filter(group=game.group_id, series=game.series).exclude(
            pk=game.pk
        )
        others.update(revision=F("revision") + 1)


def in_session(game: Game) -> bool:
    """Whether the game is a table of a session."""
    return game.rotation is not None and game.rotation.session is not None


def raise_revisions_of_session(game: Game) -> None:
    """Have the pages that show the standings of this game's session show what has changed: of
    the tables of the present seating, and of the session, whose page has the revision of its
    first game. The group must be locked."""
    if game.rotation is None or game.rotation.session is None:
        return
    games = games_of_session(game.group_id, game.rotation.session.key).order_by("pk")
    seatings = dict(games.values_list("pk", "rotation_facts__session__seating"))
    present = max(seatings.values(), default=0)
    shown = {pk for pk, seating in seatings.items() if seating == present}
    shown.update(list(seatings)[:1])  # the first game, by primary key
    others = Game.objects.filter(pk__in=shown - {game.pk})
    others.update(revision=F("revision") + 1)


def raise_revisions_of_parallel_games(game: Game) -> None:
    """Have the pages of the games that were started at the same time show what has become of
    this one."""
    others = Game.objects.filter(pk__in=[each.pk for each in parallel_games(game)])
    others.update(revision=F("revision") + 1)


def show_on_parallel_games(game: Game) -> None:
    """Raise the revisions of parallel games, once the change of this game is committed: within
    its transaction two games could wait for each other's rows."""
    with write_transaction():
        lock_group(game.group_id)
        raise_revisions_of_parallel_games(game)


def lock_group(group_id: int) -> None:
    """Lock the group's row, so that its players and devices are added one after another. Who
    locks games too, locks the group first.

    Rows that name the group are inserted all the same (`no_key`): whoever holds the lock of a
    game may be about to.
    """
    Group.objects.select_for_update(no_key=True).get(pk=group_id)


def lock_groups(group_ids: Collection[int]) -> None:
    """The same for several groups, as far as they are there."""
    locked = Group.objects.select_for_update(no_key=True).filter(pk__in=group_ids)
    list(locked.order_by("pk").values_list("pk"))


def raise_versions(games: QuerySet[Game]) -> None:
    """Have these games shown anew on every phone, and all that is cached of them dropped,
    though they have no new change."""
    games.update(version=F("version") + 1, revision=F("revision") + 1)


def raise_revisions(group_id: int) -> None:
    """Have all games of the group shown anew on every phone. The group must be locked."""
    Game.with_deleted.filter(group=group_id).update(revision=F("revision") + 1)
