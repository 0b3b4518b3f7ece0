"""The tables of the model: which of a group's rounds they are solved for, and where the solved
ones are kept."""

from collections import OrderedDict
from queue import Queue
from threading import Lock, Thread
from typing import Generic, NamedTuple, TypeAlias, TypeVar
from zlib import crc32

from django.db import connection

from scoring.models import Game
from scoring.rules import Race
from scoring.stats.win_probability.model import (
    Sample,
    Table,
    TableSpec,
    WinProbabilityModel,
    blend_with_baseline,
)

K = TypeVar("K")
V = TypeVar("V")

_TableKey: TypeAlias = tuple[TableSpec, Sample]

MAX_CACHED = 500  # tables, and samples of groups: some 30 kB each
_MIN_INCREASE = 30


def sample_size(rounds: int) -> int:
    """How many of a group's first rounds are sampled: all but about the last tenth, so that a
    table is not solved anew after every round."""
    size = 0
    while (larger := size + max(_MIN_INCREASE, size // 10)) <= rounds:
        size = larger
    return size


class GroupSample(NamedTuple):
    """The rounds that a group's tables are solved for, and a digest that identifies them."""

    sample: Sample
    digest: str


class _SampledGames(NamedTuple):
    """The games that a sample takes rounds from: those up to `last` (a primary key, 0 if there
    are none). `rounds` and `late_changes` are of all their rounds and changes; the rounds stay
    as they are while `late_changes` does."""

    last: int
    rounds: int
    late_changes: int


class _SampleVersion(NamedTuple):
    """Grows with every change of the games before the latest one. (A change made at the very
    moment at which another phone starts the next game is read with the one after it.)"""

    latest_game: int | None
    late_changes: int


class _CachedSample(NamedTuple):
    """What was read of a group: the version of its games at the time, how many of their rounds
    are sampled, and from which games."""

    version: _SampleVersion
    size: int
    games: _SampledGames
    sample: GroupSample


def read_sample(group: int) -> Sample:
    """The sampled rounds of the group with this primary key: the first `sample_size` of all its
    games but the latest, so that a game does not change its own win probability. Rounds with
    other points than the rule book's are left out."""
    return _read_sample(group, sample_size(_rounds_after(group, 0)))[0]


def _read_sample(group: int, size: int) -> tuple[Sample, _SampledGames]:
    with connection.cursor() as cursor:
        cursor.execute(_SAMPLE, [group, group, group, size, group, group, group])
        rows = cursor.fetchall()
    sample = tuple((a, b, rounds) for a, b, rounds, *_ in rows)
    games = next((_SampledGames(*map(int, games)) for _, _, _, *games in rows), None)
    return sample, games or _SampledGames(0, 0, 0)


_LATEST = (
    "(SELECT MAX(id) FROM scoring_game"
    " WHERE group_id = %s AND deleted IS NULL AND final_a IS NULL)"
)
_DELETED = "(SELECT id FROM scoring_game WHERE group_id = %s AND deleted IS NOT NULL)"
# Rounds that are worth what the rule book says.
_OFFICIAL = "double_win = 200 AND failed_calls = 0 AND extra_call_points = 0"
_EARLIER = (
    f"FROM scoring_round WHERE group_id = %s AND {_OFFICIAL} AND game_id < {_LATEST}"
    f" AND game_id NOT IN {_DELETED}"
)
_ROUNDS_AFTER = f"SELECT COUNT(*) {_EARLIER} AND game_id > %s"
# Few games of a group are ever changed late, and an index has these alone: as quick with 2,000
# games as with five.
_LATE_CHANGES = (
    "SELECT COALESCE(SUM(late_changes), 0) FROM scoring_game"
    " WHERE group_id = %s AND late_changes > 0"
)
_SINCE = f"SELECT ({_LATE_CHANGES} AND id <= %s), ({_ROUNDS_AFTER})"
_VERSION = f"SELECT {_LATEST}, ({_LATE_CHANGES})"
_SAMPLE = (
    f"WITH sampled AS (SELECT game_id, points_a, points_b {_EARLIER}"  # noqa: S608
    " ORDER BY game_id, seq LIMIT %s),"
    " ending AS (SELECT MAX(game_id) AS game FROM sampled)"
    " SELECT points_a, points_b, COUNT(*), (SELECT game FROM ending),"
    f" (SELECT COUNT(*) FROM scoring_round WHERE group_id = %s AND {_OFFICIAL}"
    f" AND game_id NOT IN {_DELETED}"
    " AND game_id <= (SELECT game FROM ending)),"
    f" ({_LATE_CHANGES} AND id <= (SELECT game FROM ending))"
    " FROM sampled GROUP BY points_a, points_b ORDER BY points_a, points_b"
)


def _sample_version(group: int) -> _SampleVersion:
    with connection.cursor() as cursor:
        cursor.execute(_VERSION, [group, group])
        latest, changes = cursor.fetchone()
    return _SampleVersion(latest, int(changes))


def _rounds_after(group: int, game: int) -> int:
    """How many rounds the games after this one have, without the latest."""
    with connection.cursor() as cursor:
        cursor.execute(_ROUNDS_AFTER, [group, group, group, game])
        return int(cursor.fetchone()[0])


def _is_same_sample(group: int, cached: _CachedSample) -> bool:
    """Whether the sample would be the same if it were read again: its games were not changed,
    and those after them have too few rounds for a larger one."""
    last, rounds, late_changes = cached.games
    with connection.cursor() as cursor:
        cursor.execute(_SINCE, [group, last, group, group, group, last])
        late_changes_now, rounds_after = map(int, cursor.fetchone())
    return (
        late_changes_now == late_changes and sample_size(rounds + rounds_after) == cached.size
    )


def group_sample(group: int) -> GroupSample:
    """The sample of the group with this primary key, the same in every process. The rounds are
    read again only if it may have changed: not for a round at one of several tables that play
    at the same time, which comes after the sampled ones."""
    cached, version = _SAMPLES.get(group), _sample_version(group)
    if cached and cached.version == version:
        return cached.sample
    if cached and _is_same_sample(group, cached):
        return _SAMPLES.put(group, cached._replace(version=version)).sample
    size = sample_size(_rounds_after(group, 0))
    sample, games = _read_sample(group, size)
    digest = f"{crc32(repr(sample).encode()):x}"
    found = _CachedSample(version, size, games, GroupSample(sample, digest))
    return _SAMPLES.put(group, found).sample


def get_model(game: Game) -> WinProbabilityModel | None:
    """The model for this game; None where its race has none.

    Solves the table if it is not cached, which takes some 0.3 s for the usual targets.
    """
    spec = TableSpec.for_race(game.race)
    if spec is None or not game.house_rules.official_points:
        return None
    sample, digest = group_sample(game.group_id)
    return WinProbabilityModel(game.race, _TABLES.get_or_solve(spec, sample), digest)


def get_model_or_enqueue(game: Game) -> WinProbabilityModel | None:
    """The model for this game if its table is cached. If not, None, and the table is solved in
    the background."""
    if not game.house_rules.official_points:
        return None
    return get_model_for_race(game.race, game.group_id)


def get_cached_model(game: Game) -> WinProbabilityModel | None:
    """The same as `get_model_or_enqueue`, but without a query for groups whose sample this
    process has never read."""
    return get_model_or_enqueue(game) if _SAMPLES.get(game.group_id) else None


def get_model_for_race(race: Race, group: int) -> WinProbabilityModel | None:
    """The model for a group's games with this race, which `is_supported`, if its table is
    cached. If not, None, and the table is solved in the background."""
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
    """Enqueue the table that most games need, before anybody asks for it."""
    spec = TableSpec.for_race(Race())
    if spec:
        _TABLES.enqueue(spec, ())


def is_supported(race: Race) -> bool:
    """Whether there is a model for games with this race."""
    return TableSpec.for_race(race) is not None


class _LRUCache(Generic[K, V]):
    """The MAX_CACHED values that were used last. Safe to share between threads."""

    def __init__(self) -> None:
        self._values: OrderedDict[K, V] = OrderedDict()
        self._lock = Lock()

    def get(self, key: K) -> V | None:
        with self._lock:
            if key not in self._values:
                return None
            self._values.move_to_end(key)
            return self._values[key]

    def clear(self) -> None:
        with self._lock:
            self._values.clear()

    def put(self, key: K, value: V) -> V:
        with self._lock:
            self._values[key] = value
            if len(self._values) > MAX_CACHED:
                self._values.popitem(last=False)
        return value


class _TableCache:
    """Solves tables and caches them. Enqueued ones are solved by a daemon thread, which does
    not keep a process from ending."""

    def __init__(self) -> None:
        self._tables: _LRUCache[_TableKey, Table] = _LRUCache()
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
        """Have the table solved in the background, unless it is cached or enqueued already."""
        key = spec, sample
        with self._lock:
            if key in self._enqueued or self.get(*key):
                return
            self._enqueued.add(key)
            self._queue.put(key)
            if not self._thread.ident:
                self._thread.start()

    def wait(self) -> None:
        """Block until all that was enqueued is cached."""
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
# By the group's primary key.
_SAMPLES: _LRUCache[int, _CachedSample] = _LRUCache()
