"""Store rows of a log in a group. The group must be locked, or not be visible to anybody
yet."""

import uuid
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from scoring.models import (
    Change,
    Device,
    Game,
    Group,
    GroupChange,
    GroupChangeKind,
    Payment,
    Player,
    Round,
    Season,
    name_key,
)
from scoring.models.group_change import NAMES_OF_PLAYERS
from scoring.services.logged_group import (
    LoggedGame,
    LoggedGroupChange,
    LoggedPayment,
    LoggedSeason,
)
from scoring.services.photos import store_photos
from scoring.services.transaction import BATCH_SIZE
from scoring.services.unknown_properties import store_unknown_of_games
from scoring.tokens import create_device_token, hash_token

_UNIT_SEPARATOR = "\x1f"  # cannot occur in the key of a typed name


def create_players(
    group: Group, players: Iterable[Player], photos: Mapping[uuid.UUID, bytes]
) -> dict[uuid.UUID, int]:
    """Add these players of a log to the group, with those of the photos that belong to them.
    Returns their primary keys by their ids in the log."""
    added = list(players)
    keys = set(Player.with_merged.filter(group=group).values_list("name_key", flat=True))
    for each in added:
        each.group, each.name_key = group, _free_key(each.name, keys)
        keys.add(each.name_key)
    log_ids = {each.log_id for each in added}
    store_photos(group, [each for log_id, each in photos.items() if log_id in log_ids])
    Player.objects.bulk_create(added)
    return {each.log_id: each.pk for each in added if each.log_id}


def _free_key(name: str, taken: set[str]) -> str:
    """The `name_key`, or a longer key if another player has it. Two players with names that are
    alike come from a group that had both before their names counted as alike; each is found by
    the name itself."""
    key = name_key(name)
    return f"{key}{_UNIT_SEPARATOR}{name}" if key in taken else key


def create_authors(names: Mapping[uuid.UUID, str]) -> dict[uuid.UUID, int]:
    """Add a device for each author, given as names by ids in a log. Returns their primary keys
    by these ids."""
    devices = [
        # The token is random and no browser gets it.
        Device(token_hash=hash_token(create_device_token()), system=name, log_id=log_id)
        for log_id, name in names.items()
    ]
    Device.objects.bulk_create(devices)
    return {each.log_id: each.pk for each in devices if each.log_id}


def create_games(group: Group, batch: list[LoggedGame], stored: dict[uuid.UUID, int]) -> None:
    """Add these games to the group. `stored` contains the primary keys, by ids in logs, of the
    games that one of these may follow; the keys of these games are added to it in their order,
    so that no game follows itself or a later one."""
    known = set(
        Game.with_deleted.filter(key__in=[each.game.key for each in batch]).values_list(
            "key", flat=True
        )
    )
    ids = [each.game.key for each in batch]
    for each in batch:
        game = each.game
        game.group = group
        if game.key in known:  # the original of the group is stored here too
            game.key, game.log_id = uuid.uuid4(), game.key
    games = Game.objects.bulk_create([each.game for each in batch])
    for log_id, each in zip(ids, batch, strict=True):
        if each.follows:
            each.game.follows_id = stored.get(each.follows)
        stored[log_id] = each.game.pk
    following = [each for each in games if each.follows_id]
    Game.objects.bulk_update(following, ["follows"])
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
    """Add these payments. `players` are the primary keys by ids in the log."""
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
    """Add these entries to the log of the group. `players` and `authors` are the primary keys
    by ids in the file."""

    def facts(entry: LoggedGroupChange) -> dict[str, Any]:
        if entry.kind not in GroupChangeKind.values:  # of a later release: stored unchanged
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


def batches(games: Iterable[LoggedGame]) -> Iterator[list[LoggedGame]]:
    """The games in order, in batches of at most BATCH_SIZE rows. A game with more rows is a
    batch of its own."""
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
