"""Counts the points of players whose partners change, and reads their points from the
screen."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from playwright.sync_api import Page

from tests.e2e.rows import MINUS


class Count:
    """The points of each player, counted from the score sheet."""

    def __init__(self, *, double_win: int = 200) -> None:
        self.double_win = double_win
        self.points: dict[str, int] = defaultdict(int)
        self.win_points: dict[str, int] = defaultdict(int)
        self.rounds: dict[str, int] = defaultdict(int)

    def add(self, facts: Mapping[str, Any], names: Mapping[str, str]) -> None:
        scored = {"A": 0, "B": 0}
        if facts.get("double_win"):
            scored[facts["first_out"][0]] = self.double_win
        else:
            scored.update(facts["card_points"])
        for call in facts["calls"]:
            made = call["player"] == facts["first_out"]
            scored[call["player"][0]] += 100 if made else -100
        for seat, name in names.items():
            own, other = scored[seat[0]], scored["B" if seat[0] == "A" else "A"]
            self.points[name] += own
            self.rounds[name] += 1
            if facts.get("double_win"):
                failed = [
                    call for call in facts["calls"] if call["player"] != facts["first_out"]
                ]
                mine = facts["first_out"][0] == seat[0]
                own_failed = any(call["player"][0] == seat[0] for call in failed)
                self.win_points[name] += (2 if own_failed else 3) if mine else 0
            else:
                self.win_points[name] += 2 if own > other else 1 if own == other else 0


def standings(page: Page) -> list[list[str]]:
    """Return the table of standings, each row as a list of its cells."""
    rows = page.locator(".standings tbody tr").evaluate_all(
        "rows => rows.map(row => [...row.cells].map(cell => cell.textContent.trim()))"
    )
    return [list(row) for row in rows]


def listed(page: Page, place: str) -> dict[str, int]:
    """Return the points that the list of players shows for each player."""
    lines = page.locator(f"{place} .players li").evaluate_all(
        "lines => lines.map(line =>"
        " ['b', '.count'].map(part => line.querySelector(part).textContent))"
    )
    return {name: number(count) for name, count in lines}


def number(text: str) -> int:
    return int(text.replace(MINUS, "-"))
