"""How often something may be done: a bucket of tokens that fills again by itself."""

from dataclasses import dataclass
from math import ceil

from django.db import connection, models
from django.utils import timezone


@dataclass(frozen=True, slots=True)
class Limit:
    """Up to `most` at once, and after that one every `every` seconds."""

    name: str
    most: int
    every: float


class BucketQuerySet(models.QuerySet["Bucket"]):
    def take(self, limit: Limit, who: str) -> int:
        """Take a token from this limit's bucket of `who`: 0 if there was one, else the seconds
        until there will be."""
        now, key = timezone.now().timestamp(), f"{limit.name}:{who}"
        sql = _TAKE_SQLITE if connection.vendor == "sqlite" else _TAKE_POSTGRESQL
        values: dict[str, str | float] = {
            "key": key,
            "now": now,
            "most": float(limit.most),
            "every": float(limit.every),
        }
        with connection.cursor() as cursor:
            cursor.execute(sql, values)
            (tokens,) = cursor.fetchone()
        return 0 if tokens >= 0 else ceil(-tokens * limit.every)

    def forget_full(self, age: float) -> None:
        """Remove the buckets that nobody took from for `age` seconds."""
        self.filter(at__lt=timezone.now().timestamp() - age).delete()


class Bucket(models.Model):
    """What is left for one limit and one device or address, at the time `at` (seconds since
    1970). Below 0, `tokens` say that who asked last got none: one more was there then."""

    key = models.CharField(max_length=120, primary_key=True)
    tokens = models.FloatField()
    at = models.FloatField()

    objects = BucketQuerySet.as_manager()

    def __str__(self) -> str:
        return self.key


# One statement, so that two requests at once take two tokens.
_TAKE = """
INSERT INTO scoring_bucket (key, tokens, at) VALUES (%(key)s, %(most)s - 1, %(now)s)
ON CONFLICT (key) DO UPDATE SET
    tokens = {least}(
        %(most)s,
        CASE WHEN scoring_bucket.tokens < 0 THEN scoring_bucket.tokens + 1
            ELSE scoring_bucket.tokens END + (%(now)s - scoring_bucket.at) / %(every)s
    ) - 1,
    at = %(now)s
RETURNING tokens
"""
_TAKE_SQLITE = _TAKE.format(least="MIN")
_TAKE_POSTGRESQL = _TAKE.format(least="LEAST")
