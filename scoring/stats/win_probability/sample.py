"""The sample of a group: the rounds for which its tables of win probabilities are solved."""

from typing import NamedTuple
from zlib import crc32

from django.db import connection

from scoring.stats.win_probability.lru_cache import LRUCache
from scoring.stats.win_probability.model import Sample

_MAX_SAMPLES = 500  # of about 30 kB each
_MIN_INCREASE = 30


def sample_size(rounds: int) -> int:
    """Return how many of a group's first rounds are sampled: all but about the last tenth, so
    that a table is not solved again after every round."""
    size = 0
    while (larger := size + max(_MIN_INCREASE, size // 10)) <= rounds:
        size = larger
    return size


class GroupSample(NamedTuple):
    """The rounds for which a group's tables are solved, and a digest that identifies them."""

    sample: Sample
    digest: str


class _SampledGames(NamedTuple):
    """The games from which a sample takes rounds: those up to `last` (a primary key, 0 if there
    are none). `rounds` and `late_changes` are the numbers of all their rounds and late changes.
    If `late_changes` is the same, the rounds are the same."""

    last: int
    rounds: int
    late_changes: int


class _SampleVersion(NamedTuple):
    """The version of a sample. It increases with every change of the games before the latest
    one. (A change that is made at the same moment at which another phone starts the next game
    is read with the next change.)"""

    latest_game: int | None
    late_changes: int


class _CachedSample(NamedTuple):
    """The sample of a group as it was read.

    It contains the version of the group's games at that time, the number of sampled rounds, and
    the games of these rounds.
    """

    version: _SampleVersion
    size: int
    games: _SampledGames
    sample: GroupSample


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
# Rounds that are worth the points of the rule book.
_OFFICIAL = "double_win = 200 AND failed_calls = 0 AND extra_call_points = 0"
_EARLIER = (
    f"FROM scoring_round WHERE group_id = %s AND {_OFFICIAL} AND game_id < {_LATEST}"
    f" AND game_id NOT IN {_DELETED}"
)
_ROUNDS_AFTER = f"SELECT COUNT(*) {_EARLIER} AND game_id > %s"
# Only few games of a group are ever changed late, and an index contains only these. So the
# query takes as long with 2,000 games as with five.
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
    """Return the number of rounds of the games after this one, without the latest game."""
    with connection.cursor() as cursor:
        cursor.execute(_ROUNDS_AFTER, [group, group, group, game])
        return int(cursor.fetchone()[0])


def _is_same_sample(group: int, cached: _CachedSample) -> bool:
    """Whether the sample would be the same if it were read again: its games were not changed,
    and the games after them have too few rounds for a larger sample."""
    last, rounds, late_changes = cached.games
    with connection.cursor() as cursor:
        cursor.execute(_SINCE, [group, last, group, group, group, last])
        late_changes_now, rounds_after = map(int, cursor.fetchone())
    return (
        late_changes_now == late_changes and sample_size(rounds + rounds_after) == cached.size
    )


def group_sample(group: int) -> GroupSample:
    """Return the sample of the group with this primary key, which is the same in every process:
    the first `sample_size` rounds of all its games but the latest, so that a game does not
    change its own win probability. Rounds with other points than those of the rule book are
    left out.

    The rounds are read again only if the sample may have changed. It does not change by a round
    at one of several tables that play at the same time, because that round comes after the
    sampled ones.
    """
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


def is_sample_cached(group: int) -> bool:
    """Whether this process has read the sample of the group with this primary key."""
    return _SAMPLES.get(group) is not None


def clear_samples() -> None:
    """Delete all samples. Tests call it when they use another database or simulate another
    process."""
    _SAMPLES.clear()


# By the primary key of the group.
_SAMPLES: LRUCache[int, _CachedSample] = LRUCache(_MAX_SAMPLES)
