"""Format numbers in the active language."""

from django.utils.formats import number_format
from django.utils.translation import gettext as _

MINUS = "\N{MINUS SIGN}"


def format_number(value: float, decimals: int = 0) -> str:
    """Return the number with a typographic minus sign."""
    shown = number_format(round(value, decimals) or 0, decimals)
    return shown.replace("-", MINUS)


def format_signed(value: float, decimals: int = 0) -> str:
    """Return the number with a plus or minus sign; 0 without."""
    shown = format_number(value, decimals)
    return f"+{shown}" if round(value, decimals) > 0 else shown


def format_percent(share: float) -> str:
    """Return a proportion (0 to 1) in whole per cent."""
    return _("%(number)s%%") % {"number": format_number(100 * share)}


def format_probability(
    probability: float, under: str = "<%(chance)s", over: str = ">%(chance)s"
) -> str:
    """Return a probability (0 to 1) in whole per cent; 0 % and 100 % are for what is decided,
    else it is under 1 % or over 99 %, said by these formats."""
    if 0 < probability < 0.01:
        return under % {"chance": format_percent(0.01)}
    if 0.99 < probability < 1:
        return over % {"chance": format_percent(0.99)}
    return format_percent(probability)
