"""Token buckets, which limit how often something may be done."""

from dataclasses import dataclass

from django.db import models


@dataclass(frozen=True, slots=True)
class RateLimit:
    """Allows up to `capacity` requests at once, and after that one every `refill_seconds`."""

    name: str
    capacity: int
    refill_seconds: float


class TokenBucket(models.Model):
    """The rest of a limit for one device or address at the time `at` (seconds since 1970). If
    `tokens` is below 0, the last request got no token, and the bucket then contained `tokens` +
    1."""

    key = models.CharField(max_length=120, primary_key=True)
    tokens = models.FloatField()
    at = models.FloatField()

    class Meta:
        db_table = "scoring_bucket"

    def __str__(self) -> str:
        return self.key
