"""What the pages say of what waited on a phone."""

from django import template
from django.utils.translation import gettext as _

from scoring.forms import Outcome, What

register = template.Library()


@register.filter
def became(outcome: Outcome, sent: bool) -> str:  # noqa: FBT001 (a filter's one argument)
    """What became of it, or would."""
    done = _("It is recorded.") if sent else _("It would be recorded.")
    return {
        What.DONE: done,
        What.KNOWN: _("It is here already."),
        What.CONFLICT: _("Somebody was faster: open the table, and compare."),
        What.REFUSED: _("It is refused:"),
        What.BEHIND: _("It waits for what is before it."),
        What.GONE: _("Its game is not here, or not for this device."),
    }[outcome.what]
