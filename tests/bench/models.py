"""How long ratings and chances take to work out, and how well ratings foretell games."""

import timeit
from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import Any

from scoring.rules import Race
from scoring.stats.chances import FARTHEST_TARGET, Ending, blend
from scoring.stats.curve import curve
from scoring.stats.ratings import ratings
from tests.scoring.stats import simulated

GAMES = 2000
KNOWN = (100, 300)  # games of a group that were seen
TIMES = 5  # the quickest counts: the others were disturbed

MOST_RATING_MS, MOST_TABLE_MS, MOST_LOSS = 200, 2000, 0.69


def measure() -> dict[str, Any]:
    """Milliseconds for what is worked out, and log losses for games that nobody has seen."""
    random = Random(GAMES)
    games = list(islice(simulated.matches(random, simulated.strengths(random)), GAMES))
    return {
        "ratings_ms": _milliseconds(lambda: (ratings(games), curve(games))),
        "table_ms": {target: _table_ms(target) for target in (1000, FARTHEST_TARGET)},
        "log_loss": {known: simulated.log_losses(known) for known in KNOWN},
    }


def lines(figures: dict[str, Any]) -> Iterator[str]:
    taken = figures["ratings_ms"]
    verdict = _verdict(met=taken < MOST_RATING_MS)
    yield f"ratings of {GAMES:,} games: {taken:.0f} ms (under {MOST_RATING_MS}: {verdict})"
    for target, taken in figures["table_ms"].items():
        verdict = _verdict(met=taken < MOST_TABLE_MS)
        yield f"chances to {target}: {taken:.0f} ms (under {MOST_TABLE_MS}: {verdict})"
    for known, (ours, elo) in figures["log_loss"].items():
        met = ours < MOST_LOSS and (ours < elo or known < KNOWN[-1])
        yield (
            f"log loss after {known} games: {ours:.4f}, Elo {elo:.4f}"
            f" (under {MOST_LOSS}, better than Elo at {KNOWN[-1]}: {_verdict(met=met)})"
        )


def _table_ms(target: int) -> float:
    ending = Ending.of(Race(target))
    assert ending is not None
    shares = blend(())
    return _milliseconds(lambda: ending.solve(shares))


def _milliseconds(work: Callable[[], object]) -> float:
    return 1000 * min(timeit.repeat(work, number=1, repeat=TIMES))


def _verdict(*, met: bool) -> str:
    return "ok" if met else "MISSED"
