"""The log reports when the server did not run, and when the time of day was changed."""

import pytest

from tichu_score.clock_monitor import ClockMonitor

DAY = 24 * 3600.0
PAUSE = "The server did not run for 20 s: it was stopped, or the machine slept or was too busy."


def noticed(*, elapsed: float, time_of_day: float) -> list[str]:
    """Return the warnings if the clocks advance by these seconds between two checks."""
    elapsed_clock, day_clock = iter([7.0, 7.0 + elapsed]), iter([1e9, 1e9 + time_of_day])
    monitor = ClockMonitor(elapsed_clock.__next__, day_clock.__next__)
    return list(monitor.look())


@pytest.mark.parametrize("seconds", [1.0, 5.9])
def test_ordinary_second_says_nothing(seconds: float) -> None:
    assert noticed(elapsed=seconds, time_of_day=seconds) == []


@pytest.mark.parametrize("slewed", [-4.9, 4.9])
def test_clock_that_is_corrected_by_little_says_nothing(slewed: float) -> None:
    assert noticed(elapsed=1.0, time_of_day=1.0 + slewed) == []


def test_pause_is_noticed_and_no_change_of_the_clock() -> None:
    assert noticed(elapsed=21.0, time_of_day=21.0) == [PAUSE]


@pytest.mark.parametrize(
    ("by", "sentence"),
    [
        (DAY, "The time of day was set forward by 86,400 s."),
        (-DAY, "The time of day was set back by 86,400 s."),
    ],
)
def test_clock_that_is_set_is_noticed_and_no_pause(by: float, sentence: str) -> None:
    assert noticed(elapsed=1.0, time_of_day=1.0 + by) == [sentence]


def test_both_are_noticed_at_once() -> None:
    assert noticed(elapsed=21.0, time_of_day=21.0 - DAY) == [
        PAUSE,
        "The time of day was set back by 86,400 s.",
    ]


def test_what_was_noticed_is_not_said_again() -> None:
    monitor = ClockMonitor(iter([0.0, 1.0, 2.0]).__next__, iter([0.0, DAY, DAY + 1]).__next__)
    assert len(list(monitor.look())) == 1
    assert list(monitor.look()) == []
