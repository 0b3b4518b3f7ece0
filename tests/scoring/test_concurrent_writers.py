"""Eight phones write at once: nothing is lost or stored twice, and a phone that is late gets a
conflict."""

import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from threading import Barrier
from typing import TypeVar

import pytest
from django.db import connection

from scoring.models import Agreement, Change, Device, Game
from scoring.rules import BySeat, Call, CallLevel, Ending, IllegalRound, Seat
from scoring.services import rounds
from scoring.services.game_changes import end_game
from scoring.services.games import start_game
from scoring.services.player_merge import merge_players, take_merge_back
from scoring.services.sessions import SessionStart, start_session, take_back_seating
from scoring.services.transaction import Conflict, Submission, write_transaction
from tests.factories import (
    DeviceFactory,
    GameFactory,
    GameWriter,
    GroupFactory,
    plain,
    start_rotation,
)
from tests.scoring.lock_waits import somebody_waits, wait_for

pytestmark = pytest.mark.django_db(transaction=True)

T = TypeVar("T")

WRITERS = 8
ROUNDS = 10
ENDLESS = 1_000_000
NAMES = BySeat("Anna", "Bernd", "Clara", "Dieter")


def at_once(write: Callable[[int], T]) -> list[T]:
    """Run the part of every writer. All start at the same moment."""
    start = Barrier(WRITERS)

    def part(writer: int) -> T:
        start.wait()
        try:
            return write(writer)
        finally:
            connection.close()

    with ThreadPoolExecutor(WRITERS) as pool:
        return list(pool.map(part, range(WRITERS)))


def or_conflict(verb: Callable[[], Change]) -> int | None:
    """Return the number of the change that was made; None if another writer was first."""
    try:
        return verb().number
    except Conflict:
        return None


class Phone:
    """Records rounds in a game, each based on the present state of the game."""

    def __init__(self, game: Game, by: Device) -> None:
        self.game, self.by = game, by.pk

    def record(self, points: int, key: uuid.UUID, *, after: int) -> int | None:
        game = Game.objects.get(pk=self.game.pk)
        return or_conflict(
            lambda: rounds.record(game, plain(points), Submission(key, self.by), after=after)
        )

    def abandon(self, *, after: int) -> int | None:
        game = Game.objects.get(pk=self.game.pk)
        submission = Submission(uuid.uuid4(), self.by)
        return or_conflict(
            lambda: end_game(game, Ending.ABANDONED, "", submission, after=after)
        )

    def undo(self, number: int) -> int | None:
        game = Game.objects.get(pk=self.game.pk)
        return or_conflict(lambda: rounds.undo(game, number, Submission(uuid.uuid4(), self.by)))

    def record_until_done(self, points: int, key: uuid.UUID) -> int:
        """Read the game and record the round until that succeeds. Returns how often another
        writer was first."""
        late = 0
        while self.record(points, key, after=self.last_seen()) is None:
            late += 1
        return late

    def last_seen(self) -> int:
        return Game.objects.get(pk=self.game.pk).sheet.last_seq


@pytest.fixture
def device() -> Device:
    return DeviceFactory.create()


def endless() -> Game:
    return GameFactory.create(target=ENDLESS)


def numbers(game: Game) -> list[int]:
    return [change.number for change in game.changes.all()]


def assert_whole(game: Game, keys: set[uuid.UUID]) -> None:
    """Check that the log, the sheet and the version have exactly these submissions, each once
    and without gaps."""
    stored = Game.objects.get(pk=game.pk)
    ordered = list(range(1, len(keys) + 1))
    assert {change.key for change in stored.changes.all()} == keys
    assert numbers(stored) == ordered
    assert [each.seq for each in stored.rounds.all()] == ordered
    assert stored.version == len(keys)


def test_writers_in_one_game_lose_and_double_nothing(device: Device) -> None:
    game = endless()
    keys = [[uuid.uuid4() for _ in range(ROUNDS)] for _ in range(WRITERS)]
    phone = Phone(game, device)

    at_once(lambda writer: [phone.record_until_done(5 * writer, key) for key in keys[writer]])

    assert_whole(game, {key for own in keys for key in own})
    points = [5 * writer for writer in range(WRITERS)]
    assert sorted(each.points_a for each in game.rounds.all()) == sorted(points * ROUNDS)


def test_writers_in_games_of_their_own_are_never_late(device: Device) -> None:
    games = [endless() for _ in range(WRITERS)]
    keys = [[uuid.uuid4() for _ in range(ROUNDS)] for _ in range(WRITERS)]
    phones = [Phone(game, device) for game in games]

    late = at_once(
        lambda writer: [phones[writer].record_until_done(60, key) for key in keys[writer]]
    )

    assert late == [[0] * ROUNDS] * WRITERS
    for game, own in zip(games, keys, strict=True):
        assert_whole(game, set(own))


