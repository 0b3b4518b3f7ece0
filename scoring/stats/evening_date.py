"""The evening to which a game belongs."""

from datetime import date, datetime, timedelta

from django.utils import timezone

# A game that begins before this hour belongs to the evening of the day before.
_DAY_START = timedelta(hours=5)


def evening_date(moment: datetime) -> date:
    """Return the date of the evening to which this moment belongs."""
    return (timezone.localtime(moment) - _DAY_START).date()
