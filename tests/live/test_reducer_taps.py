"""A subscribed page during taps, and its answers to taps, without a browser."""

from tests.live.subscribed_page import MODULE, SubscribedPage, board, fetch, script, wait

# Answers to taps


def is_late(revision: int, on_screen: int, *told_after: int) -> bool:
    """Return whether an answer with this revision is too old for a table after round 3."""
    shown = {"revision": on_screen, "after": 3}
    return script().call(MODULE, "isLate", board(revision), shown, *told_after)  # type: ignore[no-any-return]


def test_answer_to_an_undo_is_late_behind_that_of_a_later_call() -> None:
    assert [is_late(revision, 7) for revision in (6, 7, 8)] == [True, False, False]


def test_answer_about_a_round_recorded_meanwhile_is_late() -> None:
    assert [is_late(7, 7, told_after) for told_after in (2, 3)] == [True, False]


def test_refusal_names_no_revision_and_is_never_late() -> None:
    shown = {"revision": 7, "after": 3}
    assert script().call(MODULE, "isLate", '<p class="refusal">', shown) is False


# Taps


def test_no_board_is_fetched_while_a_finger_is_down(subscribed_page: SubscribedPage) -> None:
    subscribed_page.after("touched", onControl=True)
    assert fetch(5) not in subscribed_page.after("revision", revision=6)


def test_finger_that_goes_up_lets_the_board_in(subscribed_page: SubscribedPage) -> None:
    subscribed_page.after("touched", onControl=True)
    subscribed_page.after("revision", revision=6)
    assert subscribed_page.after("lifted") == [wait("released", 50)]
    assert subscribed_page.after("released") == [fetch(5)]


def test_finger_holds_the_board_for_three_seconds_at_most(
    subscribed_page: SubscribedPage,
) -> None:
    assert subscribed_page.after("touched", onControl=True) == [wait("released", 3000)]


def test_finger_beside_the_controls_holds_nothing(subscribed_page: SubscribedPage) -> None:
    subscribed_page.after("touched", onControl=False)
    assert subscribed_page.after("revision", revision=6)[-1] == fetch(5)


def test_no_board_is_fetched_while_somebody_types(subscribed_page: SubscribedPage) -> None:
    subscribed_page.page["busy"] = True
    assert fetch(5) not in subscribed_page.after("revision", revision=6)
    subscribed_page.page["busy"] = False
    assert subscribed_page.after("settled") == [fetch(5)]
