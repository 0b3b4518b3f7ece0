"""Backups are complete while people score, are restored completely, and never damage existing
data."""

import os
import shutil
import sqlite3
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from scoring.models import Agreement, Change, Game, Round
from scoring.rules import BySeat
from scoring.services import rounds
from scoring.services.games import start_game
from scoring.services.transaction import Submission
from tests.factories import DeviceFactory, GroupFactory, plain
from tests.server import Server
from tests.site.phones import answered, recorded, rounds_of_a_game
from tests.site.running import manage, manage_in
from tichu_score import backup_files, sqlite_backup
from tichu_score.backups import (
    back_up_if_due,
    check_backup,
    database_file,
    is_due,
    make_backup,
    restore_backup,
)
from tichu_score.file_lock import try_lock
from tichu_score.start_error import StartError

WRITERS = 8
# BACKUP_TRIES=20 makes twenty of them.
BACKUPS = int(os.environ.get("BACKUP_TRIES") or 4)
ENDLESS = 1_000_000
NAMES = BySeat("Anna", "Bernd", "Clara", "Dieter")
NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)

on_sqlite = pytest.mark.skipif(connection.vendor != "sqlite", reason="is about a file")


@pytest.fixture(autouse=True)
def _folder(settings: Any, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path


@contextmanager
def writers(games: list[Game]) -> Iterator[None]:
    """Run a writer at each game that records one round after another."""
    device, stop = DeviceFactory.create().pk, Event()

    def write(key: int) -> None:
        try:
            for after in range(ENDLESS):
                game = Game.objects.get(pk=key)
                rounds.record(game, plain(60), Submission(uuid.uuid4(), device), after=after)
                if stop.is_set():
                    return
        finally:
            connection.close()

    with ThreadPoolExecutor(WRITERS) as pool:
        writing = [pool.submit(write, game.pk) for game in games]
        try:
            yield
        finally:
            stop.set()
        for each in writing:
            each.result()


def new_game() -> Game:
    agreement = Agreement(target=ENDLESS)
    return start_game(GroupFactory.create(), NAMES, agreement, key=uuid.uuid4())


def counts() -> list[tuple[int, int, int]]:
    """Return for each game the number of its changes by its version, by its log, and by its
    rounds."""
    return [
        (
            game.version,
            Change.objects.filter(game=game).count(),
            Round.objects.filter(game=game).count(),
        )
        for game in Game.objects.order_by("pk")
    ]


@pytest.mark.django_db(transaction=True)
def test_backup_under_eight_writers_restores_to_a_whole_state(settings: Any) -> None:
    settings.BACKUPS = BACKUPS
    games = [new_game() for _ in range(WRITERS)]
    with writers(games):
        made = [make_backup() for _ in range(BACKUPS)]
    finished = counts()
    connection.close()
    restored = []
    for backup in made:
        restore_backup(backup)
        restored.append(counts())

    for state in [*restored, finished]:
        assert len(state) == WRITERS
        assert [game for game in state if len(set(game)) > 1] == []
    assert restored == sorted(restored)


@pytest.mark.django_db(transaction=True)
def test_backup_is_for_its_owner_alone() -> None:
    backup = make_backup()
    assert backup.stat().st_mode & 0o777 == 0o600
    assert backup.parent.stat().st_mode & 0o777 == 0o700
    assert list(backup.parent.iterdir()) == [backup]


@pytest.mark.django_db(transaction=True)
def test_newest_backups_are_kept(settings: Any) -> None:
    settings.BACKUPS = 2
    made = [make_backup() for _ in range(3)]
    assert backup_files.existing(backup_files.folder()) == made[1:]


@pytest.mark.django_db(transaction=True)
def test_nothing_is_deleted_in_another_folder(settings: Any, tmp_path: Path) -> None:
    settings.BACKUPS = 1
    made = [make_backup(tmp_path) for _ in range(2)]
    assert backup_files.existing(tmp_path) == made


def test_folder_that_is_not_there_is_named_and_not_made(tmp_path: Path) -> None:
    place = tmp_path / "unmounted"
    with pytest.raises(StartError) as refused:
        make_backup(place)
    assert str(refused.value) == f"There is no folder {place}: make it, or mount its disk."
    assert (refused.value.code, place.exists()) == (os.EX_CANTCREAT, False)


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="wants /proc, where nobody writes")
@pytest.mark.django_db(transaction=True)
def test_named_folder_that_cannot_be_written_is_to_be_another_one() -> None:
    with pytest.raises(StartError) as refused:
        make_backup(Path("/proc"))
    assert str(refused.value).startswith("Cannot write /proc/tichu-")
    assert str(refused.value).endswith(
        "): make room, or name a folder that this user may write."
    )


@on_sqlite
def test_backup_of_an_empty_database_names_the_database_and_leaves_no_file(
    tmp_path: Path,
) -> None:
    (tmp_path / "tichu.sqlite3").touch()
    done = manage_in(tmp_path, "backup")
    assert done.returncode == os.EX_DATAERR
    assert done.stderr == (
        f"The database {tmp_path}/tichu.sqlite3 has no table of Tichu Score: set DATA_DIR and "
        "DATABASE_URL as they are set for the server.\n"
    )
    assert list((tmp_path / "backups").iterdir()) == []


@on_sqlite
def test_backup_without_a_database_asks_for_the_data_folder_of_the_server(
    tmp_path: Path,
) -> None:
    done = manage_in(tmp_path, "backup")
    assert done.returncode == os.EX_CONFIG
    assert done.stderr == (
        f"There is no database {tmp_path}/tichu.sqlite3: set DATA_DIR as it is set for the "
        "server.\n"
    )