@pytest.mark.parametrize("after", [0, 1, 9])
def test_writers_who_saw_the_same_sheet_conflict_but_one(device: Device, after: int) -> None:
    game = endless()
    phone = Phone(game, device)
    for seen in range(after):
        phone.record(60, uuid.uuid4(), after=seen)

    made = at_once(lambda writer: phone.record(5 * writer, uuid.uuid4(), after=after))

    assert [number for number in made if number] == [after + 1]
    assert numbers(game) == list(range(1, after + 2))


def test_the_same_key_from_many_phones_counts_once(device: Device) -> None:
    game = endless()
    phone = Phone(game, device)
    keys = [uuid.uuid4() for _ in range(ROUNDS)]

    made = [at_once(partial(sent_again, phone, key, after)) for after, key in enumerate(keys)]

    assert made == [[after + 1] * WRITERS for after in range(ROUNDS)]
    assert_whole(game, set(keys))


def sent_again(phone: Phone, key: uuid.UUID, after: int, _writer: int) -> int | None:
    return phone.record(60, key, after=after)


def test_undo_from_many_phones_takes_back_one_change(device: Device) -> None:
    game = endless()
    phone = Phone(game, device)
    for seen in range(2):
        phone.record(60, uuid.uuid4(), after=seen)

    made = at_once(lambda _: phone.undo(2))

    assert made == [3] * WRITERS
    assert [each.seq for each in game.rounds.all()] == [1]
    assert numbers(game) == [1, 2, 3]


@pytest.mark.parametrize("rounds_before", [0, 3])
def test_of_rounds_and_endings_at_once_one_is_made_and_the_others_are_reported(
    device: Device, rounds_before: int
) -> None:
    game = endless()
    phone = Phone(game, device)
    for seen in range(rounds_before):
        phone.record(60, uuid.uuid4(), after=seen)

    def write(writer: int) -> int | str | None:
        if writer % 2:
            return phone.abandon(after=rounds_before)
        try:
            return phone.record(60, uuid.uuid4(), after=rounds_before)
        except IllegalRound as refused:
            return refused.code

    made = at_once(write)

    assert set(made) <= {rounds_before + 1, None, "ROUND_IN_ENDED_GAME"}
    stored = Game.objects.get(pk=game.pk)
    # All who end the game do so in the same way, so each gets the one change that ended it.
    assert made.count(rounds_before + 1) == (WRITERS // 2 if stored.ending else 1)
    assert bool(stored.ending) == (stored.rounds.count() == rounds_before)
    assert numbers(game) == list(range(1, rounds_before + 2))


def test_games_started_at_once_share_their_players() -> None:
    group = GroupFactory.create()

    games = at_once(lambda _: start_game(group, NAMES, Agreement(), key=uuid.uuid4()).pk)

    assert len(set(games)) == WRITERS
    assert sorted(player.name for player in group.players.all()) == sorted(NAMES)


def test_one_key_from_many_phones_starts_one_game() -> None:
    group, key = GroupFactory.create(), uuid.uuid4()

    games = at_once(lambda _: start_game(group, NAMES, Agreement(), key=key).pk)

    assert games == [Game.objects.get().pk] * WRITERS


def test_players_are_merged_while_rounds_are_recorded() -> None:
    game = start_rotation("Bne", cycles=3)
    bne, ben = game.group.players.get(name="Bne"), game.group.players.create(name="Bertha")

    def write(writer: int) -> None:
        if writer == 0:
            merge_players(bne, ben)
            take_merge_back(bne)
            merge_players(bne, ben)
        else:
            GameWriter(Game.objects.get(pk=game.pk)).record(plain(60))

    def tried(writer: int) -> None:
        with suppress(Conflict):
            write(writer)

    at_once(tried)

    stored = Game.objects.get(pk=game.pk)
    played = {player for row in stored.sheet.rows for player in row.round.players or ()}
    planned = stored.rotation.players if stored.rotation else ()
    assert bne.pk not in {*played, *stored.players, *planned}
    left = len(stored.rounds_left)
    GameWriter(stored).record(plain(60))
    assert len(stored.rounds_left) == left - 1


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite writes one by one")
def test_table_at_which_somebody_calls_is_not_taken_back() -> None:
    """The call has been made but not stored when the seating is taken back."""
    group, by = GroupFactory.create(), DeviceFactory.create()
    start = SessionStart((*NAMES, "Emil", "Frieda", "Georg", "Hanna"), Agreement())
    session = start_session(group, start, key=uuid.uuid4())

    def take_back() -> None:
        try:
            take_back_seating(session, number=1, device=by.pk)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        with write_transaction():
            GameWriter(session.tables[1], by).set_calls(Call(Seat.A1, CallLevel.TICHU))
            taken_back = pool.submit(take_back)
            wait_for(lambda: taken_back.done() or somebody_waits())
        with pytest.raises(Conflict):
            taken_back.result()

    assert Game.objects.filter(group=group).count() == 2
