"""Decisions of a person about unsent changes that are stuck."""

import pytest

from tests.offline.queue import Queue


@pytest.fixture
def queue() -> Queue:
    return Queue()


def test_round_left_to_theirs_takes_its_changes_along(queue: Queue) -> None:
    first = queue.enqueue(status="uncertain")
    second = queue.enqueue()
    queue.amend(first, 75)
    queue.dispatch("conflict", key=first, answer="both")
    queue.dispatch("resolve", id=queue.item(first)["id"], seq=9)
    assert [(item["key"], item["after"]) for item in queue.items] == [(second, 9)]


THEIRS = {"seq": 9, "theirs": "9 "}
THEIRS_STAND = '<a data-resolves="9" data-theirs="9 ">'
OTHERS_STAND = '<a data-resolves="11" data-theirs="11 ">'


def keep_theirs(queue: Queue, key: str) -> None:
    queue.dispatch("conflict", key=key, answer=THEIRS_STAND)
    queue.dispatch("resolve", id=queue.item(key)["id"], **THEIRS)


def test_round_left_to_theirs_is_gone_when_an_answer_shows_theirs_again(queue: Queue) -> None:
    first, second = queue.enqueue(), queue.enqueue()
    keep_theirs(queue, first)
    queue.dispatch("conflict", key=first, answer=THEIRS_STAND, theirs=THEIRS["theirs"])
    assert [(item["key"], item["after"]) for item in queue.items] == [(second, 9)]


def test_round_left_to_theirs_is_asked_about_again_when_an_answer_shows_others(
    queue: Queue,
) -> None:
    key = queue.enqueue()
    keep_theirs(queue, key)
    queue.dispatch("conflict", key=key, answer=OTHERS_STAND, theirs=THEIRS["theirs"])
    assert (queue.item(key)["status"], queue.item(key)["answer"]) == ("conflict", OTHERS_STAND)


def test_answer_to_what_was_sent_before_the_decision_settles_nothing(queue: Queue) -> None:
    key = queue.enqueue()
    keep_theirs(queue, key)
    queue.dispatch("conflict", key=key, answer=THEIRS_STAND)
    assert queue.item(key)["status"] == "withdrawn"


def test_late_answer_to_what_was_sent_before_the_latest_decision_asks_no_second_time(
    queue: Queue,
) -> None:
    """In a browser without locks, two tabs may send the same item."""
    key = queue.enqueue()
    keep_theirs(queue, key)
    queue.dispatch("conflict", key=key, answer=OTHERS_STAND, theirs=THEIRS["theirs"])
    queue.dispatch("resolve", id=queue.item(key)["id"], seq=11, theirs="11 ")
    queue.dispatch("conflict", key=key, answer='<a data-theirs="10 ">', theirs=THEIRS["theirs"])
    assert queue.item(key)["status"] == "withdrawn"


def test_round_left_to_theirs_is_sent_as_it_was(queue: Queue) -> None:
    key = queue.enqueue(version=4)
    sent = queue.item(key)
    keep_theirs(queue, key)
    again = queue.next_to_send() or {}
    assert [again[name] for name in ("key", "after", "fields")] == [
        sent[name] for name in ("key", "after", "fields")
    ]


def test_round_left_to_theirs_that_was_recorded_after_all_leads_the_next(queue: Queue) -> None:
    first, second = queue.enqueue(), queue.enqueue()
    keep_theirs(queue, first)
    queue.acknowledge(first, 12)
    assert [(item["key"], item["after"]) for item in queue.items] == [(second, 12)]


def test_round_that_amends_theirs_leads_the_next_behind_theirs(queue: Queue) -> None:
    first, second = queue.enqueue(), queue.enqueue()
    theirs = {"key": "mine", "verb": "amend", "path": "/t/g/rounds/", "seq": 9, "seen": 9}
    queue.dispatch("conflict", key=first, answer="both")
    queue.dispatch("resolve", id=queue.item(first)["id"], decision=theirs)
    queue.acknowledge("mine", 10)
    assert (queue.item(second)["after"], "behind" in queue.item(second)) == (9, False)


def test_round_that_a_person_calls_another_one_has_a_key_of_its_own(queue: Queue) -> None:
    first, second = queue.enqueue(), queue.enqueue()
    queue.dispatch("conflict", key=first, answer="both")
    decision = {"key": "another", "verb": "record", "after": 9}
    queue.dispatch("resolve", id=queue.item(first)["id"], decision=decision)
    item = queue.item("another")
    assert (item["status"], item["after"], "answer" in item) == ("queued", 9, False)
    queue.acknowledge("another", 10)
    assert queue.item(second)["after"] == 10


def test_question_stays_while_it_is_asked_again(queue: Queue) -> None:
    key = queue.enqueue()
    queue.dispatch("conflict", key=key, answer="both")
    queue.dispatch("send", key=key)
    queue.dispatch("lose", key=key)
    assert (queue.item(key)["status"], queue.item(key)["answer"]) == ("conflict", "both")


def test_round_in_conflict_follows_what_the_server_refused_it_behind(queue: Queue) -> None:
    """If it followed another round, it would be recorded without a decision."""
    queue.acknowledge(queue.enqueue(version=4), 5)
    key = queue.enqueue(version=4, status="sending")
    queue.dispatch("conflict", key=key, after=4)
    item = queue.item(key)
    assert (item["status"], item["after"], "behind" in item) == ("conflict", 4, False)


def test_decided_twice_is_decided_once(queue: Queue) -> None:
    key = queue.enqueue()
    number = queue.item(key)["id"]
    queue.dispatch("resolve", id=number, seq=9)
    queue.dispatch("resolve", id=number, decision={"key": "again"})
    assert queue.items == []


# What the server refused


def test_refused_round_that_is_amended_is_sent_again(queue: Queue) -> None:
    key = queue.enqueue()
    queue.dispatch("reject", key=key, answer="why")
    queue.amend(key, 75)
    item = queue.item(key)
    assert (item["status"], "answer" in item) == ("queued", False)


def test_two_that_are_stuck_alike_are_ended_one_by_one(queue: Queue) -> None:
    first, second = queue.enqueue(verb="amend", seq=1), queue.enqueue(verb="amend", seq=1)
    for key in (first, second):
        queue.dispatch("orphan", key=key)
    queue.dispatch("discard", key=first)
    assert [item["key"] for item in queue.items] == [second]
