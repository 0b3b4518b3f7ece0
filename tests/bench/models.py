"""The time that ratings and win probabilities take, and how well ratings predict games."""

import timeit
from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import Any

from scoring.rules import Race
from scoring.stats.ratings.point_rating import rate_points
from scoring.stats.ratings.skill_rating import rate_skill
from scoring.stats.win_probability.model import MAX_TARGET, TableSpec, blend_with_baseline
from tests.scoring.stats import simulated

GAMES = 2000
KNOWN = (100, 300)  # games of a group that the ratings have seen
TIMES = 5  # the shortest time counts, because other load makes times longer

MOST_RATING_MS, MOST_TABLE_MS, MOST_LOSS = 200, 2000, 0.69


def measure() -> dict[str, Any]:
    """Return the milliseconds to compute ratings and win probabilities, and the log losses of
    predictions."""
    random = Random(GAMES)
    games = list(islice(simulated.games(random, simulated.skills(random)), GAMES))
    return {
        "ratings_ms": _milliseconds(lambda: (rate_points(games), rate_skill(games))),
        "table_ms": {target: _table_ms(target) for target in (1000, MAX_TARGET)},
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
    spec = TableSpec.for_race(Race(target))
    assert spec is not None
    shares = blend_with_baseline(())
    return _milliseconds(lambda: spec.solve(shares))


def _milliseconds(work: Callable[[], object]) -> float:
    return 1000 * min(timeit.repeat(work, number=1, repeat=TIMES))


def _verdict(*, met: bool) -> str:
    return "ok" if met else "MISSED"
