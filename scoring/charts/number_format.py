"""Format numbers in the active language."""

from django.utils.formats import number_format
from django.utils.translation import gettext as _

MINUS = "\N{MINUS SIGN}"


def format_number(value: float, decimals: int = 0) -> str:
    """Return the number with a typographic minus sign."""
    shown = number_format(round(value, decimals) or 0, decimals)
    return shown.replace("-", MINUS)


def format_signed(value: float, decimals: int = 0) -> str:
    """Return the number with a plus or minus sign; 0 has no sign."""
    shown = format_number(value, decimals)
    return f"+{shown}" if round(value, decimals) > 0 else shown


def format_percent(share: float) -> str:
    """Return a proportion (0 to 1) as a whole number of per cent."""
    return _("%(number)s%%") % {"number": format_number(100 * share)}


def format_probability(
    probability: float, under: str = "<%(chance)s", over: str = ">%(chance)s"
) -> str:
    """Return a probability (0 to 1) as a whole number of per cent. Only certain results have 0
    % or 100 %: otherwise a probability below 1 % or above 99 % is formatted by `under` or
    `over`."""
    if 0 < probability < 0.01:
        return under % {"chance": format_percent(0.01)}
    if 0.99 < probability < 1:
        return over % {"chance": format_percent(0.99)}
    return format_percent(probability)
