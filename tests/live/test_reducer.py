"""The reducer of live updates (`live/reducer.js`), without a browser."""

from tests.live.subscribed_page import (
    DISCONNECT,
    STREAM,
    SubscribedPage,
    board,
    fetch,
    notify,
    swap,
    wait,
)

# The stream


def test_page_connects_when_it_is_loaded() -> None:
    assert SubscribedPage().first == [
        {"type": "connect", "address": STREAM},
        wait("streamLost", 4000),
    ]


def test_page_without_a_network_says_so_and_waits() -> None:
    assert SubscribedPage(online=False).first == [notify(connection="offline")]


def test_hidden_page_does_not_connect() -> None:
    assert SubscribedPage(visible=False).first == []


def test_first_message_ends_polling() -> None:
    assert SubscribedPage().after("revision", revision=5) == [
        {"type": "cancel", "event": "poll"},
        wait("streamLost", 50000),
        notify(connection="live", reachable=True),
    ]


def test_newer_revision_is_fetched(subscribed_page: SubscribedPage) -> None:
    assert subscribed_page.after("revision", revision=6)[-1] == fetch(5)


def test_older_revision_is_not_fetched(subscribed_page: SubscribedPage) -> None:
    assert fetch(5) not in subscribed_page.after("revision", revision=4)


def test_lost_stream_is_replaced_by_polling_until_it_is_back(
    subscribed_page: SubscribedPage,
) -> None:
    assert subscribed_page.after("streamLost") == [
        wait("poll", 1500, jitter=True),
        *DISCONNECT,
        wait("connect", 2000, jitter=True),
    ]


def test_stream_that_never_says_anything_is_tried_again_ever_more_rarely() -> None:
    page = SubscribedPage()
    delays = []
    for _ in range(7):
        delays.append(page.after("streamLost")[-1]["delay"])
        page.after("connect")
    assert delays == [2000, 4000, 8000, 16000, 32000, 60000, 60000]


def test_hidden_page_lets_go_of_the_stream(subscribed_page: SubscribedPage) -> None:
    subscribed_page.page["visible"] = False
    assert subscribed_page.after("woke") == [
        {"type": "cancel", "event": "poll"},
        {"type": "cancel", "event": "connect"},
        *DISCONNECT,
    ]


def test_page_to_which_another_game_came_subscribes_to_that_one(
    subscribed_page: SubscribedPage,
) -> None:
    subscribed_page.page |= {"board": "/t/next/board/", "stream": "/live/t/next/"}
    subscribed_page.shows(2)
    assert subscribed_page.after("gameReplaced")[2:5] == [
        *DISCONNECT,
        {"type": "connect", "address": "/live/t/next/"},
    ]
    assert subscribed_page.after("revision", revision=3)[-1] == {
        "type": "fetch",
        "address": "/t/next/board/?seen=2",
    }


def test_board_of_the_game_before_is_not_shown_when_another_came(
    subscribed_page: SubscribedPage,
) -> None:
    subscribed_page.after("revision", revision=6)
    subscribed_page.page |= {"board": "/t/next/board/", "stream": "/live/t/next/"}
    subscribed_page.after("gameReplaced")
    assert subscribed_page.after("board", html="<main>", version=6) == [
        notify(reachable=True),
        notify(connection="polling"),
        wait("poll", 1500),
    ]


def test_page_that_is_seen_again_looks_at_once_and_connects(
    subscribed_page: SubscribedPage,
) -> None:
    subscribed_page.page["visible"] = False
    subscribed_page.after("woke")
    subscribed_page.page["visible"] = True
    assert subscribed_page.after("woke") == [
        fetch(5),
        {"type": "connect", "address": STREAM},
        wait("streamLost", 4000),
    ]


# The board


def test_board_is_swapped_in(subscribed_page: SubscribedPage) -> None:
    subscribed_page.after("revision", revision=6)
    assert subscribed_page.after("board", html=board(6)) == [swap(6)]


def test_swapped_board_is_no_longer_an_update(subscribed_page: SubscribedPage) -> None:
    subscribed_page.after("revision", revision=6)
    subscribed_page.after("board", html=board(6))
    subscribed_page.shows(6)
    assert subscribed_page.after("swapped") == [notify(reachable=True)]
    assert subscribed_page.after("settled") == []


def test_update_that_arrives_while_the_board_is_fetched_is_fetched_next(
    subscribed_page: SubscribedPage,
) -> None:
    subscribed_page.after("revision", revision=6)
    assert fetch(5) not in subscribed_page.after("revision", revision=7)
    subscribed_page.after("board", html=board(6))
    subscribed_page.shows(6)
    assert subscribed_page.after("swapped") == [notify(reachable=True), fetch(6)]


