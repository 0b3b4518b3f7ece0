"""Collects the static files for serving, when they are not the ones collected last time."""

import hashlib
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command


def collect_static() -> None:
    """Compressing takes a second, so skip it at a start that changes nothing."""
    note: Path = settings.DATA_DIR / "static-collected"
    digest = digest_of_sources()
    collected = (settings.STATIC_ROOT / "staticfiles.json").exists()
    if collected and note.exists() and note.read_text() == digest:
        return
    # The note goes first: whoever breaks off here finds the work undone, not half done.
    note.unlink(missing_ok=True)
    call_command("collectstatic", interactive=False, verbosity=0)
    note.write_text(digest)


def digest_of_sources() -> str:
    """Identify the static files by their names and contents."""
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
