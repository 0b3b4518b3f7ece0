"""Times as the pages show them."""

from datetime import datetime

from django.utils.formats import date_format, get_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime


def local_time(at: datetime) -> SafeString:
    """When something happened, by the server's clock; local-time.js puts the clock of the phone
    that shows it in its place, in the same format."""
    return format_html(
        '<time datetime="{}" data-format="{}">{}</time>',
        at.isoformat(),
        get_format("DATETIME_FORMAT"),
        date_format(localtime(at), "DATETIME_FORMAT"),
    )
