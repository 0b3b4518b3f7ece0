"""A network that drops requests, loses answers, delivers twice and out of order, and answers in
the server's place."""

import random
from dataclasses import dataclass

PROXY = 502, "Nobody is there."
LOGIN = 200, "<form>Log in to this network</form>"


@dataclass(frozen=True)
class Fate:
    """What becomes of a request: delays in seconds, and what somebody else answers instead."""

    there: float = 0.02
    back: float = 0.02
    dropped: bool = False
    answer_lost: bool = False
    again: float | None = None  # until it is delivered a second time
    instead: tuple[int, str] | None = None


class Network:
    """The network between a phone and the server; `perfect` for as long as it is."""

    def __init__(self, rng: random.Random) -> None:
        self.rng, self.perfect = rng, False
        self.slow = rng.choice([0.02, 0.05, 0.3])  # the share of what is late

    def fate(self) -> Fate:
        if self.perfect:
            return Fate(self.delay(), self.delay())
        rng = self.rng
        return Fate(
            there=self.delay(),
            back=self.delay(),
            dropped=rng.random() < 0.06,
            answer_lost=rng.random() < 0.08,
            again=rng.uniform(0.001, 3) if rng.random() < 0.05 else None,
            instead=rng.choice([PROXY, LOGIN]) if rng.random() < 0.02 else None,
        )

    def delay(self) -> float:
        """One way: mostly short, and at times longer than a phone waits."""
        if self.perfect:
            return 0.02 + self.rng.random() / 1000  # so that nothing happens at the same time
        rng = self.rng
        late = rng.random() < self.slow
        return rng.uniform(0.4, 15) if late else rng.uniform(0.005, 0.4)

    def breaks(self) -> bool:
        """Whether a stream breaks at this message."""
        return not self.perfect and self.rng.random() < 0.04
