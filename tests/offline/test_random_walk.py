"""In any order of events, no round is lost, and none is recorded twice."""

import pytest

from tests.offline.walk import Walk


@pytest.mark.parametrize("seed", range(20))
def test_one_phone_has_all_its_rounds_on_the_sheet_once(seed: int) -> None:
    walk = Walk(seed, phones=1)
    for _ in range(10):
        walk.run(20)
        walk.settle()
        assert walk.stored() == walk.expected()
    assert walk.conflicts == 0


@pytest.mark.parametrize("seed", range(20))
def test_one_phone_shows_the_totals_that_the_server_comes_to(seed: int) -> None:
    walk = Walk(seed, phones=1)
    for _ in range(10):
        walk.run(20)
        shown = walk.shown(walk.phones[0])
        walk.settle()
        assert shown == walk.server.sheet["totals"]


@pytest.mark.parametrize("seed", range(20))
def test_phones_that_record_at_once_have_all_their_rounds_on_the_sheet_once(seed: int) -> None:
    walk = Walk(seed, phones=3)
    for _ in range(10):
        walk.run(30)
        walk.settle()
        assert walk.stored() == walk.expected()
