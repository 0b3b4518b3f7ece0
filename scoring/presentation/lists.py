"""Lists of names and other words, joined by the rules of the language."""

from collections.abc import Sequence

from django.utils.translation import gettext as _


def join_words(words: Sequence[str]) -> str:
    """Return the words as a list within a sentence: `Ada, Ben and Cleo`; empty without
    words."""
    if len(words) < 2:
        return "".join(words)
    *others, last = words
    return _("%(others)s and %(last)s") % {"others": ", ".join(others), "last": last}
