"""Renders the icons and the picture of link previews as pixels, from their SVG sources.

Run as `python -m tests.icons`: it writes the files beside the icon of the app, and they are
committed.
"""

import sys
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.chromium import find_chromium
from tests.e2e.conftest import CHROMIUM_ARGS
from tests.server import ROOT

ROUNDED = ROOT / "scoring/static/scoring/img/icon.svg"
# It fills its square, so that a system can crop it to any shape.
FULL = ROOT / "tichu_score/static/tichu_score/img/app.svg"
# It is beside this file because no page loads it.
PREVIEW = ROOT / "tests/link-preview.svg"
ICONS = {
    "icon-192": (ROUNDED, 192, 192),
    "icon-512": (ROUNDED, 512, 512),
    "maskable-512": (FULL, 512, 512),
    "apple-touch-icon": (FULL, 180, 180),
    "link-preview": (PREVIEW, 1200, 630),
}


def main() -> None:
    chromium = find_chromium()
    if not chromium:
        sys.exit("Chromium is missing: `make e2e` finds or installs it.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_ARGS)
        page = browser.new_page()
        for name, (source, width, height) in ICONS.items():
            draw(page, source, width, height, FULL.with_name(f"{name}.png"))
        browser.close()


def draw(page: Page, source: Path, width: int, height: int, to: Path) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.set_content(f"<style>body{{margin:0}}svg{{display:block}}</style>{source.read_text()}")
    page.screenshot(path=to, omit_background=True)


if __name__ == "__main__":
    main()
