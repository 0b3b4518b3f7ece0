"""Store a group that was read from a log.

It is stored a few rows at a time, so that tables go on meanwhile, and belongs to nobody until
all of it is there: whatever goes wrong, also the end of the process, nobody sees a part of it.
"""

import time
import uuid
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from django.utils import timezone

from scoring.models import (
    Agreement,
    AvatarChoice,
    Change,
    Device,
    Game,
    Group,
    GroupChange,
    GroupChangeKind,
    Membership,
    Payment,
    Player,
    PlayRules,
    Role,
    Round,
    Season,
    name_key,
    photo_digest,
)
from scoring.models.group_change import NAMES_OF_PLAYERS
from scoring.services.groups import purge_group
from scoring.services.photos import store_photos
from scoring.services.transaction import write_transaction
from scoring.services.unknown_properties import (
    LoggedUnknownProperties,
    store_unknown,
    store_unknown_of_games,
)
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
class LoggedSeason:
    """A season, of which both days are part."""

    key: uuid.UUID
    name: str
    first_day: date
    last_day: date


@dataclass(frozen=True, slots=True)
class LoggedGroupChange:
    """An entry of the log of the group; its author and the players in its facts by their ids in
    the file."""

    key: uuid.UUID
    at: datetime
    kind: str
    author: uuid.UUID | None
    facts: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class LogHead:
    """What a log has beside its games: the group, its players and the authors of changes by
    their ids, the payments, the seasons and the log of the group. No two names are alike
    (`name_key`)."""

    id: uuid.UUID
    name: str
    created: datetime
    agreement: Agreement | None
    stake: int | None
    shows_win_probability: bool
    players: Mapping[uuid.UUID, str]
    authors: Mapping[uuid.UUID, str]
    payments: tuple[LoggedPayment, ...] = ()
    hidden_players: frozenset[uuid.UUID] = frozenset()
    shows_avatars: bool = True
    shows_deal: bool = True
    avatars: Mapping[uuid.UUID, AvatarChoice] = field(default_factory=dict)
    photos: Mapping[uuid.UUID, bytes] = field(default_factory=dict)
    seasons: tuple[LoggedSeason, ...] = ()
    group_changes: tuple[LoggedGroupChange, ...] = ()
    play_rules: tuple[str, ...] = ()
    unknown: tuple[LoggedUnknownProperties, ...] = ()

    def player(self, log_id: uuid.UUID) -> Player:
        """The player of this id, not stored yet, and of no group."""
        name, chosen = self.players[log_id], self.avatars.get(log_id, AvatarChoice())
        photo = self.photos.get(log_id)
        return Player(
            name=name,
            name_key=name_key(name),
            log_id=log_id,
            hidden=log_id in self.hidden_players,
            colour=chosen.colour,
            symbol=chosen.symbol,
            photo=photo_digest(photo) if photo else None,
        )


@dataclass(frozen=True, slots=True)
class LoggedGame:
    """A game of a log, not stored yet, with its rounds and changes; its players and authors are
    those of this database. Its key is its id in the log."""

    game: Game
    rematch_of: uuid.UUID | None
    rounds: list[Round] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    unknown: Mapping[str, Any] = field(default_factory=dict)

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
            if head.play_rules:
                PlayRules.objects.create(group=self.group, names=[*head.play_rules])
            self.players = create_players(
                self.group, map(head.player, head.players), head.photos
            )
            self.authors = create_authors(head.authors)
            store_unknown(self.group, head.unknown)

    def store(self, games: Iterable[LoggedGame]) -> None:
        """Store these games, after those that were stored before. Raises IntegrityError for
        what no group can have, such as a game twice."""
        for batch in batches(games):
            with write_transaction():
                create_games(self.group, batch, self.games)
            time.sleep(PAUSE)

    def finish(self, owner: Device) -> Group:
        """Let the group be this device's."""
        with write_transaction():
            create_payments(self.group, self.head.payments, self.players)
            create_seasons(self.group, self.head.seasons)
            create_group_changes(
                self.group, self.head.group_changes, self.players, self.authors
            )
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


def create_players(
    group: Group, players: Iterable[Player], photos: Mapping[uuid.UUID, bytes]
) -> dict[uuid.UUID, int]:
    """Add these players of a log to the group, with those of the photos that are theirs: their
    primary keys, by their ids there."""
    added = list(players)
    for each in added:
        each.group = group
    log_ids = {each.log_id for each in added}
    store_photos(group, [each for log_id, each in photos.items() if log_id in log_ids])
    Player.objects.bulk_create(added)
    return {each.log_id: each.pk for each in added if each.log_id}


