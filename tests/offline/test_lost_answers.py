"""Unsent rounds that are amended, removed, lost in transit or answered late."""

import pytest
import quickjs

from tests.offline.queue import REDUCER, Queue


@pytest.fixture
def queue() -> Queue:
    return Queue()


def verbs(queue: Queue) -> list[str]:
    return [item["verb"] for item in queue.items]


def test_unsent_round_is_amended_in_place(queue: Queue) -> None:
    key = queue.enqueue()
    queue.amend(key, 75)
    [item] = queue.items
    assert (item["key"], item["verb"], dict(item["fields"])["card_points"]) == (
        key,
        "record",
        "75",
    )


def test_unsent_round_that_is_removed_is_gone(queue: Queue) -> None:
    queue.remove(queue.enqueue())
    assert queue.items == []


def test_round_behind_a_removed_one_follows_what_that_followed(queue: Queue) -> None:
    first, second, third = queue.enqueue(version=4), queue.enqueue(), queue.enqueue()
    queue.remove(second)
    assert queue.item(third)["behind"] == queue.item(first)["id"]
    queue.remove(first)
    assert (queue.item(third)["after"], "behind" in queue.item(third)) == (4, False)


def test_submission_with_the_same_key_is_the_same(queue: Queue) -> None:
    key = queue.enqueue()
    queue.enqueue(key=key, status="sending", until=5)
    assert [item["status"] for item in queue.items] == ["sending"]


# Answers that are lost or late


def test_round_whose_answer_was_lost_is_sent_again_with_its_key(queue: Queue) -> None:
    key = queue.enqueue(status="sending", until=10)
    queue.dispatch("lose", key=key)
    item = queue.next_to_send()
    assert item is not None
    assert (item["key"], item["status"]) == (key, "uncertain")


def test_amending_a_round_whose_answer_was_lost_amends_it_on_the_server(queue: Queue) -> None:
    key = queue.enqueue(status="uncertain")
    change = queue.amend(key, 75)
    queue.acknowledge(key, 3)
    amendment = queue.item(change)
    assert (amendment["verb"], amendment["seq"], amendment["seen"]) == ("amend", 3, 3)


def test_removing_a_round_whose_answer_was_lost_removes_it_on_the_server(queue: Queue) -> None:
    key = queue.enqueue(status="uncertain")
    removal = queue.remove(key)
    queue.acknowledge(key, 3)
    assert [(item["key"], item["verb"], item["seq"]) for item in queue.items] == [
        (removal, "remove", 3)
    ]


def test_amendment_that_was_never_sent_is_removed_with_the_round(queue: Queue) -> None:
    key = queue.enqueue(status="uncertain")
    queue.amend(key, 75)
    queue.remove(key)
    assert verbs(queue) == ["record", "remove"]


def test_second_amendment_takes_the_place_of_one_that_was_never_sent(queue: Queue) -> None:
    key = queue.enqueue(status="uncertain")
    queue.amend(key, 75)
    queue.amend(key, 80)
    assert [dict(item["fields"])["card_points"] for item in queue.items] == ["60", "80"]


def test_amendment_behind_an_amendment_has_seen_it(queue: Queue) -> None:
    key = queue.enqueue(status="uncertain")
    first = queue.amend(key, 75)
    queue.acknowledge(key, 3)
    queue.dispatch("send", key=first)
    second = queue.new_key()
    queue.dispatch("lose", key=first)
    amendment = queue.item(first) | {"id": 77, "key": second}
    queue.state["items"].append(amendment)
    queue.acknowledge(first, 4)
    assert (queue.item(second)["seq"], queue.item(second)["seen"]) == (3, 4)


def test_acknowledged_twice_by_two_tabs_is_acknowledged_once(queue: Queue) -> None:
    first = queue.enqueue()
    second = queue.enqueue()
    item = queue.item(first)
    queue.acknowledge(first, 3)
    once = queue.state
    queue.dispatch("acknowledge", item=item, number=3)
    assert queue.state == once
    assert queue.item(second)["after"] == 3


def test_answer_to_a_round_that_is_to_amend_theirs_comes_too_late(queue: Queue) -> None:
    key = queue.enqueue()
    item = queue.item(key)
    queue.dispatch("conflict", key=key, answer="both")
    theirs = {"key": "mine", "verb": "amend", "seq": 7, "seen": 7}
    queue.dispatch("resolve", id=item["id"], decision=theirs)
    before = queue.state
    queue.dispatch("acknowledge", item=item, number=3)
    queue.dispatch("reject", key=key)
    assert queue.state == before


def test_round_that_arrived_after_all_is_not_recorded_once_more(queue: Queue) -> None:
    key, following = queue.enqueue(), queue.enqueue()
    item = queue.item(key)
    queue.dispatch("conflict", key=key, answer="both")
    decision = {"key": "another", "verb": "record", "after": 7}
    queue.dispatch("resolve", id=item["id"], decision=decision)
    queue.dispatch("acknowledge", item=item, number=8)
    assert [(each["key"], each["after"]) for each in queue.items] == [(following, 8)]


def test_round_that_arrived_is_not_amended_here_any_more(queue: Queue) -> None:
    key = queue.enqueue()
    item = queue.item(key)
    queue.acknowledge(key, 3)
    with pytest.raises(quickjs.JSException, match="RangeError"):
        queue.dispatch("amend", id=item["id"], key="change", fields=[], now=0)


def test_id_is_not_used_again(queue: Queue) -> None:
    key = queue.enqueue()
    old = queue.item(key)["id"]
    queue.remove(key)
    assert queue.item(queue.enqueue())["id"] > old


# What a page is sending just now


@pytest.mark.parametrize(("now", "in_flight"), [(9, True), (10, False)])
def test_submission_of_a_page_is_in_flight_until_it_counts_as_lost(
    queue: Queue, now: int, *, in_flight: bool
) -> None:
    item = queue.item(queue.enqueue(status="sending", until=10))
    assert queue.js.call(REDUCER, "isInFlight", item, now) is in_flight


def test_submission_from_before_the_clock_was_set_back_is_not_in_flight(queue: Queue) -> None:
    item = queue.item(queue.enqueue(status="sending", until=30_000))
    assert queue.js.call(REDUCER, "isInFlight", item, 19_999) is False


def test_submission_of_a_page_that_was_left_is_in_flight_no_more(queue: Queue) -> None:
    key = queue.enqueue(status="sending", until=10)
    queue.dispatch("lose", key=key)
    assert queue.js.call(REDUCER, "isInFlight", queue.item(key), 0) is False


def test_what_was_being_sent_when_the_page_crashed_is_sent_again(queue: Queue) -> None:
    key = queue.enqueue()
    queue.dispatch("send", key=key)
    assert queue.js.call(REDUCER, "isInFlight", queue.item(key), 0) is False
    item = queue.next_to_send()
    assert item is not None
    assert item["key"] == key
