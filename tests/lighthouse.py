"""What Lighthouse says of a page of every kind, as a phone of the middle class sees it.

Run as `python -m tests.lighthouse`: wants node with npm, which fetches Lighthouse. Prints four
scores a page, and fails where one is under the least; what costs points is named.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from tests.chromium import find_chromium
from tests.e2e.conftest import CHROMIUM_ARGS, PHONE
from tests.e2e.screens import SCREENS, Visit, fill_demo
from tests.server import ROOT, Server

LIGHTHOUSE = "lighthouse@12.8.2"
LEAST = 95
RUNS = 3
REPORTS = ROOT / "test-results" / "lighthouse"
PAGES = ("home", "table", "rules-chapter", "stats")
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")


def main() -> None:
    chromium = find_chromium()
    if not chromium or not shutil.which("npx"):
        sys.exit("Wants Chromium, which `make e2e` finds or installs, and node with npm.")
    REPORTS.mkdir(parents=True, exist_ok=True)
    low: list[str] = []
    with Server() as server:
        pages = list(reach(server, chromium))
        print(f"{'':14} {'  '.join(CATEGORIES)}")
        for name, url, cookies in pages:
            # One load is at the mercy of what else the machine does: the middle one of three.
            reports = [
                audit(url, REPORTS / f"{name}-{run}.json", cookies, chromium)
                for run in range(RUNS)
            ]
            low += tell(name, sorted(reports, key=performance)[RUNS // 2])
    if low:
        sys.exit("\n".join([f"Under {LEAST}:", *low]))


def reach(server: Server, chromium: str) -> Iterator[tuple[str, str, str]]:
    """The pages: the name of the screen, its address, and the cookies that open it."""
    options: dict[str, Any] = {**PHONE, "base_url": server.url, "service_workers": "block"}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_ARGS)
        with browser.new_context(**options) as context:
            demo = fill_demo(server, context)
        for name in PAGES:
            with browser.new_context(**options, storage_state=demo.stored) as context:
                page = context.new_page()
                SCREENS[name].reach(Visit(page, demo))
                cookies = [f"{each['name']}={each['value']}" for each in context.cookies()]
                yield name, page.url, "; ".join(cookies)
        browser.close()


def audit(url: str, to: Path, cookies: str, chromium: str) -> dict[str, Any]:
    """Load the page as on a slow phone over a slow network, for the first time."""
    command = [
        *("npx", "--yes", LIGHTHOUSE, url, "--quiet", "--output=json", f"--output-path={to}"),
        f"--chrome-flags={' '.join(['--headless=new', *CHROMIUM_ARGS])}",
        f"--extra-headers={json.dumps({'Cookie': cookies})}",
        f"--only-categories={','.join(CATEGORIES)}",
    ]
    subprocess.run(command, env=os.environ | {"CHROME_PATH": chromium}, check=True)
    report: dict[str, Any] = json.loads(to.read_text())
    return report


def performance(report: dict[str, Any]) -> float:
    return float(report["categories"]["performance"]["score"])


def tell(name: str, report: dict[str, Any]) -> Iterator[str]:
    """Print a page's scores; what is too low is given back."""
    scores = {each: round(report["categories"][each]["score"] * 100) for each in CATEGORIES}
    print(f"{name:14} " + "  ".join(f"{scores[each]:{len(each)}}" for each in CATEGORIES))
    for each in CATEGORIES:
        for audit in costly(report, each):
            print(f"    {each}: {audit['title']} {audit.get('displayValue', '')}".rstrip())
        if scores[each] < LEAST:
            yield f"{name}: {each} {scores[each]}"


def costly(report: dict[str, Any], category: str) -> Iterator[dict[str, Any]]:
    """The audits that took points from a score."""
    for each in report["categories"][category]["auditRefs"]:
        audit = report["audits"][each["id"]]
        if each["weight"] and audit["score"] is not None and audit["score"] < 1:
            yield audit


if __name__ == "__main__":
    main()
