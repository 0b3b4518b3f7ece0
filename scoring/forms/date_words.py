"""The names in dates, in all languages of the site, from Django."""

from functools import cache

from django.conf import settings
from django.utils.dates import MONTHS, MONTHS_3, MONTHS_ALT, MONTHS_AP, WEEKDAYS
from django.utils.translation import override

from scoring.importers.date_words import DateWords, word_key


@cache
def date_words() -> DateWords:
    """The names of months (in full, inflected after a day, and abbreviated) and of weekdays. In
    no two languages do different months have the same name."""
    months: dict[str, int] = {}
    weekdays: set[str] = set()
    for language, _ in settings.LANGUAGES:
        with override(language):
            for names in (MONTHS, MONTHS_ALT, MONTHS_AP, MONTHS_3):
                months |= {word_key(str(name)): number for number, name in names.items()}
            weekdays |= {word_key(str(name)) for name in WEEKDAYS.values()}
    return DateWords(months, frozenset(weekdays))
