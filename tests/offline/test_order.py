"""The order of unsent changes: the round that each follows, and the change that it waits
for."""

import pytest

from tests.offline.queue import GAME, Queue


@pytest.fixture
def queue() -> Queue:
    return Queue()


def verbs(queue: Queue) -> list[str]:
    return [item["verb"] for item in queue.items]


def test_round_behind_another_follows_its_number(queue: Queue) -> None:
    first, second = queue.enqueue(version=4), queue.enqueue(version=4)
    queue.acknowledge(first, 5)
    assert (queue.item(second)["after"], "behind" in queue.item(second)) == (5, False)


def test_round_tapped_on_an_outdated_table_follows_what_was_acknowledged(queue: Queue) -> None:
    queue.acknowledge(queue.enqueue(version=4), 5)
    assert queue.item(queue.enqueue(version=4))["after"] == 5


def test_round_tapped_on_a_newer_table_follows_that(queue: Queue) -> None:
    queue.acknowledge(queue.enqueue(version=4), 5)
    assert queue.item(queue.enqueue(version=8))["after"] == 8


def test_late_second_answer_takes_no_number_back(queue: Queue) -> None:
    item = queue.item(queue.enqueue())
    queue.dispatch("acknowledge", item=item, number=3)
    queue.acknowledge(queue.enqueue(), 4)
    queue.dispatch("acknowledge", item=item, number=3)
    assert queue.state["acknowledged"] == {GAME: 4}


def test_round_behind_a_discarded_one_follows_what_that_followed(queue: Queue) -> None:
    first, second = queue.enqueue(version=4), queue.enqueue(version=4)
    queue.dispatch("discard", key=first)
    assert (queue.item(second)["after"], "behind" in queue.item(second)) == (4, False)


def test_round_behind_one_that_is_to_be_removed_follows_what_that_followed(
    queue: Queue,
) -> None:
    first = queue.enqueue(version=4, status="uncertain")
    queue.remove(first)
    assert queue.item(queue.enqueue(version=4))["after"] == 4


def test_round_tapped_once_the_one_before_was_removed_follows_what_that_followed(
    queue: Queue,
) -> None:
    first = queue.enqueue(version=4, status="uncertain")
    removal = queue.remove(first)
    queue.acknowledge(first, 5)
    queue.acknowledge(removal, 6)
    assert queue.item(queue.enqueue(version=4))["after"] == 4


def test_rounds_of_another_game_are_not_waited_for(queue: Queue) -> None:
    queue.enqueue()
    other = queue.enqueue(game="other")
    assert "behind" not in queue.item(other)
    item = queue.next_to_send(GAME)
    assert item is not None
    assert item["key"] == other


def test_rematch_waits_for_the_game_before(queue: Queue) -> None:
    queue.enqueue()
    queue.enqueue(game="again", key="again", verb="rematch", needs=GAME)
    assert queue.next_to_send(GAME) is None


def test_rounds_follow_their_game_to_the_key_that_the_server_gave_it(queue: Queue) -> None:
    start = queue.enqueue(game="mine", key="mine", verb="rematch", path="/t/g/rematch/")
    rounds = queue.enqueue(game="mine")
    again = queue.enqueue(
        game="third", key="third", verb="rematch", path="/t/mine/rematch/", needs="mine"
    )
    queue.acknowledge(start, 0, game="theirs")
    assert (queue.item(rounds)["game"], queue.item(rounds)["path"]) == (
        "theirs",
        "/t/theirs/rounds/",
    )
    assert queue.item(again)["needs"] == "theirs"
    assert queue.item(again)["path"] == "/t/theirs/rematch/"


# The round in progress


def test_round_says_all_that_an_earlier_progress_said(queue: Queue) -> None:
    queue.enqueue(verb="tell")
    queue.enqueue(verb="tell")
    assert verbs(queue) == ["tell"]
    queue.enqueue()
    assert verbs(queue) == ["record"]


def test_progress_behind_an_unsent_round_says_all_that_an_earlier_one_said(
    queue: Queue,
) -> None:
    """The table may show any round when the progress is sent."""
    queue.enqueue()
    queue.enqueue(verb="tell")
    queue.enqueue(version=5, verb="tell")
    assert verbs(queue) == ["record", "tell"]


def test_round_says_nothing_of_the_progress_of_an_earlier_one(queue: Queue) -> None:
    queue.enqueue(verb="tell")
    queue.enqueue(version=1, verb="tell")
    queue.enqueue(version=1)
    assert [(item["verb"], item["after"]) for item in queue.items] == [
        ("tell", 0),
        ("record", 1),
    ]


def test_progress_that_a_person_has_to_see_stays(queue: Queue) -> None:
    queue.dispatch("orphan", key=queue.enqueue(verb="tell"))
    queue.enqueue()
    assert verbs(queue) == ["tell", "record"]


BEN = ["tichu", "B1"]
DORA = ["grand", "B2"]


def queue_progress(queue: Queue, *ticked: list[str]) -> str:
    known, sent = ["known", ""], ["told", "&".join("=".join(tick) for tick in ticked)]
    return queue.enqueue(verb="tell", fields=[known, *ticked, sent])


def test_refused_progress_is_not_queued_again(queue: Queue) -> None:
    refused = queue_progress(queue, BEN)
    queue.dispatch("conflict", key=refused, answer="too late")
    queue_progress(queue, BEN)
    assert [item["key"] for item in queue.items] == [refused]


def test_progress_that_says_more_takes_the_place_of_a_refused_one(queue: Queue) -> None:
    queue.dispatch("conflict", key=queue_progress(queue, BEN), answer="too late")
    later = queue_progress(queue, DORA, BEN)
    assert [item["key"] for item in queue.items] == [later]


def test_progress_that_says_less_does_not_take_the_place_of_a_refused_one(queue: Queue) -> None:
    refused = queue_progress(queue, DORA, BEN)
    queue.dispatch("conflict", key=refused, answer="too late")
    later = queue_progress(queue, DORA)
    assert [item["key"] for item in queue.items] == [refused, later]


def test_progress_behind_a_round_is_of_the_round_after_it(queue: Queue) -> None:
    first, progress = queue.enqueue(), queue.enqueue(verb="tell")
    queue.acknowledge(first, 3)
    assert queue.item(progress)["after"] == 3
    queue.acknowledge(progress, 4)
    assert queue.state["acknowledged"] == {GAME: 3}


def test_change_of_a_round_is_said_by_the_rules_of_its_game(queue: Queue) -> None:
    key = queue.enqueue(status="uncertain", rules={"failed_calls": "opponents"})
    queue.amend(key, 60)
    assert queue.items[-1]["rules"] == {"failed_calls": "opponents"}
