"""Pictures of every screen, in the sizes of a phone and a desk, by day and by night.

Run as `python -m tests.shots`: fills a demo group on a server of its own, and writes shots/.
"""

import shutil
import sys
from typing import Any, Literal

from playwright.sync_api import Browser, Page, sync_playwright

from tests.chromium import find_chromium
from tests.e2e.conftest import CHROMIUM_ARGS, PHONE
from tests.e2e.screens import SCREENS, Visit, fill_demo
from tests.server import ROOT, Server

FOLDER = ROOT / "shots"
SIZES = {390: 844, 1280: 800}
# A4 between its margins, in CSS pixels.
PAPER = 703, 1032
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def main() -> None:
    chromium = find_chromium()
    if not chromium:
        sys.exit("Chromium is missing: `make e2e` finds or installs it.")
    shutil.rmtree(FOLDER, ignore_errors=True)
    with Server() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_ARGS)
        shoot_all(browser, server)
        browser.close()
    print(FOLDER)


def shoot_all(browser: Browser, server: Server) -> None:
    # What moves is not where it will be when the picture is taken.
    options: dict[str, Any] = {**PHONE, "base_url": server.url, "reduced_motion": "reduce"}
    options["service_workers"] = "block"
    with browser.new_context(**options) as context:
        demo = fill_demo(server, context)
    for name, screen in SCREENS.items():
        with browser.new_context(**options, storage_state=demo.stored) as context:
            page = context.new_page()
            screen.reach(Visit(page, demo))
            if screen.on_paper:
                print_out(page, name)
            else:
                shoot(page, name)


def shoot(page: Page, name: str) -> None:
    for width, height in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            page.screenshot(path=FOLDER / f"{name}-{width}-{scheme}.png")


def print_out(page: Page, name: str) -> None:
    """As it comes out of a printer on A4."""
    width, height = PAPER
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(media="print")
    page.screenshot(path=FOLDER / f"{name}.png")


if __name__ == "__main__":
    main()
