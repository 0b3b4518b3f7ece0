"""Finds a Chromium for the browser tests. Run as a program, it installs one if that is
possible."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

# The headless shell comes first: with it the tests take a third of the time.
NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
PLACES = (
    "/usr/bin/chromium",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
# The folders in which Playwright stores its downloads, on Linux and on macOS.
CACHES = (".cache/ms-playwright", "Library/Caches/ms-playwright")
IN_CACHE = (
    "chromium_headless_shell-*/chrome-headless-shell-*/chrome-headless-shell",
    "chromium-*/chrome-linux*/chrome",
    "chromium-*/chrome-mac*/*.app/Contents/MacOS/*",
)


def find_chromium() -> str | None:
    """Return the path of a Chromium or Chrome; None if there is none."""
    return next(filter(is_program, candidates()), None)


def candidates() -> Iterator[str]:
    if named := os.getenv("CHROMIUM"):
        # A path in CHROMIUM excludes all others, so that a mistyped path is not ignored.
        yield named
        return
    yield from filter(None, map(shutil.which, NAMES))
    yield from PLACES
    named_cache = os.getenv("PLAYWRIGHT_BROWSERS_PATH")
    for cache in (
        [Path(named_cache)] if named_cache else [Path.home() / each for each in CACHES]
    ):
        for pattern in IN_CACHE:
            # Build numbers sort alphabetically, so in reverse order the newest comes first.
            yield from map(str, sorted(cache.glob(pattern), reverse=True))


def is_program(path: str) -> bool:
    return os.path.isfile(path) and os.access(path, os.X_OK)


def install() -> None:
    """Install Debian's package as root, else download Playwright's build; both may fail."""
    if os.geteuid() == 0 and shutil.which("apt-get"):
        run("apt-get", "update", "--quiet=2")
        run("apt-get", "install", "--quiet=2", "--yes", NAMES[0])
    if not find_chromium():
        run(sys.executable, "-m", "playwright", "install", "--only-shell", "chromium")


def run(*command: str) -> None:
    print("No Chromium yet:", *command, file=sys.stderr)
    environ = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(
        command, env=environ, stdout=sys.stderr, stdin=subprocess.DEVNULL, check=False
    )


def main() -> None:
    if not find_chromium() and "CHROMIUM" not in os.environ:
        install()
    path = find_chromium()
    if not path:
        sys.exit(
            "Chromium is missing: install it (Debian: apt install chromium), or set CHROMIUM."
        )
    print(path)


if __name__ == "__main__":
    main()
