"""Times in the form that pages show."""

from datetime import datetime

from django.utils.formats import date_format, get_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime

from scoring.models import Game
from scoring.stats.evening_date import evening_date


def played_on(game: Game) -> str:
    """Return the date of the evening to which a game belongs."""
    return date_format(evening_date(game.created), "DATE_FORMAT")


def began(game: Game) -> str:
    """Return the time at which a game began, or only its day if only its result was entered."""
    return played_on(game) if game.final_totals else local_time(game.created)


def local_time(at: datetime) -> SafeString:
    """Return a time by the clock of the server. local-time.js replaces it by the local time of
    the phone, in the same format."""
    return format_html(
        '<time datetime="{}" data-format="{}">{}</time>',
        at.isoformat(),
        get_format("DATETIME_FORMAT"),
        date_format(localtime(at), "DATETIME_FORMAT"),
    )
