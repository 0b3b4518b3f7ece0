"""How a page keeps up with its game: the reducer of `live/reducer.js`, without a browser."""

from functools import cache
from typing import Any

import pytest

from tests.javascript import JavaScript

MODULE = "scoring/js/live/reducer.js"
BOARD, STREAM = "/t/game/board/", "/live/t/game/"

Effect = dict[str, Any]


@cache
def script() -> JavaScript:
    return JavaScript(MODULE)


class Watching:
    """A page that shows revision 5 of a game, and has just been loaded."""

    def __init__(self, **page: Any) -> None:
        self.state = script().run(f"(modules) => modules['{MODULE}'].initialState")
        self.now = 1000
        self.page = {
            "board": BOARD,
            "stream": STREAM,
            "busy": False,
            "revision": 5,
            "visible": True,
            "online": True,
        }
        self.page |= page
        self.first = self.after("started")

    def after(self, event: str, **facts: Any) -> list[Effect]:
        """The effects of this event."""
        given = {"type": event, "now": self.now, "page": self.page, **facts}
        found = script().call(MODULE, "reduce", self.state, given)
        self.state = found["state"]
        return found["effects"]  # type: ignore[no-any-return]

    def shows(self, revision: int) -> None:
        """A board of this revision was put on the screen."""
        self.page |= {"revision": revision}


@pytest.fixture
def watching() -> Watching:
    """A page whose stream has just told it that there is nothing new."""
    page = Watching()
    page.after("revision", revision=5)
    return page


def fetch(seen: int | str) -> Effect:
    return {"type": "fetch", "address": f"{BOARD}?seen={seen}"}


def board(revision: int) -> str:
    return f'<input data-version="5" data-revision="{revision}">'


def swap(revision: int) -> Effect:
    return {"type": "swap", "html": board(revision)}


def wait(event: str, delay: int, *, jitter: bool = False) -> Effect:
    return {"type": "wait", "event": event, "delay": delay, "jitter": jitter}


def notify(**news: Any) -> Effect:
    return {"type": "notify", **news}


DISCONNECT = [{"type": "cancel", "event": "streamLost"}, {"type": "disconnect"}]


# The stream


def test_page_connects_when_it_is_loaded() -> None:
    assert Watching().first == [
        {"type": "connect", "address": STREAM},
        wait("streamLost", 4000),
    ]


def test_page_without_a_network_says_so_and_waits() -> None:
    assert Watching(online=False).first == [notify(connection="offline")]


def test_hidden_page_does_not_connect() -> None:
    assert Watching(visible=False).first == []


def test_first_message_ends_polling() -> None:
    assert Watching().after("revision", revision=5) == [
        {"type": "cancel", "event": "poll"},
        wait("streamLost", 50000),
        notify(connection="live", reachable=True),
    ]


def test_newer_revision_is_fetched(watching: Watching) -> None:
    assert watching.after("revision", revision=6)[-1] == fetch(5)


def test_older_revision_is_not_fetched(watching: Watching) -> None:
    assert fetch(5) not in watching.after("revision", revision=4)


def test_lost_stream_is_replaced_by_polling_until_it_is_back(watching: Watching) -> None:
    assert watching.after("streamLost") == [
        wait("poll", 2000, jitter=True),
        *DISCONNECT,
        wait("connect", 2000, jitter=True),
    ]


def test_stream_that_never_says_anything_is_tried_again_ever_more_rarely() -> None:
    page = Watching()
    delays = []
    for _ in range(7):
        delays.append(page.after("streamLost")[-1]["delay"])
        page.after("connect")
    assert delays == [2000, 4000, 8000, 16000, 32000, 60000, 60000]


def test_hidden_page_lets_go_of_the_stream(watching: Watching) -> None:
    watching.page["visible"] = False
    assert watching.after("woke") == [
        {"type": "cancel", "event": "poll"},
        {"type": "cancel", "event": "connect"},
        *DISCONNECT,
    ]


def test_page_on_which_another_game_came_hears_of_that_one(watching: Watching) -> None:
    watching.page |= {"board": "/t/next/board/", "stream": "/live/t/next/"}
    watching.shows(2)
    assert watching.after("gameReplaced")[2:5] == [
        *DISCONNECT,
        {"type": "connect", "address": "/live/t/next/"},
    ]
    assert watching.after("revision", revision=3)[-1] == {
        "type": "fetch",
        "address": "/t/next/board/?seen=2",
    }


def test_board_of_the_game_before_is_not_shown_when_another_came(watching: Watching) -> None:
    watching.after("revision", revision=6)
    watching.page |= {"board": "/t/next/board/", "stream": "/live/t/next/"}
    watching.after("gameReplaced")
    assert watching.after("board", html="<main>", version=6) == [
        notify(reachable=True),
        notify(connection="polling"),
        wait("poll", 1500),
    ]


def test_page_that_is_seen_again_looks_at_once_and_connects(watching: Watching) -> None:
    watching.page["visible"] = False
    watching.after("woke")
    watching.page["visible"] = True
    assert watching.after("woke") == [
        fetch(5),
        {"type": "connect", "address": STREAM},
        wait("streamLost", 4000),
    ]


# The board


def test_board_is_swapped_in(watching: Watching) -> None:
    watching.after("revision", revision=6)
    assert watching.after("board", html=board(6)) == [swap(6)]


def test_swapped_board_is_news_no_more(watching: Watching) -> None:
    watching.after("revision", revision=6)
    watching.after("board", html=board(6))
    watching.shows(6)
    assert watching.after("swapped") == [notify(reachable=True)]
    assert watching.after("settled") == []


