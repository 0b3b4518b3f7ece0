"""What the pages say of what waited on a phone."""

from django.utils.translation import gettext as _

from scoring.forms import ImportResult, ImportStatus


def outcome_label(outcome: ImportResult, sent: bool) -> str:  # noqa: FBT001 (a filter's one argument)
    """What became of it, or would."""
    done = _("It is recorded.") if sent else _("It would be recorded.")
    later = (
        _("Too many changes at once: choose this file again in a few minutes.")
        if sent
        else _("Too many changes at once: it is checked once those before it are recorded.")
    )
    return {
        ImportStatus.DONE: done,
        ImportStatus.KNOWN: _("It is recorded already."),
        ImportStatus.CONFLICT: _("Somebody was faster: open the table, and compare."),
        ImportStatus.REFUSED: _("It is refused:"),
        ImportStatus.BEHIND: _("It follows a change that is not recorded."),
        ImportStatus.LATER: later,
        ImportStatus.GONE: _("Its game does not exist, or this device may not change it."),
    }[outcome.status]
