"""Write transactions, the locks that services take in them, and the counters that they raise.

All services use this module. A transaction that takes several locks takes them in this order,
so that two transactions never wait for each other: the group, then games by primary key.
"""

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

# The columns that other devices may have changed since a game was read.
_CHANGING = ["version", "revision", "progress", "ending", "ending_reason", "adjustments"]
_AGREEMENT = ["agreement_change", *Agreement().columns]
_SEATING = ["seating_number", "rotation_facts", *SEAT_COLUMNS.values()]

# A long import is many transactions of BATCH_SIZE rows (or items of a phone), because on SQLite
# nobody else can write while one is open. Between two of them, others can write for BATCH_PAUSE
# seconds.
BATCH_SIZE = 200
BATCH_PAUSE = 0.005

# SQLite has no queue: a waiting writer sleeps longer after each failed attempt. This lock keeps
# the writers of this process in order. PostgreSQL has a queue for each row.
_sqlite_lock = threading.RLock()


@dataclass(frozen=True, slots=True)
class Submission:
    """One tap on one phone. `key` is its idempotency key: the browser makes it once, even if it
    sends the tap several times. `seating_number` is the `Game.seating_number` that the phone
    showed, None if the form does not contain it."""

    key: uuid.UUID
    device_id: int
    seating_number: int | None = None


class Conflict(Exception):
    """Another change came first, so that the phone showed a state that is no longer the present
    one."""


class NothingToChange(Exception):
    """The game is already in the state that this change would make, since the logged
    `change`."""

    def __init__(self, change: Change) -> None:
        super().__init__(change)
        self.change = change


@contextmanager
def write_transaction() -> Iterator[None]:
    """Open a transaction that may write. Raises OperationalError if it waits for a lock longer
    than LOCK_TIMEOUT."""
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
        reload(game, Game.objects.select_for_update(no_key=True))
    except Game.DoesNotExist:
        raise Conflict from None


def lock_games(pks: Collection[int]) -> None:
    """Lock the rows of these games, in the order of their primary keys."""
    locked = Game.objects.select_for_update(no_key=True).filter(pk__in=pks)
    list(locked.order_by("pk").values_list("pk"))


def lock_and_bump(game: Game, *, deleted: bool) -> None:
    """Raise the game's version and revision, which locks its row, and reload it. Raises
    Conflict if the game is deleted, or, with `deleted`, if it is not deleted.

    The rounds must be read by a later statement: on PostgreSQL this statement would still see
    the rounds from before it waited for the lock.
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
    # A merge of players changes the players, but not the `seating_number`.
    if seating_number != game.seating_number or game.version != seen + 1:
        game.refresh_from_db(fields=_SEATING)
        if _seating(game) != seating:
            game.clear_names()
    if agreement_change != game.agreement_change:
        game.refresh_from_db(fields=_AGREEMENT)
    game.progress = progress and json.loads(progress)
    game.clear_cached()


def reload(game: Game, games: QuerySet[Game] | None = None) -> None:
    """Reload all columns that other devices may have changed, and clear the cached rounds and
    changes. Raises Game.DoesNotExist if the game is not in `games`; the default is all games,
    including deleted ones."""
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
    """Lock the game, raise its version and `apply` a change, in one transaction, so that each
    submission changes the game once. `deleted` says whether the game must be deleted; otherwise
    it must not be deleted.

    Returns the change that `apply` made. If that raises Conflict, IllegalRound or
    IntegrityError, nothing is written and the game is reloaded. If the key of the submission is
    then known, the change with this key is returned, provided that `matches` is true for it;
    otherwise Conflict is raised. After NothingToChange nothing is written either, and the
    change of that exception is returned. All other exceptions are raised.
    """
    try:
        with write_transaction():
            if game.series or in_session(game):
                # Without this lock, two concurrent changes could wait for each other's games,
                # whose revisions they raise.
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
    """Let the pages of the other games of the series show the change, if it may have changed
    the standing of the series: any change except a round that does not end the game."""
    if game.series and (change.kind != ChangeKind.RECORD or game.summary.standing.over):
        others = Game.objects.filter(group=game.group_id, series=game.series).exclude(
            pk=game.pk
        )
        others.update(revision=F("revision") + 1)


def in_session(game: Game) -> bool:
    """Whether the game is a table of a session."""
    return game.rotation is not None and game.rotation.session is not None


def raise_revisions_of_session(game: Game) -> None:
    """Let the pages that show the standings of this game's session show the change. These are
    the tables of the present seating, and the page of the session, which uses the revision of
    its first game. The group must be locked."""
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
    """Let the pages of the games that were started at the same time as this one show its
    present state."""
    others = Game.objects.filter(pk__in=[each.pk for each in parallel_games(game)])
    others.update(revision=F("revision") + 1)


def show_on_parallel_games(game: Game) -> None:
    """The same in a transaction of its own, for a change of this game that is already
    committed. Within the transaction of the change, two games could wait for each other's
    rows."""
    with write_transaction():
        lock_group(game.group_id)
        raise_revisions_of_parallel_games(game)


def lock_group(group_id: int) -> None:
    """Lock the group's row, so that its players and devices are added one after another. Take
    this lock before the lock of any game.

    Others can still insert rows that refer to the group (`no_key`), for example when they
    record a round.
    """
    Group.objects.select_for_update(no_key=True).get(pk=group_id)


def lock_groups(group_ids: Collection[int]) -> None:
    """Lock the rows of these groups in the order of their primary keys. Groups that do not
    exist are skipped."""
    locked = Group.objects.select_for_update(no_key=True).filter(pk__in=group_ids)
    list(locked.order_by("pk").values_list("pk"))


def raise_versions(games: QuerySet[Game]) -> None:
    """Raise the versions of these games, although they have no new change. Every phone reloads
    them, and their cached data is not used any more."""
    games.update(version=F("version") + 1, revision=F("revision") + 1)


def raise_revisions(group_id: int) -> None:
    """Let every phone reload all games of the group. The group must be locked.

    This locks the games. In a transaction that also changes the name or the recovery link of a
    player, write the player after this call. On PostgreSQL, a change that seats this player in
    one of the games locks the game first, and waits for the row of the player at its commit.
    """
    Game.with_deleted.filter(group=group_id).update(revision=F("revision") + 1)
