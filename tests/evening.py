"""Games of the score sheets on two phones and a television: one phone calls, the other records.

`python -m tests.evening` plays all of them, on the stream and on polling, and prints after how
many seconds all three pages agreed. If DATABASE_URL names a PostgreSQL database, the data of
the server are in a new database beside it.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterator
from statistics import quantiles
from typing import Any

from playwright.sync_api import sync_playwright

from tests.cases import score_sheets
from tests.chromium import find_chromium
from tests.e2e.conftest import CHROMIUM_ARGS
from tests.e2e.round_facts import partner
from tests.monkey import pages
from tests.monkey.agreement import FREEZE, LIMIT, Failure
from tests.monkey.game import SharedGame, differences, share_game
from tests.monkey.steps import TELEVISION
from tests.server import Server

RECORDS, CALLS = "phone1", "phone3"
MINUS = "\N{MINUS SIGN}"


class Evening:
    """Plays score sheets on a shared game. `seconds` has the times after which all pages
    agreed."""

    def __init__(self, game: SharedGame) -> None:
        self.game = game
        self.seconds: list[float] = []

    def play(self, sheet: dict[str, Any], rounds: int | None = None) -> None:
        """Play a game, or its first rounds. Raises Failure if the three pages do not agree."""
        self.game.start(sheet["seats"], target=sheet["target"])
        before = [0, 0]
        for facts, totals in list(zip(sheet["rounds"], sheet["totals"], strict=True))[:rounds]:
            self.play_round(facts, before, totals)
            before = totals

    def play_round(self, facts: dict[str, Any], before: list[int], totals: list[int]) -> None:
        ticked: set[str] = set()
        for target in ticks(facts):
            self.tap(RECORDS if target.startswith("first=") else CALLS, target)
            ticked.add(target)
            self.agree(before, ticked)
        points = facts["card_points"]
        records = f"double={partner(facts['first_out'])}"
        self.tap(RECORDS, f"card_points={points['A']}" if points else records)
        self.agree(totals, set())

    def tap(self, phone: str, target: str) -> None:
        page = self.game.pages[phone]
        start = time.monotonic()
        while not (place := pages.find(page, target)):
            if time.monotonic() > start + FREEZE:
                raise Failure(f"{target} cannot be tapped on {phone}: {pages.names(page)}")
            page.wait_for_timeout(10)
        page.touchscreen.tap(place.x, place.y)

    def agree(self, totals: list[int], ticked: set[str]) -> None:
        """Wait until both phones and the television show these totals and ticks."""
        start = time.monotonic()
        wanted = {"totals": totals, "ticked": sorted(ticked)}
        while wrong := self.wrong(wanted):
            if time.monotonic() > start + FREEZE:
                raise Failure(f"Frozen for {FREEZE:g} s: {json.dumps(wrong, indent=1)}")
            self.game.pages[RECORDS].wait_for_timeout(10)
        self.seconds.append(time.monotonic() - start)

    def wrong(self, wanted: dict[str, Any]) -> dict[str, Any]:
        """Return the differences between each page and the expected state, and between the two
        phones."""
        phones = {name: self.game.read(name) for name in (RECORDS, CALLS)}
        shown = {name: seen_on_phone(state) for name, state in phones.items()}
        shown[TELEVISION] = seen_on_board(self.game.read(TELEVISION))
        # The television shows calls, but no places.
        calls = [tick for tick in wanted["ticked"] if not tick.startswith("first=")]
        on_board = {"totals": wanted["totals"], "calls": len(calls)}
        found = {
            name: differences(state, on_board if name == TELEVISION else wanted)
            for name, state in shown.items()
        }
        found["between phones"] = differences(phones[CALLS], phones[RECORDS])
        return {name: each for name, each in found.items() if each}


def ticks(facts: dict[str, Any]) -> Iterator[str]:
    """Yield the ticks of a round before the key that records it is tapped."""
    for call in facts["calls"]:
        yield f"{call['level']}={call['player']}"
    yield f"first={facts['first_out']}"


def seen_on_phone(state: pages.State) -> dict[str, Any]:
    totals = [number(text) for text in state["totals"]]
    return {"totals": totals, "ticked": sorted(state["ticked"])}


def seen_on_board(state: pages.State) -> dict[str, Any]:
    calls = state["calls"]
    return {
        "totals": [number(text) for text in state["points"]],
        "calls": len(calls.split(" · ")) if calls else 0,
    }


def number(text: str) -> int:
    return int(text.replace(MINUS, "-"))


def main() -> None:
    parser = argparse.ArgumentParser("python -m tests.evening", description=__doc__)
    parser.add_argument("--by", choices=["stream", "polling"], help="only so (default: both)")
    asked = parser.parse_args()
    chromium = find_chromium()
    if not chromium:
        sys.exit("Chromium is missing: `make e2e` finds or installs it.")
    with Server() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_ARGS)
        for way in [asked.by] if asked.by else ["stream", "polling"]:
            phones = (RECORDS, CALLS)
            with share_game(
                browser, server.url, polling=way == "polling", phones=phones
            ) as game:
                evening = Evening(game)
                for sheet in score_sheets():
                    evening.play(sheet)
                print_seconds(way, evening.seconds)
        browser.close()


def print_seconds(way: str, seconds: list[float]) -> None:
    late = [f"{each:.1f}" for each in seconds if each > LIMIT]
    cuts = quantiles(seconds, n=20)
    print(
        f"By {way}: all three agreed after each of {len(seconds)} taps, p50 {cuts[9]:.2f} s, "
        f"p95 {cuts[18]:.2f} s, at most {max(seconds):.2f} s; later than {LIMIT:g} s: {late}",
        flush=True,
    )


if __name__ == "__main__":
    main()
