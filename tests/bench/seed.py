"""Fills the database of the measured server. Prints the addresses and tokens of the rows as
JSON."""

import json
import sys
import uuid
from collections.abc import Iterable, Iterator

from django.db import connection, transaction
from django.utils import timezone

from scoring.models import Change, ChangeKind, Device, Game, Group, Round
from scoring.rules import OFFICIAL_RULES, BySeat, RoundNotes, RoundResult
from scoring.services.membership import join_group, register_device
from scoring.services.players import get_or_create_players
from tests.bench import bare
from tests.bench.rounds import FINISHED, PLAYED

NAMES = BySeat("Anna", "Bernd", "Clara", "Dieter")


def group_of(device: Device) -> Group:
    group = Group.objects.create()
    join_group(device, group)
    return group


def games(group: Group, number: int, *, version: int = 0) -> list[Game]:
    players = {
        f"player_{seat.lower()}": each
        for seat, each in get_or_create_players(group, NAMES).items()
    }
    return Game.objects.bulk_create(
        Game(group=group, key=uuid.uuid4(), version=version, revision=version, **players)
        for _ in range(number)
    )


def score(games: Iterable[Game], device: Device, results: list[RoundResult]) -> None:
    """Add the same rounds, and the changes that recorded them, to every game."""
    rounds = [each for game in games for each in _rounds(game, results)]
    Round.objects.bulk_create(rounds, batch_size=1000)
    Change.objects.bulk_create((_change(each, device) for each in rounds), batch_size=1000)


def _rounds(game: Game, results: list[RoundResult]) -> Iterator[Round]:
    now = timezone.now()
    for seq, result in enumerate(results, 1):
        row = Round(group_id=game.group_id, game=game, seq=seq, version=seq, recorded=now)
        yield row.assign(result, RoundNotes(), OFFICIAL_RULES)


def _change(row: Round, device: Device) -> Change:
    return Change(
        group_id=row.group_id,
        game_id=row.game_id,
        number=row.seq,
        kind=ChangeKind.RECORD,
        seq=row.seq,
        round_number=row.seq,
        after=row.result.to_dict(),
        key=uuid.uuid4(),
        device=device,
        at=row.recorded,
    )


def evening(finished: int, running: int, runs: int) -> dict[str, object]:
    """Return a device in a group with finished games, and new games to score in each run."""
    device, token = register_device("Android")
    group = group_of(device)
    score(games(group, finished, version=len(FINISHED)), device, FINISHED)
    return {
        "token": token,
        "games": [[str(game.key) for game in games(group, running)] for _ in range(runs)],
    }


def tables_of_groups(finished: int, running: int) -> dict[str, object]:
    """Return a device and games to score. Each is the latest game of a group with finished
    games."""
    device, token = register_device("Android")
    keys = []
    for _ in range(running):
        group = group_of(device)
        score(games(group, finished, version=len(FINISHED)), device, FINISHED)
        keys += [str(game.key) for game in games(group, 1)]
    return {"token": token, "games": [keys]}


def table() -> dict[str, object]:
    """Return a device and a game of ten rounds that is only read."""
    device, token = register_device("Android")
    game = games(group_of(device), 1, version=len(PLAYED))[0]
    score([game], device, PLAYED)
    return {"token": token, "key": str(game.key), "version": game.version}


def subscribed_tables(tables: int, phones: int) -> dict[str, object]:
    """Return tables in two halves. Each table has a group of its own; one device records in all
    groups, and the others subscribe.

    One half is for streams, and the other half for polling.
    """
    recorder, token = register_device("Android")

    def new_table() -> dict[str, object]:
        group = group_of(recorder)
        tokens = []
        for _ in range(phones):
            device, held = register_device("Android")
            join_group(device, group)
            tokens.append(held)
        return {"key": str(games(group, 1)[0].key), "tokens": tokens}

    halves = [[new_table() for _ in range(tables)] for _ in range(2)]
    return {"token": token, "halves": halves, "table": table()}


def subscribers(tables: int, phones: int) -> None:
    with transaction.atomic():
        seeded = subscribed_tables(tables, phones)
    json.dump(seeded, sys.stdout)


def one_table(tables: int, phones: int) -> None:
    """Seed as `subscribers` does, with games that nobody wins."""
    with transaction.atomic():
        seeded = subscribed_tables(tables, phones)
        Game.objects.update(target=1_000_000)
    json.dump(seeded, sys.stdout)


def tables(number: int) -> None:
    with transaction.atomic():
        seeded = evening(0, number, 1)
    json.dump(seeded, sys.stdout)


def unopened(number: int, runs: int) -> dict[str, object]:
    """Return a device, and games of ten rounds for each run."""
    device, token = register_device("Android")
    group = group_of(device)
    rows = [games(group, number, version=len(PLAYED)) for _ in range(runs)]
    score([game for each in rows for game in each], device, PLAYED)
    return {"token": token, "games": [[str(game.key) for game in each] for each in rows]}


def main(runs: int, running: int, opened: int) -> None:
    bare.create_table()
    with transaction.atomic():
        seeded = {
            "few": [tables_of_groups(5, running) for _ in range(runs)],
            "many": evening(2000, running, runs),
            "unopened": unopened(opened, runs),
            "table": table(),
        }
    analyze()
    json.dump(seeded, sys.stdout)


def few(runs: int, running: int) -> None:
    bare.create_table()
    with transaction.atomic():
        few = [tables_of_groups(5, running) for _ in range(runs)]
        seeded = {"few": few, "table": table()}
    analyze()
    json.dump(seeded, sys.stdout)


def analyze() -> None:
    if connection.vendor == "postgresql":
        # Autovacuum does this within a minute. SQLite does it never by itself.
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
