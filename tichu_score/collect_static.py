"""Collect static files for serving, unless none has changed since the last time."""

import hashlib
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command


def collect_static() -> None:
    """Run collectstatic unless the sources are unchanged: compression takes a second."""
    stamp: Path = settings.DATA_DIR / "static-collected"
    digest = digest_of_sources()
    collected = (settings.STATIC_ROOT / "staticfiles.json").exists()
    if collected and stamp.exists() and stamp.read_text() == digest:
        return
    # Delete the stamp first: after an interruption everything is collected again.
    stamp.unlink(missing_ok=True)
    call_command("collectstatic", interactive=False, verbosity=0)
    stamp.write_text(digest)


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
