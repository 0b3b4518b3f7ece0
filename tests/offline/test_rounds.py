"""The totals of unsent rounds, beside the sheet that the page shows."""

from typing import Any

import pytest
import quickjs

from tests.javascript import JavaScript
from tests.offline.queue import Item

ROUNDS = "scoring/js/offline/rounds.js"
GAME = {"target": 1000, "tie": "play_on", "grand": True, "one_call_per_team": False}
SHEET = {
    "totals": {"A": 160, "B": 40},
    "rounds": 2,
    "seq": 5,
    "rows": [{"seq": 5, "A": 100, "B": 0}, {"seq": 3, "A": 60, "B": 40}],
}
JS = JavaScript(ROUNDS)


def round_of(points: int, **more: Any) -> Item:
    fields = [["first", "A1"], ["card_points", str(points)]]
    return {"id": 1, "verb": "record", "status": "queued", "after": 5, "fields": fields} | more


def totals_and_rounds(items: list[Item]) -> tuple[int, int, int]:
    """Return the totals of both teams with the unsent rounds, and the number of rounds."""
    merged = JS.call(ROUNDS, "merge", items, GAME, SHEET)
    end = JS.call(ROUNDS, "standings", GAME, SHEET, merged)[-1]
    return end["totals"]["A"], end["totals"]["B"], end["rounds"]


def test_unsent_rounds_count_behind_the_sheet() -> None:
    assert totals_and_rounds([round_of(60), round_of(75, id=2, behind=1)]) == (295, 105, 4)


def test_round_that_the_rules_refuse_counts_nothing() -> None:
    impossible = round_of(60, fields=[["first", "A1"], ["first", "B1"], ["card_points", "60"]])
    assert totals_and_rounds([impossible]) == (160, 40, 2)


def test_amended_round_counts_as_it_was_last_amended() -> None:
    amended = round_of(75, id=2, verb="amend", of=1)
    assert totals_and_rounds([round_of(60, status="uncertain"), amended]) == (235, 65, 3)


def test_round_that_is_to_be_removed_does_not_count() -> None:
    removal = {"id": 2, "verb": "remove", "of": 1, "fields": []}
    assert totals_and_rounds([round_of(60, status="uncertain"), removal]) == (160, 40, 2)


def test_amending_a_round_on_the_sheet_takes_its_place() -> None:
    amended = round_of(20, id=9, verb="amend", of=1, seq=3, seen=3)
    assert totals_and_rounds([amended]) == (120, 80, 2)


def test_removing_a_round_on_the_sheet_takes_it_off() -> None:
    removal = {"id": 9, "verb": "remove", "of": 1, "seq": 5, "seen": 5, "fields": []}
    assert totals_and_rounds([removal]) == (60, 40, 1)


@pytest.mark.parametrize("status", ["sending", "uncertain", "conflict"])
def test_round_whose_answer_was_lost_is_not_counted_beside_its_row(status: str) -> None:
    assert totals_and_rounds([round_of(100, status=status, after=3)]) == (160, 40, 2)


def test_round_whose_answer_was_lost_is_not_counted_beside_a_row_that_others_amended() -> None:
    assert totals_and_rounds([round_of(60, status="uncertain", after=3)]) == (160, 40, 2)


def test_amending_a_round_that_turns_out_to_be_on_the_sheet_takes_its_place() -> None:
    amended = round_of(75, id=2, verb="amend", of=1)
    lost = round_of(100, status="uncertain", after=3)
    assert totals_and_rounds([lost, amended]) == (135, 65, 2)


def test_removing_a_round_that_another_phone_amended_leaves_it_as_it_is() -> None:
    removal = {"id": 2, "verb": "remove", "of": 1, "fields": []}
    lost = round_of(60, status="uncertain", after=3)
    assert totals_and_rounds([lost, removal]) == (160, 40, 2)


def test_round_never_sent_counts_beside_newer_rows() -> None:
    assert totals_and_rounds([round_of(60, after=3)]) == (220, 80, 3)


def test_round_behind_the_end_of_the_game_is_refused() -> None:
    race = GAME | {"target": 250}
    with pytest.raises(quickjs.JSException, match="ROUND_AFTER_END"):
        JS.call(ROUNDS, "check", race, SHEET, [round_of(100)], None, round_of(60)["fields"])


def test_amending_that_ends_the_game_before_its_last_round_is_refused() -> None:
    race = GAME | {"target": 250}
    items = [round_of(60), round_of(30, id=2, behind=1)]
    JS.call(ROUNDS, "check", race, SHEET, items, 1, round_of(60)["fields"])
    with pytest.raises(quickjs.JSException, match="ROUND_AFTER_END"):
        JS.call(ROUNDS, "check", race, SHEET, items, 1, round_of(100)["fields"])


def test_home_counts_unsent_rounds_that_it_does_not_show() -> None:
    shown = {"totals": SHEET["totals"], "rounds": 2, "seq": 5}
    items = [round_of(100, status="uncertain", after=3), round_of(60, id=2)]
    end = JS.call(ROUNDS, "standingWith", GAME, shown, items)
    assert (end["totals"], end["rounds"]) == ({"A": 220, "B": 80}, 3)


GRAND = [["first", "A1"], ["card_points", "60"], ["grand", "A1"]]
NO_GRAND = GAME | {"grand": False}


def check(items: list[Item], fields: list[list[str]], changed: int | None = None) -> None:
    JS.call(ROUNDS, "check", NO_GRAND, SHEET, items, changed, fields)


def test_round_with_a_call_that_was_allowed_when_it_was_tapped_stays_on_the_sheet() -> None:
    merged = JS.call(ROUNDS, "merge", [round_of(60, fields=GRAND)], NO_GRAND, SHEET)
    end = JS.call(ROUNDS, "standings", NO_GRAND, SHEET, merged)[-1]
    assert (end["totals"], end["rounds"]) == ({"A": 420, "B": 80}, 3)


def test_round_behind_one_with_such_a_call_is_allowed() -> None:
    check([round_of(60, fields=GRAND)], round_of(50)["fields"])


@pytest.mark.parametrize("changed", [None, 1])
def test_round_that_is_tapped_with_such_a_call_is_refused(changed: int | None) -> None:
    with pytest.raises(quickjs.JSException, match="GRAND_NOT_ALLOWED"):
        check([round_of(60)], GRAND, changed)
