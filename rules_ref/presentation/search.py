"""The address of the search index, and marked words in results."""

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from rules_ref.search import WORD_PATTERN, index, tokenize


def search_index_url() -> str:
    """Return the address of the index."""
    return reverse("search_index", args=[index().digest])


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
