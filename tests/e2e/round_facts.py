"""The facts of a round in the format of tests/examples/score-sheets.json, and the names of the
players in browser tests."""

from collections.abc import Mapping
from typing import Any

NAMES = {"A1": "Ada", "B1": "Ben", "A2": "Cleo", "B2": "Dora"}


def partner(seat: str) -> str:
    return {"A1": "A2", "A2": "A1", "B1": "B2", "B2": "B1"}[seat]


def plain(left: int, first: str = "A1", **calls: str) -> dict[str, Any]:
    """Return the facts of a counted round, with calls such as B1="tichu"."""
    return {
        "first_out": first,
        "card_points": {"A": left, "B": 100 - left},
        "calls": [{"player": seat, "level": level} for seat, level in calls.items()],
    }


def double(first: str, **calls: str) -> dict[str, Any]:
    """Return the facts of a double win."""
    return plain(0, first, **calls) | {"double_win": True, "card_points": None}


def points_of(game: Mapping[str, Any]) -> list[tuple[int, int]]:
    """Return the points of each round of a game on a score sheet."""
    return [(facts["expected"]["A"], facts["expected"]["B"]) for facts in game["rounds"]]
