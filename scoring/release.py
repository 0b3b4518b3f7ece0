"""The release of the site that makes its answers: part of every ETag, and the version of what a
device keeps."""

import functools
import hashlib
import sys
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings


@functools.cache
def release() -> str:
    """Changes with all that renders: twelve hexadecimal digits.

    That is every source file of the site's packages (Python, templates, translations, the text
    of the rules, static files as they lie and as they were collected), the packages that are
    installed, and the settings that pages show. Asked for as the server starts, so that a
    process names the sources that it has loaded; it takes some 30 ms.
    """
    digest = hashlib.sha256()
    for path in sorted(_sources()):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(settings.BASE_DIR)} {len(content)}\n".encode())
        digest.update(content)
    manifest = Path(settings.STATIC_ROOT, "staticfiles.json")
    digest.update(manifest.read_bytes() if manifest.exists() else b"")
    shown = sys.version, settings.LANGUAGE_CODE, settings.TIME_ZONE, *sorted(_installed())
    digest.update("\n".join(shown).encode())
    return digest.hexdigest()[:12]


def _sources() -> Iterator[Path]:
    """The files of the site's own apps and of the folders that they share."""
    for name in (*settings.INSTALLED_APPS, "templates", "locale"):
        for path in Path(settings.BASE_DIR, name).rglob("*"):
            if path.is_file() and path.suffix != ".pyc":
                yield path


def _installed() -> Iterator[str]:
    """The names and versions of the packages that can be imported, by the names of their
    folders: to read what is in them takes longer than all the rest."""
    for folder in dict.fromkeys(sys.path):
        for path in Path(folder).glob("*.dist-info"):
            yield path.name
