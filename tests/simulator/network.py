"""A network that loses requests and responses, delivers requests twice and out of order, and
responds in the server's place."""

import random
from dataclasses import dataclass

# Status and body of responses in the server's place.
BAD_GATEWAY = 502, "Bad gateway"
CAPTIVE_PORTAL = 200, "<form>Log in to this network</form>"


@dataclass(frozen=True)
class Delivery:
    """The delivery of a request and of its response. Times in seconds."""

    request_latency: float
    response_latency: float
    request_lost: bool = False
    response_lost: bool = False
    duplicate_after: float | None = None  # from the first delivery to a second one
    substitute: tuple[int, str] | None = None  # responds in place of the server


class Network:
    """The network between a phone and the server. While it `is_reliable`, nothing is lost."""

    def __init__(self, rng: random.Random) -> None:
        self.rng, self.is_reliable = rng, False
        self.late_share = rng.choice([0.02, 0.05, 0.3])  # of what is delivered
        self.has_slow_boards = rng.random() < 0.25
        self.next_board_delay = 0.0  # seconds that the next request for a board takes more

    def board_delays(self) -> tuple[float, float]:
        """Seconds that the request for a board, and the board, take more than other requests
        and answers."""
        before, self.next_board_delay = self.next_board_delay, 0.0
        if not self.has_slow_boards or self.is_reliable:
            return before, 0.0
        delay = self.rng.uniform(1, 6)
        return (before + delay, 0.0) if self.rng.random() < 0.5 else (before, delay)

    def delivery(self) -> Delivery:
        if self.is_reliable:
            return Delivery(self.latency(), self.latency())
        rng = self.rng
        return Delivery(
            request_latency=self.latency(),
            response_latency=self.latency(),
            request_lost=rng.random() < 0.06,
            response_lost=rng.random() < 0.08,
            duplicate_after=rng.uniform(0.001, 3) if rng.random() < 0.05 else None,
            substitute=rng.choice([BAD_GATEWAY, CAPTIVE_PORTAL])
            if rng.random() < 0.02
            else None,
        )

    def latency(self) -> float:
        """Seconds in one direction: mostly few, and at times more than a phone waits."""
        if self.is_reliable:
            return 0.02 + self.rng.random() / 1000  # no two events at the same time
        rng = self.rng
        is_late = rng.random() < self.late_share
        return rng.uniform(0.4, 15) if is_late else rng.uniform(0.005, 0.4)

    def breaks_stream(self) -> bool:
        """Whether a stream breaks at this message."""
        return not self.is_reliable and self.rng.random() < 0.04
