"""What clocks tell the operator: that the server did not run for a while, and that the time of
day was set, by which backups are due and entries of the log are dated."""

import logging
import threading
import time
from collections.abc import Callable, Iterator

INTERVAL = 1.0  # seconds between two looks
NOTICEABLE = 5.0  # seconds by which a clock is off before anything is said of it

log = logging.getLogger(__name__)


def since_boot() -> float:
    """Seconds that nobody can set, those in which the machine slept included."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


class ClockWatch:
    """Compares what two clocks show with what they showed at the last look, `INTERVAL` seconds
    ago: `elapsed`, which only ever runs, and the time of day."""

    def __init__(
        self,
        elapsed: Callable[[], float] = since_boot,
        time_of_day: Callable[[], float] = time.time,
    ) -> None:
        self.elapsed, self.time_of_day = elapsed, time_of_day
        self.seen = elapsed(), time_of_day()

    def look(self) -> Iterator[str]:
        """Yield a sentence for each that was noticed since the last look."""
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


def watch_clocks(each_time: Callable[[], object]) -> None:
    """Look every second in a thread of its own, for as long as this process runs."""
    watch = ClockWatch()

    def run() -> None:
        while True:
            time.sleep(INTERVAL)
            each_time()
            for sentence in watch.look():
                log.warning(sentence)

    threading.Thread(target=run, name="clock-watch", daemon=True).start()
