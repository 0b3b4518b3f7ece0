"""Collect static files for serving, unless none has changed since the last time. Those of
earlier releases stay for a while, for pages that are open: their names have hashes in them."""

import hashlib
import json
import os
import time
from collections.abc import Collection, Iterable
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command

KEPT = (
    30 * 24 * 3600
)  # seconds for which files of a release are kept once another one has started
COMPRESSED = ("", ".gz", ".br")


def collect_static() -> None:
    """Run collectstatic unless the sources are unchanged: compression takes a second."""
    stamp: Path = settings.DATA_DIR / "static-collected"
    digest = digest_of_sources()
    collected = (settings.STATIC_ROOT / "staticfiles.json").exists()
    if collected and stamp.exists() and stamp.read_text() == digest:
        return
    # Delete the stamp first: after an interruption everything is collected again.
    stamp.unlink(missing_ok=True)
    mark_used(collected_files())
    call_command("collectstatic", interactive=False, verbosity=0)
    remove_unused(collected_files(), time.time() - KEPT)
    stamp.write_text(digest)


def collected_files() -> set[Path]:
    """Return the files of the release that was collected last, compressed ones too."""
    manifest = Path(settings.STATIC_ROOT, "staticfiles.json")
    if not manifest.exists():
        return set()
    names = json.loads(manifest.read_text())["paths"].values()
    files = {Path(settings.STATIC_ROOT, name + end) for name in names for end in COMPRESSED}
    return {manifest, *(file for file in files if file.exists())}


def mark_used(files: Iterable[Path]) -> None:
    """Have the time of these files say until when they were those of the latest release."""
    for file in files:
        os.utime(file)


def remove_unused(used: Collection[Path], since: float) -> None:
    """Remove the files that are not `used`, and were not after `since` (seconds since 1970)."""
    for file in Path(settings.STATIC_ROOT).rglob("*"):
        if file.is_file() and file not in used and file.stat().st_mtime < since:
            file.unlink()


def digest_of_sources() -> str:
    """Return a hash of the names and contents of all static files."""
    digest = hashlib.sha256()
    sources = [
        (name, storage.path(name))
        for finder in get_finders()
        for name, storage in finder.list([])
    ]
    for name, path in sorted(sources):
        content = Path(path).read_bytes()
        digest.update(f"{name} {len(content)}\n".encode() + content)
    return digest.hexdigest()
