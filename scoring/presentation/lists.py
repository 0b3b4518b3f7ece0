"""Names and other words in a row, as the language joins them."""

from collections.abc import Sequence

from django.utils.translation import gettext as _


def join_words(words: Sequence[str]) -> str:
    """Return the words as a list within a sentence: `Ada, Ben and Cleo`; nothing for none."""
    if len(words) < 2:
        return "".join(words)
    *others, last = words
    return _("%(others)s and %(last)s") % {"others": ", ".join(others), "last": last}
