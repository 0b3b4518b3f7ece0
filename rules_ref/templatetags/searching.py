"""What the pages need for the search."""

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from rules_ref.search import WORD, index, words

register = template.Library()


@register.simple_tag
def search_index() -> str:
    """The address of the index."""
    return reverse("search_index", args=[index().digest])


@register.filter
def marked(text: str, terms: frozenset[str]) -> SafeString:
    """Mark the words that a question meant."""
    parts = (
        format_html("<mark>{}</mark>" if terms.intersection(words(part)) else "{}", part)
        for part in WORD.split(text)
    )
    return mark_safe("".join(parts))  # noqa: S308 (each part was escaped)
