"""The tables of win probabilities: solved in the background, and cached."""

from queue import Queue
from threading import Lock, Thread
from typing import TypeAlias

from scoring.models import Game
from scoring.rules import Race
from scoring.stats.win_probability.lru_cache import LRUCache
from scoring.stats.win_probability.model import (
    Sample,
    Table,
    TableSpec,
    WinProbabilityModel,
    blend_with_baseline,
)
from scoring.stats.win_probability.sample import group_sample, is_sample_cached

_MAX_TABLES = 500  # of about 30 kB each

_TableKey: TypeAlias = tuple[TableSpec, Sample]


def get_model(game: Game) -> WinProbabilityModel | None:
    """Return the model for this game; None if its race or its house rules have none. If the
    table is not cached, it is solved, which takes about 0.5 s for the usual targets."""
    spec = TableSpec.for_race(game.race)
    if spec is None or not game.house_rules.official_points:
        return None
    sample, digest = group_sample(game.group_id)
    return WinProbabilityModel(game.race, _TABLES.get_or_solve(spec, sample), digest)


def get_model_or_enqueue(game: Game) -> WinProbabilityModel | None:
    """Return the model for this game if its table is cached. If not, return None and solve the
    table in the background."""
    if not game.house_rules.official_points:
        return None
    return get_model_for_race(game.race, game.group_id)


def get_cached_model(game: Game) -> WinProbabilityModel | None:
    """Return the same as `get_model_or_enqueue`, but None without a query for groups whose
    sample this process has never read."""
    return get_model_or_enqueue(game) if is_sample_cached(game.group_id) else None


def get_model_for_race(race: Race, group: int) -> WinProbabilityModel | None:
    """Return the model for a group's games with this race if its table is cached. If not,
    return None and solve the table in the background. If the race is not `is_supported`, return
    None."""
    spec = TableSpec.for_race(race)
    if spec is None:
        return None
    sample, digest = group_sample(group)
    table = _TABLES.get(spec, sample)
    if table is None:
        _TABLES.enqueue(spec, sample)
        return None
    return WinProbabilityModel(race, table, digest)


def warm_up() -> None:
    """Enqueue the table that most games need, before it is first requested."""
    spec = TableSpec.for_race(Race())
    if spec:
        _TABLES.enqueue(spec, ())


def is_supported(race: Race) -> bool:
    """Whether there is a model for games with this race."""
    return TableSpec.for_race(race) is not None


class _TableCache:
    """Solves tables and caches them. Enqueued tables are solved by a daemon thread, so that the
    process can end."""

    def __init__(self) -> None:
        self._tables: LRUCache[_TableKey, Table] = LRUCache(_MAX_TABLES)
        self._queue: Queue[_TableKey] = Queue()
        self._enqueued: set[_TableKey] = set()
        self._thread = Thread(target=self._work, name="win-probability", daemon=True)
        self._lock = Lock()

    def get_or_solve(self, spec: TableSpec, sample: Sample) -> Table:
        cached = self.get(spec, sample)
        return cached or self._tables.put(
            (spec, sample), spec.solve(blend_with_baseline(sample))
        )

    def get(self, spec: TableSpec, sample: Sample) -> Table | None:
        return self._tables.get((spec, sample))

    def enqueue(self, spec: TableSpec, sample: Sample) -> None:
        """Solve the table in the background, unless it is already cached or enqueued."""
        key = spec, sample
        with self._lock:
            if key in self._enqueued or self.get(*key):
                return
            self._enqueued.add(key)
            self._queue.put(key)
            if not self._thread.ident:
                self._thread.start()

    def wait(self) -> None:
        """Block until all enqueued tables are cached."""
        self._queue.join()

    def _work(self) -> None:
        while True:
            key = self._queue.get()
            try:
                self.get_or_solve(*key)
            finally:
                self._enqueued.discard(key)
                self._queue.task_done()


_TABLES = _TableCache()
