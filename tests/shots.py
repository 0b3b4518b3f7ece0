"""Screenshots of all screens, in the sizes of phones, tablets and desktops, in the light and
the dark scheme.

Run as `python -m tests.shots`: it fills a demo group on a server of its own, and writes shots/.
`--sizes all` takes every size of ALL_SIZES, `--sizes 390x664,1920x1080` takes these sizes.
`--screens table-pad,stats` takes only these screens, and `--screens 'table-*'` those whose
names begin with "table-".
"""

import argparse
import re
import shutil
import sys
from collections.abc import Iterable
from fnmatch import fnmatch
from typing import Any, Literal

from playwright.sync_api import Browser, Page, sync_playwright

from tests.chromium import find_chromium
from tests.e2e.conftest import CHROMIUM_ARGS, PHONE
from tests.e2e.screens import SCREENS, Visit, fill_demo
from tests.server import ROOT, Server

FOLDER = ROOT / "shots"
SIZES = ((390, 844), (1280, 800))
ALL_SIZES = (
    (390, 844),
    (390, 664),
    (360, 640),
    (320, 568),
    (768, 1024),
    (1280, 800),
    (1920, 1080),
)
# The printed area of an A4 page, in CSS pixels.
PAPER = 703, 1032
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")

Size = tuple[int, int]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.shots", description=__doc__)
    parser.add_argument("--sizes", type=sizes, default=SIZES)
    parser.add_argument("--screens", type=screens, default=tuple(SCREENS))
    chosen = parser.parse_args()
    chromium = find_chromium()
    if not chromium:
        sys.exit("Chromium is missing: `make e2e` finds or installs it.")
    shutil.rmtree(FOLDER, ignore_errors=True)
    with Server() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_ARGS)
        shoot_all(browser, server, chosen.screens, chosen.sizes)
        browser.close()
    print(FOLDER)


def sizes(text: str) -> tuple[Size, ...]:
    """Parse the value of `--sizes`: "all", or widths and heights in CSS pixels."""
    if text == "all":
        return ALL_SIZES
    found = [re.fullmatch(r"(\d+)x(\d+)", each) for each in text.split(",")]
    if not all(found):
        raise argparse.ArgumentTypeError("write all, or sizes such as 390x664,1280x800")
    return tuple((int(each[1]), int(each[2])) for each in found if each)


def screens(text: str) -> tuple[str, ...]:
    """Parse the value of `--screens`: return the names of all screens that match one of its
    patterns."""
    patterns = text.split(",")
    for pattern in patterns:
        if not any(fnmatch(name, pattern) for name in SCREENS):
            raise argparse.ArgumentTypeError(f"there is no screen {pattern}")
    return tuple(n for n in SCREENS if any(fnmatch(n, pattern) for pattern in patterns))


def shoot_all(
    browser: Browser, server: Server, names: Iterable[str], chosen_sizes: Iterable[Size]
) -> None:
    # Without animations, every element is at its final position when the screenshot is taken.
    options: dict[str, Any] = {**PHONE, "base_url": server.url, "reduced_motion": "reduce"}
    options["service_workers"] = "block"
    with browser.new_context(**options) as context:
        demo = fill_demo(server, context)
    for name in names:
        with browser.new_context(**options, storage_state=demo.stored) as context:
            page = context.new_page()
            SCREENS[name].reach(Visit(page, demo))
            if SCREENS[name].on_paper:
                print_out(page, name)
            else:
                shoot(page, name, chosen_sizes)


def shoot(page: Page, name: str, chosen_sizes: Iterable[Size]) -> None:
    for width, height in chosen_sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            page.screenshot(path=FOLDER / f"{name}-{width}x{height}-{scheme}.png")


def print_out(page: Page, name: str) -> None:
    """Take a screenshot of the page as it is printed on A4."""
    width, height = PAPER
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(media="print")
    page.screenshot(path=FOLDER / f"{name}.png")


if __name__ == "__main__":
    main()
