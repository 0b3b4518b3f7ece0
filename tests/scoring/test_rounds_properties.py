"""Invariants after any sequence of changes: totals, stored points, undo and the log."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.models import Agreement, Round
from scoring.rules import ByTeam, CallLevel, IllegalRound, RoundResult, score_round
from tests.factories import GameFactory, GameWriter
from tests.rules.strategies import results
from tests.scoring.reading import stored_results
from tests.scoring.strategies import agreements

pytestmark = pytest.mark.django_db

on_the_database = settings(
    max_examples=40,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@given(result=results())
@on_the_database
def test_record_stores_any_round_as_it_was_played(result: RoundResult) -> None:
    writer = GameWriter(GameFactory.create())

    writer.record(result)

    row = writer.game.rounds.get()
    assert (row.result, row.points) == (result, score_round(result).points)


extra_calls = st.sampled_from([{}, {"extra_call": "Blind Tichu", "extra_call_points": 400}])


@given(result=results(*CallLevel), agreed=agreements, extra=extra_calls)
@on_the_database
def test_row_and_score_agree_under_any_agreement(
    result: RoundResult, agreed: Agreement, extra: dict[str, Any]
) -> None:
    agreed = replace(agreed, **extra)
    writer = GameWriter(GameFactory.create(**agreed.columns))
    try:
        points = score_round(result, agreed.house_rules).points
    except IllegalRound as refused:
        with pytest.raises(IllegalRound, match=str(refused)):
            writer.record(result)
        return

    writer.record(result)

    row = writer.game.rounds.get()
    assert (row.points, row.score.points, writer.game.agreement) == (points, points, agreed)


steps = st.lists(
    st.tuples(st.sampled_from(["record", "amend", "remove", "undo", "redo"]), results()),
    max_size=8,
)


def carry_out(writer: GameWriter, steps: list[tuple[str, RoundResult]]) -> None:
    """Make the changes that are possible on the present sheet, and skip the others."""
    for verb, result in steps:
        history, rows = writer.game.undo_stack, len(writer.game.sheet.rows)
        if verb == "record":
            writer.record(result)
        elif verb == "amend" and rows:
            writer.amend(1 + rows // 2, result)
        elif verb == "remove" and rows:
            writer.remove(1 + rows // 2)
        elif verb == "undo" and history.to_undo:
            writer.undo()
        elif verb == "redo" and history.to_redo:
            writer.redo()


def endless() -> GameWriter:
    """A game that eight rounds cannot end."""
    return GameWriter(GameFactory.create(target=1_000_000))


@given(steps=steps)
@on_the_database
def test_undoing_everything_leaves_an_empty_sheet(steps: Any) -> None:
    writer = endless()
    carry_out(writer, steps)

    while writer.game.undo_stack.to_undo:
        writer.undo()

    assert stored_results(writer.game) == []


@given(steps=steps)
@on_the_database
def test_redoing_everything_brings_the_same_sheet_back(steps: Any) -> None:
    writer = endless()
    carry_out(writer, steps)
    before = list(writer.game.rounds.values_list("seq", "points_a", "points_b", "recorded"))
    undone = len(writer.game.undo_stack.done)
    for _ in range(undone):
        writer.undo()

    for _ in range(undone):
        writer.redo()

    after = list(writer.game.rounds.values_list("seq", "points_a", "points_b", "recorded"))
    assert after == before


@given(steps=steps)
@on_the_database
def test_totals_are_the_sum_of_the_stored_rounds(steps: Any) -> None:
    writer = endless()

    carry_out(writer, steps)

    rows = list(Round.objects.filter(game=writer.game))
    assert writer.game.sheet.standing.totals == ByTeam(
        sum(row.points_a for row in rows), sum(row.points_b for row in rows)
    )


@given(steps=steps)
@on_the_database
def test_every_stored_row_has_the_points_of_its_facts(steps: Any) -> None:
    writer = endless()

    carry_out(writer, steps)

    rows = Round.objects.filter(game=writer.game)
    assert [row.points for row in rows] == [score_round(row.result).points for row in rows]


@given(steps=steps)
@on_the_database
def test_sheet_follows_from_the_log_alone(steps: Any) -> None:
    writer = endless()

    carry_out(writer, steps)

    told: dict[int, RoundResult | None] = {}
    for change in writer.game.changes.all():
        assert told.get(change.seq) == change.result_before
        told[change.seq] = change.result_after
    assert [result for seq, result in sorted(told.items()) if result] == stored_results(
        writer.game
    )
