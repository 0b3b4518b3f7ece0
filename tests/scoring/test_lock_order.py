"""On PostgreSQL, changes do not deadlock."""

import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from threading import Event

import pytest
from django.db import connection
from django.db.models import F
from django.test import Client
from django.utils import timezone

from scoring.exchange.log_merge import merge_log, plan_merge
from scoring.forms import ImportStatus, UnsentImport
from scoring.forms.unsent_import import ImportItem
from scoring.models import Agreement, Change, ChangeKind, Game, Group, Player
from scoring.rules import BySeat
from scoring.services.forget_player import forget_player
from scoring.services.games import PlaceInSeries, continue_series, start_game
from scoring.services.players import rename_player
from scoring.services.sessions import SessionStart, start_session
from scoring.services.transaction import Submission, execute_once, lock_group, write_transaction
from tests.factories import (
    DeviceFactory,
    GameFactory,
    GameWriter,
    GroupFactory,
    Phone,
    PlayerFactory,
    plain,
)
from tests.scoring.lock_waits import SECONDS, somebody_waits, wait_for
from tests.scoring.log_groups import imported, log_of
from tests.scoring.unsent_import import record

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has one writer"),
]

NAMES = BySeat("Anna", "Bernd", "Clara", "Dieter")


def test_round_is_recorded_while_somebody_adds_a_player() -> None:
    game = GameFactory.create()
    locked, recorded = Event(), Event()

    def hold_group() -> None:
        try:
            with write_transaction():
                lock_group(game.group_id)
                locked.set()
                assert recorded.wait(SECONDS)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        holding = pool.submit(hold_group)
        assert locked.wait(SECONDS)
        try:
            GameWriter(game).record(plain(60))
        finally:
            recorded.set()
        holding.result()

    assert Game.objects.get().version == 1


def change_at_once(one: Game, other: Game) -> list[int]:
    """Change both games. Each change waits until the other one has begun or waits for a lock.
    Returns the numbers of the changes."""
    device = DeviceFactory.create().pk
    begun = {one.pk: Event(), other.pk: Event()}

    def change(game: Game, meanwhile: Game) -> int:
        def apply() -> Change:
            begun[game.pk].set()
            wait_for(lambda: begun[meanwhile.pk].is_set() or somebody_waits())
            return log_change(game, device)

        try:
            submission = Submission(uuid.uuid4(), device)
            return execute_once(game, submission, apply, lambda _: True).number
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        return [*pool.map(change, (one, other), (other, one))]


def test_two_games_of_a_series_are_changed_at_once() -> None:
    place = PlaceInSeries(best_of=3)
    first = start_game(GroupFactory.create(), NAMES, Agreement(), key=uuid.uuid4(), place=place)
    second = continue_series(first, key=uuid.uuid4())
    before = Game.objects.get(pk=first.pk).version, second.version

    assert change_at_once(first, second) == [before[0] + 1, before[1] + 1]


def test_two_tables_of_a_session_are_changed_at_once() -> None:
    one, other = start_two_tables(GroupFactory.create())

    assert change_at_once(one, other) == [1, 1]


def test_unsent_round_is_imported_behind_its_calls_while_another_table_records() -> None:
    """The calls lock only the game. The round locks the game and its group."""
    phone = Phone(Client())
    one, other = start_two_tables(phone.group)
    phone.game = one
    calls = {"id": 1, "verb": "tell", "key": str(uuid.uuid4()), "game": str(one.key)}
    calls |= {"fields": [["tichu", "A1"], ["after", "0"], ["known", ""]], "after": 0}
    unsent = record(one, 1, 60) | {"id": 2}
    unsent["fields"] = [*unsent["fields"], ["seating", "1"], ["tichu", "A1"]]
    items = [ImportItem.parse(told) for told in (calls, unsent)]
    unsent_import = UnsentImport(phone.client.cookies["device"].value, phone.group)
    device, begun = DeviceFactory.create().pk, Event()

    def change() -> Change:
        begun.set()
        wait_for(somebody_waits)
        return log_change(other, device)

    def at_the_other_table() -> None:
        try:
            execute_once(other, Submission(uuid.uuid4(), device), change, lambda _: True)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        recording = pool.submit(at_the_other_table)
        assert begun.wait(SECONDS)
        results = unsent_import.run(items, dry_run=False)
        recording.result()

    assert [each.status for each in results] == [ImportStatus.DONE] * 2


