"""Collect static files for serving, unless they are unchanged since the last time.

Files of earlier releases remain for a while, for pages that are open. Their names contain
hashes. The files are first collected into a separate folder, because another server may be
serving the present files: Django removes and writes each file several times."""

import hashlib
import json
import os
import shutil
import signal
import time
from collections.abc import Callable, Collection, Iterable
from functools import partial
from importlib.metadata import version
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.management.commands.collectstatic import Command
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command

from tichu_score.parent import end_at_once_with_parent
from tichu_score.start_error import StartError
from tichu_score.static_files import ModuleStorage

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

KEPT = 30 * 24 * 3600  # seconds for which files remain after another release started
COMPRESSED = ("", ".gz", ".br")
MANIFEST = "staticfiles.json"
# The modules that bundle and minify.
COLLECTING = [
    Path(__file__).with_name(f"{name}.py") for name in ("static_files", "bundles", "js_modules")
]


def collect_static() -> None:
    """Run collectstatic unless the sources are unchanged: compression takes a second."""
    stamp: Path = settings.DATA_DIR / "static-collected"
    digest = digest_of_sources()
    collected = Path(settings.STATIC_ROOT, MANIFEST).exists()
    if collected and stamp.exists() and stamp.read_text() == digest:
        return
    # The stamp is deleted first, so that after an interruption everything is collected again.
    stamp.unlink(missing_ok=True)
    mark_used(collected_files())
    new: Path = settings.DATA_DIR / "static-new"
    shutil.rmtree(new, ignore_errors=True)  # left by an interrupted start
    run_in_own_process(partial(collect, new))
    publish(new)
    remove_unused(collected_files(), time.time() - KEPT)
    stamp.write_text(digest)


def run_in_own_process(work: Callable[[], None]) -> None:
    """Do the `work` in another process, because the minifier does not end the runtime of Go and
    its threads. That process ends with this one, even if a signal stops this one, because it
    holds the locks of the start, for which the next start would wait. Raises StartError if the
    process is killed."""
    context = get_context("fork")
    outcome, sender = context.Pipe(duplex=False)
    process = context.Process(target=_send_outcome, args=(sender, work), daemon=True)
    process.start()
    sender.close()
    try:
        error = outcome.recv()
    except EOFError:
        error = StartError(
            "The process that collects the static files was killed, by the system if memory "
            "ran out: free some, and start again.",
            os.EX_TEMPFAIL,
        )
    finally:
        process.kill()
        process.join()
    if error:
        raise error


def _send_outcome(
    sender: "Connection[Exception | None, None]", work: Callable[[], None]
) -> None:
    """Send the exception that `work` raises, or None."""
    end_at_once_with_parent()
    # The parent receives these signals too, and ends this process.
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    try:
        work()
    except Exception as error:  # noqa: BLE001 (raised by the parent)
        sender.send(error)
    else:
        sender.send(None)


def collect(new: Path) -> None:
    """Write all static files into a folder."""
    command = Command()
    command.storage = ModuleStorage(location=new)
    call_command(command, interactive=False, verbosity=0)


def publish(new: Path) -> None:
    """Move the collected files into the folder that is served, each file atomically, and the
    manifest last, because it refers to the others."""
    files = [file for file in new.rglob("*") if file.is_file()]
    for file in sorted(files, key=lambda file: file.name == MANIFEST):
        served = Path(settings.STATIC_ROOT, file.relative_to(new))
        served.parent.mkdir(parents=True, exist_ok=True)
        file.replace(served)
    shutil.rmtree(new)
    # The storage of this process has loaded the former manifest.
    if isinstance(storage := staticfiles_storage, ModuleStorage):
        storage.hashed_files, storage.manifest_hash = storage.load_manifest()


def collected_files() -> set[Path]:
    """Return the files of the release that was collected last, including compressed ones."""
    manifest = Path(settings.STATIC_ROOT, MANIFEST)
    if not manifest.exists():
        return set()
    names = json.loads(manifest.read_text())["paths"].values()
    files = {Path(settings.STATIC_ROOT, name + end) for name in names for end in COMPRESSED}
    return {manifest, *(file for file in files if file.exists())}


def mark_used(files: Iterable[Path]) -> None:
    """Set the modification time of these files, which says until when they belonged to the
    latest release."""
    for file in files:
        os.utime(file)


def remove_unused(used: Collection[Path], since: float) -> None:
    """Remove the files that are not `used`, and were last used before `since` (seconds since
    1970)."""
    for file in Path(settings.STATIC_ROOT).rglob("*"):
        if file.is_file() and file not in used and file.stat().st_mtime < since:
            file.unlink()


def digest_of_sources() -> str:
    """Return a hash of everything that affects the collected files: the names and contents of
    static files, the modules that bundle and minify them, and the release of the minifier."""
    digest = hashlib.sha256(version("minify-go").encode())
    sources = [
        (name, storage.path(name))
        for finder in get_finders()
        for name, storage in finder.list([])
    ]
    sources += [(path.name, path) for path in COLLECTING]
    for name, path in sorted(sources):
        content = Path(path).read_bytes()
        digest.update(f"{name} {len(content)}\n".encode() + content)
    return digest.hexdigest()
