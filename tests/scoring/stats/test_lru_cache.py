"""A cache keeps the most recently used values, up to its size."""

from scoring.stats.win_probability.lru_cache import LRUCache


def test_cache_that_is_full_drops_what_was_not_used_for_the_longest_time() -> None:
    cache: LRUCache[str, int] = LRUCache(2)
    cache.put("first", 1)
    cache.put("second", 2)
    cache.get("first")

    cache.put("third", 3)

    assert [cache.get(key) for key in ("first", "second", "third")] == [1, None, 3]
