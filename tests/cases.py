"""Facts as data: the rule vectors (from VECTORS_DIR, where it is set) and the score sheets."""

import json
import os
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
VECTORS = Path(os.environ.get("VECTORS_DIR") or HERE / "vectors")


def vectors(name: str) -> list[dict[str, Any]]:
    cases: list[dict[str, Any]] = json.loads((VECTORS / f"{name}.json").read_text())["vectors"]
    return cases


def score_sheets() -> list[dict[str, Any]]:
    """Every game of every evening, in order."""
    evenings = json.loads((HERE / "examples" / "score-sheets.json").read_text())["evenings"]
    return [game for evening in evenings for game in evening]


def case_id(case: object) -> str:
    return str(case["id"]) if isinstance(case, dict) else ""