def test_news_that_come_while_the_board_is_fetched_are_fetched_next(
    watching: Watching,
) -> None:
    watching.after("revision", revision=6)
    assert fetch(5) not in watching.after("revision", revision=7)
    watching.after("board", html=board(6))
    watching.shows(6)
    assert watching.after("swapped") == [notify(reachable=True), fetch(6)]


def test_board_older_than_the_own_round_is_not_shown(watching: Watching) -> None:
    watching.after("revision", revision=7)
    watching.page |= {"revision": 6, "previousRevision": 5}
    assert watching.after("board", html=board(5))[-1] == fetch(6)


def test_board_older_than_what_was_ticked_here_is_not_shown(watching: Watching) -> None:
    watching.after("revision", revision=6)  # of a pile that another phone has counted
    watching.page |= {"revision": 7, "previousRevision": 6}
    assert watching.after("board", html=board(6)) == [notify(reachable=True), fetch(5)]


def test_board_that_came_in_the_middle_of_a_tap_is_fetched_again_after_it(
    watching: Watching,
) -> None:
    watching.after("revision", revision=6)
    watching.after("touched", onControl=True)
    watching.after("board", html=board(6))
    assert watching.after("released") == [fetch(5)]


def test_board_as_new_as_what_was_ticked_here_is_shown(watching: Watching) -> None:
    watching.after("revision", revision=6)
    watching.page |= {"revision": 7, "previousRevision": 6}
    assert watching.after("board", html=board(7)) == [swap(7)]


def test_server_whose_data_is_from_a_backup_is_shown_as_it_is(watching: Watching) -> None:
    watching.after("woke")
    assert watching.after("board", html=board(4)) == [swap(4)]
    watching.shows(4)
    assert fetch(4) not in watching.after("swapped")


def test_part_that_follows_another_revision_leaves_the_rest_to_be_fetched(
    watching: Watching,
) -> None:
    watching.page |= {"revision": 7, "previousRevision": 6, "version": 7}
    assert watching.after("settled") == [fetch(5)]


def test_outdated_page_asks_for_the_board_whatever_its_revision(watching: Watching) -> None:
    assert watching.after("outdated") == [fetch("")]


def test_outdated_page_asks_again_if_no_answer_comes(watching: Watching) -> None:
    watching.after("outdated")
    watching.after("unanswered")
    assert watching.after("settled") == [fetch("")]


def test_game_that_may_no_longer_be_seen_leaves_the_screen(watching: Watching) -> None:
    watching.after("revision", revision=6)
    assert watching.after("notFound")[0] == {"type": "reload"}


# Answers to taps


def is_late(revision: int, on_screen: int, *told_after: int) -> bool:
    """Whether the answer of this revision is, on a table behind round 3."""
    shown = {"revision": on_screen, "after": 3}
    return script().call(MODULE, "isLate", board(revision), shown, *told_after)  # type: ignore[no-any-return]


def test_answer_to_an_undo_is_late_behind_that_of_a_call_told_after_it() -> None:
    assert [is_late(revision, 7) for revision in (6, 7, 8)] == [True, False, False]


def test_answer_about_a_round_recorded_meanwhile_is_late() -> None:
    assert [is_late(7, 7, told_after) for told_after in (2, 3)] == [True, False]


def test_refusal_names_no_revision_and_is_never_late() -> None:
    shown = {"revision": 7, "after": 3}
    assert script().call(MODULE, "isLate", '<p class="refusal">', shown) is False


# Taps


def test_no_board_is_fetched_while_a_finger_is_down(watching: Watching) -> None:
    watching.after("touched", onControl=True)
    assert fetch(5) not in watching.after("revision", revision=6)


def test_finger_that_goes_up_lets_the_board_in(watching: Watching) -> None:
    watching.after("touched", onControl=True)
    watching.after("revision", revision=6)
    assert watching.after("lifted") == [wait("released", 50)]
    assert watching.after("released") == [fetch(5)]


def test_finger_holds_the_board_for_three_seconds_at_most(watching: Watching) -> None:
    assert watching.after("touched", onControl=True) == [wait("released", 3000)]


def test_finger_beside_the_controls_holds_nothing(watching: Watching) -> None:
    watching.after("touched", onControl=False)
    assert watching.after("revision", revision=6)[-1] == fetch(5)


def test_no_board_is_fetched_while_somebody_types(watching: Watching) -> None:
    watching.page["busy"] = True
    assert fetch(5) not in watching.after("revision", revision=6)
    watching.page["busy"] = False
    assert watching.after("settled") == [fetch(5)]


# Polling


def test_answered_poll_is_repeated_within_two_seconds() -> None:
    page = Watching()
    page.after("streamLost")
    page.after("poll")
    assert page.after("unchanged") == [
        notify(reachable=True),
        notify(connection="polling"),
        wait("poll", 1500),
    ]


def test_page_that_nobody_touches_for_ten_minutes_polls_rarely() -> None:
    page = Watching()
    page.after("streamLost")
    page.now += 600_001
    page.after("poll")
    assert page.after("unchanged")[-1] == wait("poll", 10000)


def test_unanswered_polls_become_rarer() -> None:
    page = Watching()
    page.after("streamLost")
    delays = []
    for _ in range(6):
        page.after("poll")
        offline, again = page.after("unanswered")
        assert offline == notify(connection="offline")
        delays.append(again["delay"])
    assert delays == [4000, 8000, 16000, 32000, 60000, 60000]


def test_board_for_an_open_stream_needs_no_further_poll(watching: Watching) -> None:
    watching.after("revision", revision=6)
    watching.after("board", html=board(6))
    watching.shows(6)
    assert watching.after("swapped") == [notify(reachable=True)]
