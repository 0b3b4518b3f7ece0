"""A network that loses requests and responses, delivers requests twice and out of order, and
sends responses in place of those of the server."""

import random
from dataclasses import dataclass

# Status and body of the responses that are sent in place of those of the server.
BAD_GATEWAY = 502, "Bad gateway"
CAPTIVE_PORTAL = 200, "<form>Log in to this network</form>"


@dataclass(frozen=True)
class Delivery:
    """The delivery of a request and of its response. Times in seconds."""

    request_latency: float
    response_latency: float
    request_lost: bool = False
    response_lost: bool = False
    duplicate_after: float | None = None  # seconds from the first delivery to a second one
    substitute: tuple[int, str] | None = None  # the response in place of the server's


class Network:
    """The network between a phone and the server. While it `is_reliable`, nothing is lost."""

    def __init__(self, rng: random.Random) -> None:
        self.rng, self.is_reliable = rng, False
        self.late_share = rng.choice([0.02, 0.05, 0.3])  # the share of deliveries that are late
        self.has_slow_boards = rng.random() < 0.25
        self.next_board_delay = 0.0  # additional seconds for the next request for a board

    def board_delays(self) -> tuple[float, float]:
        """Return additional latencies, in seconds, of a request for a board and of its
        response."""
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
        """Return the latency in one direction, in seconds: mostly small, and sometimes longer
        than a phone waits."""
        if self.is_reliable:
            return 0.02 + self.rng.random() / 1000  # so that no two events have the same time
        rng = self.rng
        is_late = rng.random() < self.late_share
        return rng.uniform(0.4, 15) if is_late else rng.uniform(0.005, 0.4)

    def breaks_stream(self) -> bool:
        """Return whether a stream breaks at this message."""
        return not self.is_reliable and self.rng.random() < 0.04