def create_authors(names: Mapping[uuid.UUID, str]) -> dict[uuid.UUID, int]:
    """Add a device for each author of these names by their ids in a log: their primary keys."""
    devices = [
        # A token that nobody ever has.
        Device(token_hash=hash_token(create_device_token()), system=name, log_id=log_id)
        for log_id, name in names.items()
    ]
    Device.objects.bulk_create(devices)
    return {each.log_id: each.pk for each in devices if each.log_id}


def create_games(group: Group, batch: list[LoggedGame], stored: dict[uuid.UUID, int]) -> None:
    """Add these games to the group. `stored` has the primary keys of those that may be the game
    before one of these, by their ids in logs, and gets theirs."""
    known = set(
        Game.with_deleted.filter(key__in=[each.game.key for each in batch]).values_list(
            "key", flat=True
        )
    )
    ids = [each.game.key for each in batch]
    for each in batch:
        game = each.game
        game.group = group
        if game.key in known:  # the group that it came from is here too
            game.key, game.log_id = uuid.uuid4(), game.key
    games = Game.objects.bulk_create([each.game for each in batch])
    stored |= {log_id: game.pk for log_id, game in zip(ids, games, strict=True)}
    for each in batch:
        if each.rematch_of:
            each.game.rematch_of_id = stored.get(each.rematch_of)
    rematches = [each for each in games if each.rematch_of_id]
    Game.objects.bulk_update(rematches, ["rematch_of"])
    create_rows((each.game, each.rounds, each.changes) for each in batch)
    store_unknown_of_games(group, [(each.game, each.unknown) for each in batch if each.unknown])


def create_rows(games: Iterable[tuple[Game, list[Round], list[Change]]]) -> None:
    """Add these rounds and changes to their games."""
    rounds: list[Round] = []
    changes: list[Change] = []
    for game, more_rounds, more_changes in games:
        for played in more_rounds:
            played.group_id, played.game_id = game.group_id, game.pk
        for change in more_changes:
            change.group_id, change.game_id = game.group_id, game.pk
        rounds += more_rounds
        changes += more_changes
    Round.objects.bulk_create(rounds)
    Change.objects.bulk_create(changes)


def create_payments(
    group: Group, payments: Iterable[LoggedPayment], players: Mapping[uuid.UUID, int]
) -> None:
    """Add these payments between `players`, primary keys by ids in the log."""
    Payment.objects.bulk_create(
        Payment(
            group=group,
            payer_id=players[each.payer],
            payee_id=players[each.payee],
            chips=each.chips,
            key=each.key,
            at=each.at,
        )
        for each in payments
    )


def create_seasons(group: Group, seasons: Iterable[LoggedSeason]) -> None:
    """Add these seasons to the group."""
    Season.objects.bulk_create(
        Season(
            group=group,
            key=each.key,
            name=each.name,
            first_day=each.first_day,
            last_day=each.last_day,
        )
        for each in seasons
    )


def create_group_changes(
    group: Group,
    changes: Iterable[LoggedGroupChange],
    players: Mapping[uuid.UUID, int],
    authors: Mapping[uuid.UUID, int],
) -> None:
    """Add these entries to the log of the group; `players` and `authors` are primary keys by
    ids in the file."""

    def facts(entry: LoggedGroupChange) -> dict[str, Any]:
        if entry.kind not in GroupChangeKind.values:  # of a later release: kept as it is
            return dict(entry.facts)
        return {
            name: players[uuid.UUID(value)] if name in NAMES_OF_PLAYERS else value
            for name, value in entry.facts.items()
        }

    GroupChange.objects.bulk_create(
        GroupChange(
            group=group,
            device_id=authors[each.author] if each.author else None,
            at=each.at,
            kind=each.kind,
            facts=facts(each),
            log_id=each.key,
        )
        for each in changes
    )


def _create_group(head: LogHead) -> Group:
    known = Group.objects.filter(key=head.id).exists()
    return Group.objects.create(
        key=uuid.uuid4() if known else head.id,
        log_id=head.id if known else None,
        # The group that it came from makes further ids of the same key.
        log_namespace=None if known else uuid.uuid4(),
        name=head.name,
        created=head.created,
        deleted=timezone.now(),
        stake=head.stake,
        shows_win_probability=head.shows_win_probability,
        shows_avatars=head.shows_avatars,
        shows_deal=head.shows_deal,
        **(head.agreement.columns if head.agreement else {}),
    )


def batches(games: Iterable[LoggedGame]) -> Iterator[list[LoggedGame]]:
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
