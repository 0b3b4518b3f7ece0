"""Every case of the rule vectors, through the library."""

from typing import Any

import pytest

from scoring.rules import (
    BySeat,
    ByTeam,
    IllegalRound,
    Race,
    RoundResult,
    Seat,
    TieRule,
    Transfer,
    score_round,
)
from tests.cases import case_id, read_rules, vector_rules, vectors


def answer(make: Any) -> Any:
    """Return the result, or the code of the refusal, in the format of the vectors."""
    try:
        return make()
    except IllegalRound as error:
        return {"error": error.code}


def by_team(points: ByTeam[int]) -> dict[str, int]:
    return {"A": points.a, "B": points.b}


@pytest.mark.parametrize("case", vectors("scoring"), ids=case_id)
def test_round_scores_as_the_vector_says(case: dict[str, Any]) -> None:
    rules = read_rules(vector_rules(case))

    got = answer(
        lambda: by_team(score_round(RoundResult.from_dict(case["input"]), rules).points)
    )

    assert got == case["expected"]


@pytest.mark.parametrize("case", vectors("transfer"), ids=case_id)
def test_transfer_counts_as_the_vector_says(case: dict[str, Any]) -> None:
    facts = case["input"]

    got = answer(
        lambda: by_team(
            Transfer(
                BySeat.from_function(lambda seat: facts["captured"][seat]),
                facts["last_hand"],
                Seat(facts["last"]),
            ).card_points(Seat(facts["first_out"]))
        )
    )

    assert got == case["expected"]


@pytest.mark.parametrize("case", vectors("game"), ids=case_id)
def test_race_is_as_the_vector_says(case: dict[str, Any]) -> None:
    settings = case["settings"]
    fixed = settings["fixed_rounds"]
    on_fixed_tie = {"draw": TieRule.DRAW, "extra_round": TieRule.PLAY_ON}[
        settings["on_fixed_tie"]
    ]
    target = None if fixed else settings["target"]
    race = Race(target, fixed, tie=on_fixed_tie if fixed else TieRule.PLAY_ON)

    def run() -> dict[str, Any]:
        standings = race.standings(
            ByTeam(points["A"], points["B"]) for points in case["rounds"]
        )
        return {
            "totals": [[after.totals.a, after.totals.b] for after in standings[1:]],
            "state": str(standings[-1].state),
            "winner": standings[-1].winner,
        }

    assert answer(run) == case["expected"]
