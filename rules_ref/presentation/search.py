"""The address of the search index, the sentence with the number of hits, and marked words in
results."""

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules_ref.search import MAX_HITS, WORD_PATTERN, index, index_digest, tokenize


def search_index_url() -> str:
    """Return the address of the index."""
    return reverse("search_index", args=[index_digest()])


def hit_count(hits: int) -> str:
    """Return a sentence with the number of entries that were found."""
    if not hits:
        return _("Nothing found. Try one word, such as bomb or wish.")
    return ngettext("%(count)s answer", "%(count)s answers", hits) % {"count": hits}


def hit_counts() -> list[str]:
    """Return the sentences of `hit_count` for each possible number, from 0, for a script."""
    return [hit_count(hits) for hits in range(MAX_HITS + 1)]


def highlight(text: str, terms: frozenset[str]) -> SafeString:
    """Mark the words that match one of the terms."""
    rules = index().payload["rules"]
    parts = (
        format_html(
            "<mark>{}</mark>" if terms.intersection(tokenize(part, rules)) else "{}", part
        )
        for part in WORD_PATTERN.split(text)
    )
    return mark_safe("".join(parts))  # noqa: S308 (each part was escaped)
