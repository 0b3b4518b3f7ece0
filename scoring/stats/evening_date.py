"""The day that a game counts for."""

from datetime import date, datetime, timedelta

from django.utils import timezone

# A game that begins before this hour belongs to the evening before.
_DAY_START = timedelta(hours=5)


def evening_date(moment: datetime) -> date:
    """The date of the evening that this moment belongs to."""
    return (timezone.localtime(moment) - _DAY_START).date()
