"""Test cases as data: the rule vectors and the score sheets. VECTORS_DIR, if it is set, names
another folder of vectors."""

import json
import os
from pathlib import Path
from typing import Any

from scoring.rules import CallsPerTeam, ExtraCall, FailedCalls, HouseRules

HERE = Path(__file__).parent
VECTORS = Path(os.environ.get("VECTORS_DIR") or HERE / "vectors")


def vectors(name: str) -> list[dict[str, Any]]:
    cases: list[dict[str, Any]] = json.loads((VECTORS / f"{name}.json").read_text())["vectors"]
    return cases


def vector_rules(case: dict[str, Any]) -> dict[str, Any]:
    """The house rules of a vector, with the names that HouseRules has for them."""
    told = dict(case.get("rules", {}))
    if "one_call_per_team" in told:
        told["calls_per_team"] = "one" if told.pop("one_call_per_team") else "any"
    if "failed_to_opponents" in told:
        told["failed_calls"] = "opponents" if told.pop("failed_to_opponents") else "minus"
    return told


def read_rules(told: dict[str, Any]) -> HouseRules:
    """Parse house rules from their JSON."""
    extra = told.get("extra_call")
    return HouseRules(
        told.get("grand", True),
        CallsPerTeam(told.get("calls_per_team", "any")),
        told.get("double_win", 200),
        FailedCalls(told.get("failed_calls", "minus")),
        ExtraCall(extra, told["extra_call_points"]) if extra else None,
    )


def score_sheets() -> list[dict[str, Any]]:
    """Every game of every evening, in order."""
    evenings = json.loads((HERE / "examples" / "score-sheets.json").read_text())["evenings"]
    return [game for evening in evenings for game in evening]


def winner_of(sheet: dict[str, Any]) -> str:
    """The winners of a score sheet, with the names that pages show."""
    return " + ".join(sheet["seats"][f"{sheet['winner']}{number}"] for number in (1, 2))


def case_id(case: object) -> str:
    return str(case["id"]) if isinstance(case, dict) else ""
