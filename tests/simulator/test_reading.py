"""The patterns with which the simulator reads HTML match the pages of the site.

Without this test, a pattern that no longer matches would make evenings exercise less of the
site, and no evening would fail.
"""

import pytest

from tests.factories import GameWriter, Phone, plain
from tests.simulator.reading import read_conflict, read_revision, read_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def writer(phone: Phone) -> GameWriter:
    """Another phone at the table of `phone`. It has recorded a round."""
    writer = GameWriter(phone.game)
    writer.record(plain(60))
    return writer


def test_table_page_is_read_in_full(phone: Phone, writer: GameWriter) -> None:
    writer.record(plain(35))

    facts = read_table(phone.get().content.decode())

    assert facts.pop("token")
    assert facts == {
        "whole": True,
        "version": 2,
        "revision": 2,
        "after": 2,
        "known": "",
        "totals": [95, 105],
        "undo": 2,
        "rows": [[2, 35, 65], [1, 60, 40]],
        "board": f"{phone.url}board/",
        "stream": f"/live{phone.url}",
        "rounds": f"{phone.url}rounds/",
        "progress": f"{phone.url}progress/",
        "undoAddress": f"{phone.url}undo/",
    }


def test_answer_to_a_round_is_read_as_a_part_of_the_table(
    phone: Phone, writer: GameWriter
) -> None:
    response = phone.post("rounds/", htmx=True, after=1, first="A1", card_points="35")

    facts = read_table(response.content.decode())

    assert (facts["whole"], facts["revision"], facts["previousRevision"]) == (False, 2, 1)
    assert (facts["rows"], facts["undo"]) == ([[2, 35, 65]], 2)


def test_revision_of_a_board_is_read(phone: Phone, writer: GameWriter) -> None:
    writer.record(plain(35))

    board = phone.get("board/?seen=1").content.decode()

    assert read_revision(board) == 2


def test_conflict_offers_their_round_and_both_ways_to_insist(
    phone: Phone, writer: GameWriter
) -> None:
    response = phone.post("rounds/", after=0, first="B1", card_points="35")

    seq, choices = read_conflict(response.content.decode())

    assert (response.status_code, seq) == (409, 1)
    facts = {"known": [""], "seating": ["0"], "first": ["B1"], "card_points": ["35"]}
    assert [(choice.seq, choice.path) for choice in choices] == [
        (1, f"{phone.url}rounds/1/"),
        (None, f"{phone.url}rounds/"),
    ]
    assert [choice.fields for choice in choices] == [
        facts | {"seen": ["1"]},
        facts | {"after": ["1"]},
    ]
