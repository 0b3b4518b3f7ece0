"""Sentences about unsent changes, and the messages about them that scripts show."""

from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from scoring.forms import ImportResult, ImportStatus


@dataclass(frozen=True)
class UnsentMessages:
    """The messages and parts of pages about unsent changes that scripts show, in one
    language."""

    html: str

    @cached_property
    def digest(self) -> str:
        """A hash of the content. It is part of the address, because browsers store the messages
        permanently."""
        return sha256(self.html.encode()).hexdigest()[:12]

    @classmethod
    def find(cls, digest: str) -> "UnsentMessages | None":
        """Return the messages with this digest, in whichever language they are; None if there
        are none."""
        each_language = (unsent_messages_in(language) for language, _ in settings.LANGUAGES)
        return next((each for each in each_language if each.digest == digest), None)


@cache
def unsent_messages_in(language: str) -> UnsentMessages:
    with override(language):
        return UnsentMessages(render_to_string("scoring/unsent_messages.html"))


def unsent_messages_url() -> str:
    """Return the address of the messages in the active language."""
    messages = unsent_messages_in(get_language() or settings.LANGUAGE_CODE)
    return reverse("unsent_messages", args=[messages.digest])


def outcome_label(outcome: ImportResult, sent: bool) -> str:  # noqa: FBT001 (for a filter)
    """Return a sentence on the outcome; `sent` says whether the changes were sent or only
    checked."""
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