@pytest.mark.parametrize(
    ("ages", "due"),
    [([], True), ([25], True), ([25, 23], False), ([-1], True)],
    ids=["none", "yesterday", "today", "clock set back"],
)
def test_backup_is_due_a_day_after_the_last(
    ages: list[int], tmp_path: Path, *, due: bool
) -> None:
    for age in ages:
        made = NOON - timedelta(hours=age)
        (tmp_path / f"tichu-{made.strftime(backup_files.TIME)}.sqlite3").touch()
    assert is_due(tmp_path, NOON) is due


@pytest.mark.django_db(transaction=True)
def test_daily_backup_is_made_once() -> None:
    now = datetime.now(UTC) + timedelta(seconds=5)
    assert [bool(back_up_if_due(now)) for _ in range(2)] == [True, False]


def test_daily_backup_is_made_by_one_process(tmp_path: Path) -> None:
    lock = try_lock(tmp_path / "backup.lock", shared=False)
    assert lock
    with lock:
        assert back_up_if_due(NOON) is None


def test_daily_backup_that_fails_is_logged_in_a_sentence(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "backups").touch()
    assert back_up_if_due(NOON) is None
    (entry,) = caplog.records
    assert entry.getMessage().startswith("No backup was made. ")
    assert entry.exc_info is None


@pytest.mark.django_db(transaction=True)
def test_cut_backup_is_refused_and_changes_nothing() -> None:
    backup = make_backup()
    game = new_game()
    with backup.open("r+b") as file:
        file.truncate(backup.stat().st_size // 2)

    with pytest.raises(StartError) as error:
        check_backup(backup)

    assert error.value.code == os.EX_DATAERR
    assert Game.objects.get() == game


@pytest.mark.django_db(transaction=True)
def test_backup_of_a_newer_version_is_refused() -> None:
    recorder = MigrationRecorder(connection)
    recorder.record_applied("scoring", "9999_from_the_future")
    try:
        with pytest.raises(StartError, match=r"newer .* \(it has 9999_from_the_future\)"):
            make_backup()
    finally:
        recorder.record_unapplied("scoring", "9999_from_the_future")
    assert backup_files.existing(backup_files.folder()) == []


@pytest.mark.django_db(transaction=True)
def test_older_version_restores_over_a_newer_database() -> None:
    backup = make_backup()
    MigrationRecorder(connection).record_applied("scoring", "9999_from_the_future")
    call_command("restore", str(backup))
    applied = MigrationRecorder(connection).applied_migrations()
    assert ("scoring", "9999_from_the_future") not in applied
    kept = [path.name[:14] for path in backup.parent.iterdir() if path != backup]
    assert kept == ["before-restore"]


@pytest.mark.django_db(transaction=True)
def test_name_with_a_line_separator_is_restored() -> None:
    group = GroupFactory.create(name="Anna\u2028Bernd\x85")
    restore_backup(make_backup())
    group.refresh_from_db()
    assert group.name == "Anna\u2028Bernd\x85"


@on_sqlite
def test_file_of_another_program_is_no_backup(tmp_path: Path) -> None:
    path = tmp_path / "album.sqlite3"
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE album (title)")
    with pytest.raises(StartError, match=r"album\.sqlite3 is no backup of Tichu Score\.$"):
        check_backup(path)


@on_sqlite
@pytest.mark.django_db(transaction=True)
def test_log_of_the_replaced_database_is_removed(tmp_path: Path) -> None:
    """A leftover log would write its pages into the restored file."""
    backup = make_backup()
    new_game()
    target = tmp_path / "tichu.sqlite3"
    for suffix in ("", "-wal"):
        shutil.copy(f"{database_file()}{suffix}", f"{target}{suffix}")

    sqlite_backup.restore(backup, target)

    with closing(sqlite3.connect(target)) as database:
        assert database.execute("SELECT count(*) FROM scoring_game").fetchone() == (0,)
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert sorted(tmp_path.glob("tichu.sqlite3*")) == [target]


@pytest.mark.skipif(connection.vendor != "postgresql", reason="needs no other program")
@pytest.mark.django_db
def test_missing_program_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(StartError, match=r"^pg_dump is not here: install PostgreSQL's client"):
        make_backup()


def test_killed_server_is_restored_and_played_on() -> None:
    with Server() as server:
        first, second, third, *_ = rounds_of_a_game(server)
        assert answered(server, first)[0] == 200
        backup = manage(server, "backup").stdout.strip()
        assert answered(server, second)[0] == 200
        refused = manage(server, "restore", backup)
        server.kill()
        done = manage(server, "restore", backup)
        server.start()
        restored = recorded(server)
        again = [answered(server, each)[0] for each in (second, third)]

        assert (refused.returncode, recorded(server)) == (os.EX_TEMPFAIL, 3)
        assert refused.stderr == (
            "A server runs on this data: stop it first. Nothing was changed.\n"
        )
    kept, said = done.stdout.splitlines()
    assert kept.startswith("What was there before is kept: ")
    assert said == f"Restored {backup}: 1 groups, 1 games, 1 rounds."
    assert (restored, again) == (1, [200, 200])


def test_database_is_backed_up_before_an_upgrade() -> None:
    with Server(DATABASE_URL="") as server:
        server.stop()
        folder = Path(server.env["DATA_DIR"])
        (folder / "tichu.sqlite3").unlink()
        assert manage(server, "migrate", "scoring", "0001").returncode == 0
        server.start()
        (backup,) = (folder / "backups").iterdir()
        assert f"Backed up before the upgrade: {backup}\n" in server.log()
