"""The release of the site, which is part of every ETag, and the version of the content that a
device caches."""

import functools
import hashlib
import sys
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings


@functools.cache
def release() -> str:
    """Return a digest of everything that affects responses, as twelve hexadecimal digits.

    It covers every source file of the site's packages (Python, templates, translations, the
    text of the rules, static files as sources and as collected), the installed packages, and
    the settings that pages show. It is computed when the server starts, so that a process
    returns the digest of the sources that it has loaded. This takes some 30 ms.
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
    """Yield the files of the site's own apps and of the folders that they share."""
    for name in (*settings.INSTALLED_APPS, "templates", "locale"):
        for path in Path(settings.BASE_DIR, name).rglob("*"):
            if path.is_file() and path.suffix != ".pyc":
                yield path


def _installed() -> Iterator[str]:
    """Yield the names and versions of the packages that can be imported, as the names of their
    folders. To read their content would take longer than everything else."""
    for folder in dict.fromkeys(sys.path):
        for path in Path(folder).glob("*.dist-info"):
            yield path.name