def test_unsent_game_is_imported_behind_a_round_while_a_player_is_renamed() -> None:
    phone = Phone(Client())
    key = str(uuid.uuid4())
    names = zip(("a1", "b1", "a2", "b2"), NAMES, strict=True)
    agreed = {"target": "300", "tie": "play_on", "grand": "on"}
    fields = [*names, *agreed.items()]
    start = {"id": 2, "verb": "start", "key": key, "game": key, "fields": fields}
    items = [ImportItem.parse(told) for told in (record(phone.game, 1, 60), start)]
    unsent_import = UnsentImport(phone.client.cookies["device"].value, phone.group)
    locked = Event()

    def raise_revisions() -> None:
        try:
            with write_transaction():
                lock_group(phone.group.pk)
                locked.set()
                wait_for(somebody_waits)
                Game.objects.update(revision=F("revision") + 1)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        renaming = pool.submit(raise_revisions)
        assert locked.wait(SECONDS)
        results = unsent_import.run(items, dry_run=False)
        renaming.result()

    assert [each.status for each in results] == [ImportStatus.DONE] * 2


def test_log_is_merged_while_a_game_of_a_series_is_changed() -> None:
    place = PlaceInSeries(best_of=3)
    group = GroupFactory.create()
    first = start_game(group, NAMES, Agreement(), key=uuid.uuid4(), place=place)
    second = continue_series(first, key=uuid.uuid4())
    elsewhere = imported(log_of(group))
    GameWriter(Game.objects.filter(group=elsewhere)[1]).record(plain(60))
    plan = plan_merge(BytesIO(log_of(elsewhere)), group)
    device, begun = DeviceFactory.create().pk, Event()

    def change() -> Change:
        begun.set()
        wait_for(somebody_waits)
        return log_change(second, device)

    def merge() -> None:
        try:
            assert begun.wait(SECONDS)
            merge_log(plan)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        merging = pool.submit(merge)
        execute_once(second, Submission(uuid.uuid4(), device), change, lambda _: True)
        merging.result()

    assert [len(Game.objects.get(pk=each.pk).sheet.rows) for each in (first, second)] == [1, 0]


@pytest.mark.parametrize(
    "change_name", [lambda player: rename_player(player, "Emma"), forget_player]
)
def test_name_is_changed_while_the_player_takes_a_seat(
    change_name: Callable[[Player], object],
) -> None:
    """Only when it is committed does the change of the seat check that the player is there."""
    game = GameFactory.create()
    eva = PlayerFactory.create(group=game.group, name="Eva")
    device, begun = DeviceFactory.create().pk, Event()

    def take_seat() -> Change:
        Game.objects.filter(pk=game.pk).update(player_a1=eva)
        begun.set()
        wait_for(somebody_waits)
        return log_change(game, device)

    def rename() -> None:
        try:
            assert begun.wait(SECONDS)
            change_name(Player.objects.get(pk=eva.pk))
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        renaming = pool.submit(rename)
        execute_once(game, Submission(uuid.uuid4(), device), take_seat, lambda _: True)
        renaming.result()

    assert Game.objects.get().player_a1.name != "Eva"


def start_two_tables(group: Group) -> tuple[Game, Game]:
    names = tuple(f"P{number}" for number in range(8))
    session = start_session(group, SessionStart(names, Agreement()), key=uuid.uuid4())
    one, other = session.tables
    return one, other


def log_change(game: Game, device: int) -> Change:
    """Log a change that changes nothing of the game."""
    return Change.objects.create(
        group_id=game.group_id,
        game=game,
        number=game.version,
        kind=ChangeKind.DATE,
        seq=0,
        round_number=0,
        key=uuid.uuid4(),
        device_id=device,
        at=timezone.now(),
    )