def test_board_older_than_the_own_round_is_not_shown(subscribed_page: SubscribedPage) -> None:
    subscribed_page.after("revision", revision=7)
    subscribed_page.page |= {"revision": 6, "previousRevision": 5}
    assert subscribed_page.after("board", html=board(5))[-1] == fetch("")


def test_board_older_than_what_was_ticked_here_is_not_shown(
    subscribed_page: SubscribedPage,
) -> None:
    subscribed_page.after("revision", revision=6)  # of a pile that another phone has counted
    subscribed_page.page |= {"revision": 7, "previousRevision": 6}
    assert subscribed_page.after("board", html=board(6)) == [notify(reachable=True), fetch("")]


def test_board_that_came_in_the_middle_of_a_tap_is_fetched_again_after_it(
    subscribed_page: SubscribedPage,
) -> None:
    subscribed_page.after("revision", revision=6)
    subscribed_page.after("touched", onControl=True)
    subscribed_page.after("board", html=board(6))
    assert subscribed_page.after("released") == [fetch("")]


def test_update_that_arrives_while_that_board_is_fetched_is_fetched_next(
    subscribed_page: SubscribedPage,
) -> None:
    subscribed_page.after("revision", revision=6)
    subscribed_page.after("touched", onControl=True)
    subscribed_page.after("board", html=board(6))
    subscribed_page.after("released")
    subscribed_page.after("revision", revision=7)
    subscribed_page.after("board", html=board(6))
    subscribed_page.shows(6)
    assert subscribed_page.after("swapped") == [notify(reachable=True), fetch(6)]


def test_board_as_new_as_what_was_ticked_here_is_shown(subscribed_page: SubscribedPage) -> None:
    subscribed_page.after("revision", revision=6)
    subscribed_page.page |= {"revision": 7, "previousRevision": 6}
    assert subscribed_page.after("board", html=board(7)) == [swap(7)]


def test_server_whose_data_is_from_a_backup_is_shown_as_it_is(
    subscribed_page: SubscribedPage,
) -> None:
    subscribed_page.after("woke")
    assert subscribed_page.after("board", html=board(4)) == [swap(4)]
    subscribed_page.shows(4)
    assert fetch(4) not in subscribed_page.after("swapped")


def test_part_that_follows_another_revision_leaves_the_rest_to_be_fetched(
    subscribed_page: SubscribedPage,
) -> None:
    subscribed_page.page |= {"revision": 7, "previousRevision": 6, "version": 7}
    assert subscribed_page.after("settled") == [fetch(5)]


def test_outdated_page_asks_for_the_board_whatever_its_revision(
    subscribed_page: SubscribedPage,
) -> None:
    assert subscribed_page.after("outdated") == [fetch("")]


def test_outdated_page_asks_again_if_no_answer_comes(subscribed_page: SubscribedPage) -> None:
    subscribed_page.after("outdated")
    subscribed_page.after("unanswered")
    assert subscribed_page.after("settled") == [fetch("")]


def test_outdated_page_whose_request_was_lost_asks_again_by_the_next_message_of_the_stream(
    subscribed_page: SubscribedPage,
) -> None:
    subscribed_page.after("outdated")
    subscribed_page.after("unanswered")
    assert subscribed_page.after("revision", revision=5)[-1] == fetch("")


def test_game_that_may_no_longer_be_seen_leaves_the_screen(
    subscribed_page: SubscribedPage,
) -> None:
    subscribed_page.after("revision", revision=6)
    assert subscribed_page.after("notFound")[0] == {"type": "reload"}


# Polling


def test_answered_poll_is_repeated_within_two_seconds() -> None:
    page = SubscribedPage()
    page.after("streamLost")
    page.after("poll")
    assert page.after("unchanged") == [
        notify(reachable=True),
        notify(connection="polling"),
        wait("poll", 1500),
    ]


def test_page_that_nobody_touches_for_ten_minutes_polls_rarely() -> None:
    page = SubscribedPage()
    page.after("streamLost")
    page.now += 600_001
    page.after("poll")
    assert page.after("unchanged")[-1] == wait("poll", 10000)


def test_unanswered_polls_become_rarer() -> None:
    page = SubscribedPage()
    page.after("streamLost")
    delays = []
    for _ in range(6):
        page.after("poll")
        offline, again = page.after("unanswered")
        assert offline == notify(connection="offline")
        delays.append(again["delay"])
    assert delays == [4000, 8000, 16000, 32000, 60000, 60000]


def test_board_for_an_open_stream_needs_no_further_poll(
    subscribed_page: SubscribedPage,
) -> None:
    subscribed_page.after("revision", revision=6)
    subscribed_page.after("board", html=board(6))
    subscribed_page.shows(6)
    assert subscribed_page.after("swapped") == [notify(reachable=True)]
