"""Numbers as they are read, in the language of the page."""

from django.utils.formats import number_format
from django.utils.translation import gettext as _

_MINUS = "\N{MINUS SIGN}"


def number(value: float, decimals: int = 0) -> str:
    """With a real minus sign."""
    shown = number_format(round(value, decimals) or 0, decimals)
    return shown.replace("-", _MINUS)


def gained(value: float, decimals: int = 0) -> str:
    """With its sign, whichever it is."""
    shown = number(value, decimals)
    return f"+{shown}" if round(value, decimals) > 0 else shown


def percent(share: float) -> str:
    """A share of 1, in whole per cent."""
    return _("%(number)s%%") % {"number": number(100 * share)}
