"""Times as the pages show them."""

from datetime import datetime

from django.utils.formats import date_format, get_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime

from scoring.models import Game
from scoring.stats.evening_date import evening_date


def played_on(game: Game) -> str:
    """The date of the evening that a game belongs to."""
    return date_format(evening_date(game.created), "DATE_FORMAT")


def began(game: Game) -> str:
    """The time at which a game began; only its day if only a result was entered."""
    return played_on(game) if game.final_totals else local_time(game.created)


def local_time(at: datetime) -> SafeString:
    """A time by the server's clock; local-time.js puts the clock of the phone that shows it in
    its place, in the same format."""
    return format_html(
        '<time datetime="{}" data-format="{}">{}</time>',
        at.isoformat(),
        get_format("DATETIME_FORMAT"),
        date_format(localtime(at), "DATETIME_FORMAT"),
    )
