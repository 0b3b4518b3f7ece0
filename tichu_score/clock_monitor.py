"""Logs a warning if the server was suspended for a while, or if the time of day was set.

The time of day decides when backups are due, and is the time of log entries.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterator

INTERVAL = 1.0  # seconds between two checks
NOTICEABLE = 5.0  # the difference in seconds from which it is logged

log = logging.getLogger(__name__)


def since_boot() -> float:
    """Seconds since the machine started, including the time in which it slept."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


class ClockMonitor:
    """Compares two clocks with their values at the last check, `INTERVAL` seconds ago.

    `elapsed` is a monotonic clock, which cannot be set. The other one is the time of day.
    """

    def __init__(
        self,
        elapsed: Callable[[], float] = since_boot,
        time_of_day: Callable[[], float] = time.time,
    ) -> None:
        self.elapsed, self.time_of_day = elapsed, time_of_day
        self.seen = elapsed(), time_of_day()

    def look(self) -> Iterator[str]:
        """Yield a sentence for each event since the last check."""
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
    """Check every second, in a separate thread, until this process ends."""
    monitor = ClockMonitor()

    def run() -> None:
        while True:
            time.sleep(INTERVAL)
            each_time()
            for sentence in monitor.look():
                log.warning(sentence)

    threading.Thread(target=run, name="clock-monitor", daemon=True).start()
