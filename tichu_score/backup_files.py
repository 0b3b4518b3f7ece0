"""The folder, the names and the number of stored backups."""

import os
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings

TIME = "%Y-%m-%dT%H%M%SZ"
SUFFIXES = (".sqlite3", ".dump")


def folder() -> Path:
    """Return the folder of backups, and create it if necessary. Raises OSError."""
    path = Path(settings.DATA_DIR) / "backups"
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def new_file(place: Path, suffix: str, *, reason: str = "tichu") -> Path:
    """Return the path for a backup that is made now. No file exists there yet."""
    name = f"{reason}-{datetime.now(UTC).strftime(TIME)}"
    paths = (place / f"{name}{number}{suffix}" for number in ("", *range(2, 1000)))
    return next(path for path in paths if not path.exists())


def existing(place: Path) -> list[Path]:
    """Return the backups, the oldest first."""
    return sorted(
        path
        for path in place.glob("tichu-*")
        if path.suffix in SUFFIXES and made_at(path) is not None
    )


def made_at(path: Path) -> datetime | None:
    """Return the time of a backup from its name; None if it has another name."""
    try:
        return datetime.strptime(path.stem[:24], f"tichu-{TIME}").replace(tzinfo=UTC)
    except ValueError:
        return None


def prune(place: Path, keep: int) -> None:
    """Delete all backups except the newest `keep`."""
    for path in existing(place)[: -keep or None]:
        path.unlink(missing_ok=True)


def create_private(path: Path) -> None:
    """Create an empty file that only its owner may read."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))


def move(source: Path, target: Path) -> None:
    """Rename a file so that after a power cut it either exists completely under its new name or
    not at all."""
    sync(source)
    source.replace(target)
    sync(target.parent)


def move_with_log(source: Path, target: Path) -> bool:
    """Rename a SQLite database together with its write-ahead log. Return whether either
    existed."""
    found = False
    for suffix in ("-wal", ""):
        file = source.with_name(source.name + suffix)
        if file.exists():
            file.replace(target.with_name(target.name + suffix))
            found = True
    return found


def sync(path: Path) -> None:
    """Flush a file or folder to the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
