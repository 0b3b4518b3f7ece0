"""Upgrades two servers of an earlier release, one after the other, while eight phones score and
another one loads pages: `python -m tests.upgrades.rolling [COMMIT]`, by default from the commit
before the latest migration. With DATABASE_URL the database is PostgreSQL.

Phones use both servers in turn. If one does not answer, they use the other one, as a proxy
does.
"""

import itertools
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.client import HTTPException
from pathlib import Path
from threading import Event
from typing import Any
from urllib.error import HTTPError

from tests.scripted_phones import PHONES, Phone, Tap, assert_agrees, stored
from tests.server import PATIENCE, ROOT, Server

MANIFEST = "static/staticfiles.json"
STATIC_FILE = re.compile(r'(?:src|href)="(/static/[^"]+)"')
# seconds; without a pause, eight phones would leave no processor time for the upgrade
BETWEEN_TAPS = 0.05
STEP = 3.0  # seconds for which phones score between two steps of the upgrade


class Release(Server):
    """A server that runs the sources in `root`. If it is given DATABASE_URL, it shares the
    database of another server."""

    starts_prepared = False

    def __init__(self, root: Path, **environ: str) -> None:
        self.root, self.shares_database = root, "DATABASE_URL" in environ
        super().__init__(**environ)

    def close(self) -> None:
        if self.shares_database:
            self.env.pop("DATABASE_URL", "")
        super().close()


class RoamingPhone(Phone):
    """A phone behind a proxy of two servers. It sends requests again that were not answered, as
    the page does, and counts the reasons."""

    def __init__(self, urls: list[str], number: int) -> None:
        self.urls, self.retries = itertools.cycle(urls), Counter[str]()
        self.slowest = 0.0
        super().__init__("", number)

    def send(self, path: str, fields: dict[str, Any] | None = None, **headers: str) -> str:
        started = time.monotonic()
        for url in self.urls:
            self.url = url
            try:
                page = super().send(path, fields, **headers)
            except HTTPError as error:
                if error.code != 503:
                    raise
                self.retries["503"] += 1
            except (OSError, HTTPException) as error:
                self.retries[type(getattr(error, "reason", error)).__name__] += 1
            else:
                self.slowest = max(self.slowest, time.monotonic() - started)
                return page
            if time.monotonic() - started > PATIENCE:
                raise TimeoutError(f"Neither server has answered {path} in {PATIENCE} s.")
        raise AssertionError

    def score(self, until: Event) -> None:
        while not until.wait(BETWEEN_TAPS):
            assert self.record(Tap(self.points, after=len(self.acknowledged)))


class Reader(RoamingPhone):
    """A phone that loads its table and all files of the page, from either server."""

    def __init__(self, urls: list[str]) -> None:
        super().__init__(urls, 0)
        self.files, self.missing = 0, set[str]()

    def load(self, until: Event) -> None:
        while not until.wait(BETWEEN_TAPS):
            self.fetch(STATIC_FILE.findall(self.send(f"/t/{self.game}/")))

    def fetch(self, files: list[str]) -> None:
        for path in files:
            self.files += 1
            try:
                self.send(path)
            except HTTPError as error:
                self.missing.add(f"{path}: {error.code}")
            except UnicodeDecodeError:
                continue  # the file is an image


@contextmanager
def checked_out(commit: str) -> Iterator[Path]:
    """Check out the sources of a commit into a folder of their own."""
    with tempfile.TemporaryDirectory(prefix="tichu-release-") as folder:
        root = Path(folder, "source")
        git("worktree", "add", "--quiet", "--detach", str(root), commit)
        try:
            yield root
        finally:
            git("worktree", "remove", "--force", str(root))


def git(*words: str) -> str:
    done = subprocess.run(
        ["git", *words], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True
    )
    return done.stdout.strip()


def before_the_latest_migration() -> str:
    found = git("log", "-1", "--diff-filter=A", "--format=%H", "--", "scoring/migrations")
    return git("rev-parse", "--short", f"{found}^")


def upgrade(server: Server, root: Path) -> None:
    """Replace this server by one that runs the sources in `root`."""
    server.stop()
    server.root = root
    server.start()


def roll(earlier: Path, servers: list[Server]) -> None:
    urls = [server.url for server in servers]
    phones = [RoamingPhone(urls, number) for number in range(1, PHONES + 1)]
    reader, until = Reader(urls), Event()
    open_page = json.loads(Path(servers[0].env["DATA_DIR"], MANIFEST).read_text())["paths"]
    with ThreadPoolExecutor(PHONES + 1) as pool:
        work: list[Callable[[Event], None]] = [reader.load, *(each.score for each in phones)]
        running = [pool.submit(each, until) for each in work]
        try:
            for server in servers:
                until.wait(STEP)
                upgrade(server, ROOT)
                print(f"{acknowledged(phones):6,} rounds acknowledged, one server upgraded")
            until.wait(STEP)
        finally:
            until.set()
        for each in running:
            each.result()
    reader.fetch([f"/static/{name}" for name in open_page.values()])

    games = stored(servers[0])
    for phone in phones:
        assert_agrees(games[phone.game], phone, phone.acknowledged)
    report(phones, reader)
    refuses_the_newer_database(servers[0], earlier)
    if reader.missing:
        raise SystemExit("\n".join(["Files of a page were missing:", *sorted(reader.missing)]))


def acknowledged(phones: list[RoamingPhone]) -> int:
    return sum(len(phone.acknowledged) for phone in phones)


def report(phones: list[RoamingPhone], reader: Reader) -> None:
    retries = sum((each.retries for each in (*phones, reader)), Counter[str]())
    slowest = max(phone.slowest for phone in phones)
    print(f"{acknowledged(phones):6,} rounds acknowledged, and all stored once and in order")
    print(f"{slowest:6.1f} s was the longest that a tap took; sent again: {dict(retries)}")
    print(f"{reader.files:6,} files of pages loaded, {len(reader.missing)} not found")


def refuses_the_newer_database(server: Server, earlier: Path) -> None:
    """Check that the earlier release does not start on the newer database. If it has all
    migrations, this checks nothing."""
    names = {path.name for path in (ROOT / "scoring/migrations").glob("0*.py")}
    if names <= {path.name for path in (earlier / "scoring/migrations").glob("0*.py")}:
        return
    server.stop()
    done = subprocess.run(
        server.command,
        cwd=earlier,
        env=server.env,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    assert done.returncode == os.EX_DATAERR, done
    print(f"The earlier release refuses: {done.stderr.strip()}")


def main() -> None:
    commit = sys.argv[1] if len(sys.argv) > 1 else before_the_latest_migration()
    print(f"From {git('log', '-1', '--format=%h %s', commit)}")
    with checked_out(commit) as earlier, Release(earlier) as first:
        shared = {name: first.env.get(name, "") for name in ("DATA_DIR", "DATABASE_URL")}
        with Release(earlier, **shared) as second:
            roll(earlier, [first, second])


if __name__ == "__main__":
    main()
