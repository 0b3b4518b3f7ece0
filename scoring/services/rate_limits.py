"""Take tokens from token buckets."""

from math import ceil

from django.db import connection
from django.utils import timezone

from scoring.models import RateLimit, TokenBucket


def take_token(limit: RateLimit, client: str) -> int:
    """Take a token of this limit for `client`. Returns 0 if there was one, else the number of
    seconds until the next one."""
    sql = _TAKE_SQLITE if connection.vendor == "sqlite" else _TAKE_POSTGRESQL
    values: dict[str, str | float] = {
        "key": f"{limit.name}:{client}",
        "now": timezone.now().timestamp(),
        "capacity": float(limit.capacity),
        "refill_seconds": float(limit.refill_seconds),
    }
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        (tokens,) = cursor.fetchone()
    return 0 if tokens >= 0 else ceil(-tokens * limit.refill_seconds)


def delete_unused(age: float) -> None:
    """Delete the buckets from which no token was taken for `age` seconds."""
    TokenBucket.objects.filter(at__lt=timezone.now().timestamp() - age).delete()


# If a bucket is further than this ahead of the clock, the clock was set back after its last
# use.
_AHEAD = 60  # seconds

# One statement, so that two simultaneous requests take two tokens. Requests may arrive out of
# order, and the clocks of two machines may differ. A bucket that is ahead of this clock gains
# nothing until the clock has reached its time.
_TAKE = """
INSERT INTO scoring_bucket (key, tokens, at) VALUES (%(key)s, %(capacity)s - 1, %(now)s)
ON CONFLICT (key) DO UPDATE SET
    tokens = CASE WHEN scoring_bucket.at > %(now)s + {ahead} THEN %(capacity)s ELSE {least}(
        %(capacity)s,
        CASE WHEN scoring_bucket.tokens < 0 THEN {greatest}(0, scoring_bucket.tokens + 1)
            ELSE scoring_bucket.tokens END
        + {greatest}(0, %(now)s - scoring_bucket.at) / %(refill_seconds)s
    ) END - 1,
    at = %(now)s
RETURNING tokens
"""
_TAKE_SQLITE = _TAKE.format(least="MIN", greatest="MAX", ahead=_AHEAD)
_TAKE_POSTGRESQL = _TAKE.format(least="LEAST", greatest="GREATEST", ahead=_AHEAD)
