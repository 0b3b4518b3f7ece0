"""Store a group that was read from a log.

It is stored a few rows at a time, so that tables go on meanwhile, and belongs to nobody until
all of it is there: whatever goes wrong, also the end of the process, nobody sees a part of it.
"""

import time
import uuid
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from django.utils import timezone

from scoring.models import (
    Agreement,
    Change,
    Device,
    Game,
    Group,
    Membership,
    Payment,
    Player,
    Role,
    Round,
    name_key,
)
from scoring.services.groups import purge_group
from scoring.services.transaction import write_transaction
from scoring.tokens import create_device_token, hash_token

# Of rows in a transaction: on SQLite nobody else writes while it is open.
BATCH_SIZE = 200
PAUSE = 0.005  # seconds between two transactions, in which those who wait for their turn get it


@dataclass(frozen=True, slots=True)
class LoggedPayment:
    """A payment between two players, by their ids in the log."""

    key: uuid.UUID
    payer: uuid.UUID
    payee: uuid.UUID
    chips: int
    at: datetime


@dataclass(frozen=True, slots=True)
class LogHead:
    """What a log has beside its games: the group, its players and the authors of changes by
    their ids, and the payments. No two names are alike (`name_key`)."""

    id: uuid.UUID
    name: str
    created: datetime
    agreement: Agreement | None
    stake: int | None
    shows_win_probability: bool
    players: Mapping[uuid.UUID, str]
    authors: Mapping[uuid.UUID, str]
    payments: tuple[LoggedPayment, ...] = ()


@dataclass(frozen=True, slots=True)
class LoggedGame:
    """A game of a log, not stored yet, with its rounds and changes; its players and authors are
    those of this database. Its key is its id in the log."""

    game: Game
    rematch_of: uuid.UUID | None
    rounds: list[Round] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)

    @property
    def rows(self) -> int:
        return 1 + len(self.rounds) + len(self.changes)


class GroupImport:
    """A group that is being stored.

    `players` and `authors` are the primary keys of those that the log names, by their ids: its
    games are read with these. Nobody belongs to the group, and it counts as deleted, until
    `finish`: what is left of an import that was cut off is purged like any deleted group.
    """

    def __init__(self, head: LogHead) -> None:
        self.head = head
        self.games: dict[uuid.UUID, int] = {}
        with write_transaction():
            self.group = _create_group(head)
            self.players = self._create_players()
            self.authors = self._create_authors()

    def store(self, games: Iterable[LoggedGame]) -> None:
        """Store these games, after those that were stored before. Raises IntegrityError for
        what no group can have, such as a game twice."""
        for batch in _batches(games):
            with write_transaction():
                self._store(batch)
            time.sleep(PAUSE)

    def finish(self, owner: Device) -> Group:
        """Let the group be this device's."""
        with write_transaction():
            Payment.objects.bulk_create(self._payments())
            Group.objects.filter(pk=self.group.pk).update(deleted=None)
            self.group.deleted = None
            Membership.objects.create(
                group=self.group, device=owner, role=Role.OWNER, name=owner.system
            )
        return self.group

    def discard(self) -> None:
        """Leave the database as it was."""
        with write_transaction():
            purge_group(self.group)
            Device.objects.filter(pk__in=self.authors.values()).delete()

    def _create_players(self) -> dict[uuid.UUID, int]:
        names = self.head.players.items()
        players = [
            Player(group=self.group, name=name, name_key=name_key(name), log_id=log_id)
            for log_id, name in names
        ]
        Player.objects.bulk_create(players)
        return {each.log_id: each.pk for each in players if each.log_id}

    def _create_authors(self) -> dict[uuid.UUID, int]:
        devices = [
            # A token that nobody ever has.
            Device(token_hash=hash_token(create_device_token()), system=name, log_id=log_id)
            for log_id, name in self.head.authors.items()
        ]
        Device.objects.bulk_create(devices)
        return {each.log_id: each.pk for each in devices if each.log_id}

    def _store(self, batch: list[LoggedGame]) -> None:
        known = set(
            Game.with_deleted.filter(key__in=[each.game.key for each in batch]).values_list(
                "key", flat=True
            )
        )
        ids = [each.game.key for each in batch]
        for each in batch:
            game = each.game
            game.group = self.group
            if game.key in known:  # the group that it came from is here too
                game.key, game.log_id = uuid.uuid4(), game.key
        games = Game.objects.bulk_create([each.game for each in batch])
        self.games |= {log_id: game.pk for log_id, game in zip(ids, games, strict=True)}
        for each in batch:
            if each.rematch_of:
                each.game.rematch_of_id = self.games.get(each.rematch_of)
            for played in each.rounds:
                played.group, played.game = self.group, each.game
            for change in each.changes:
                change.group, change.game = self.group, each.game
        rematches = [each for each in games if each.rematch_of_id]
        Game.objects.bulk_update(rematches, ["rematch_of"])
        Round.objects.bulk_create([row for each in batch for row in each.rounds])
        Change.objects.bulk_create([row for each in batch for row in each.changes])

    def _payments(self) -> list[Payment]:
        return [
            Payment(
                group=self.group,
                payer_id=self.players[each.payer],
                payee_id=self.players[each.payee],
                chips=each.chips,
                key=each.key,
                at=each.at,
            )
            for each in self.head.payments
        ]


def _create_group(head: LogHead) -> Group:
    known = Group.objects.filter(key=head.id).exists()
    return Group.objects.create(
        key=uuid.uuid4() if known else head.id,
        log_id=head.id if known else None,
        name=head.name,
        created=head.created,
        deleted=timezone.now(),
        stake=head.stake,
        shows_win_probability=head.shows_win_probability,
        **(head.agreement.columns if head.agreement else {}),
    )


def _batches(games: Iterable[LoggedGame]) -> Iterator[list[LoggedGame]]:
    """The games in order, so many together as are not more than BATCH_SIZE rows."""
    batch: list[LoggedGame] = []
    rows = 0
    for each in games:
        if batch and rows + each.rows > BATCH_SIZE:
            yield batch
            batch, rows = [], 0
        batch.append(each)
        rows += each.rows
    if batch:
        yield batch
