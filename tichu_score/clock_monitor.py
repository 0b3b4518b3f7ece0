"""Logs a warning when the server did not run for a while, or when the time of day was set.

Backups are due by the time of day, and entries of the log are dated by it.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterator

INTERVAL = 1.0  # seconds between two looks
NOTICEABLE = 5.0  # seconds by which a clock has to be off to be logged

log = logging.getLogger(__name__)


def since_boot() -> float:
    """Seconds since the machine started, including those in which it slept."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


class ClockMonitor:
    """Compares two clocks with what they showed at the last look, `INTERVAL` seconds ago.

    `elapsed` is a monotonic clock, which nobody can set. The other one is the time of day.
    """

    def __init__(
        self,
        elapsed: Callable[[], float] = since_boot,
        time_of_day: Callable[[], float] = time.time,
    ) -> None:
        self.elapsed, self.time_of_day = elapsed, time_of_day
        self.seen = elapsed(), time_of_day()

    def look(self) -> Iterator[str]:
        """Yield a sentence for each event since the last look."""
        now = self.elapsed(), self.time_of_day()
        passed, shown = now[0] - self.seen[0], now[1] - self.seen[1]
        self.seen = now
        pause, moved = passed - INTERVAL, shown - passed
        if pause >= NOTICEABLE:
            yield (
                f"The server did not run for {pause:.0f} s: it was stopped, or the machine "
                "slept or was too busy."
            )
        if abs(moved) >= NOTICEABLE:
            where = "forward" if moved > 0 else "back"
            yield f"The time of day was set {where} by {abs(moved):,.0f} s."


def monitor_clocks(each_time: Callable[[], object]) -> None:
    """Look every second in a thread of its own, for as long as this process runs."""
    monitor = ClockMonitor()

    def run() -> None:
        while True:
            time.sleep(INTERVAL)
            each_time()
            for sentence in monitor.look():
                log.warning(sentence)

    threading.Thread(target=run, name="clock-monitor", daemon=True).start()
