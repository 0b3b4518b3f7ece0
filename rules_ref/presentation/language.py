"""The language of texts of the reference on pages in another language."""

from collections.abc import Collection
from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from rules_ref.loader import SHEET, active_reference, languages_by_slug
from rules_ref.reference import Chapter, Entry


def text_lang(text: Chapter | Entry) -> SafeString:
    """Return the `lang` attribute for an element that contains this text if the page is in
    another language, else nothing."""
    return as_lang("" if get_language() == text.language else text.language)


def page_lang(text: Chapter | Entry) -> SafeString:
    """Return the `lang` attribute for an element inside of this text that is in the language of
    the page if that is another language, else nothing."""
    return as_lang(get_language() if text_lang(text) else "")


def as_lang(language: str | None) -> SafeString:
    """Return a `lang` attribute with this language, or nothing without a language."""
    return format_html(' lang="{}"', language) if language else SafeString()


def english_note(languages: Collection[str]) -> str:
    """Return a sentence that says whether some or all of a page is in English. `languages` are
    those of the texts of the page. The sentence is empty if all of them are in the active
    language, or if there are none."""
    if set(languages) <= {get_language()}:
        return ""
    if get_language() in languages:
        return _("Some of this page is in English so far.")
    return _("The text of this page is in English so far.")


class PageAddresses(NamedTuple):
    """The addresses of a page for search engines.

    `canonical` is the address under which the page is listed: its own address, or the English
    one if the page has no text in the language that its address names. `alternates` are the
    addresses in all languages, each with its language; `x-default` is the address in the
    reader's own language.
    """

    canonical: str
    alternates: list[tuple[str, str]]


def page_addresses(request: HttpRequest) -> PageAddresses | None:
    """Return the addresses of this page of the reference in the languages in which it has
    texts; None if none of its addresses names a language, as for rulings and searches."""
    match = request.resolver_match
    name = (match.url_name or "").removesuffix("_in") if match else ""
    if not match or name not in {"rules", "disputes", "chapter"}:
        return None
    site = f"{request.scheme}://{request.get_host()}"
    page = {key: value for key, value in match.kwargs.items() if key != "language"}
    addresses = {
        language: site + reverse(f"{name}_in", kwargs={"language": language, **page})
        for language, _ in settings.LANGUAGES
        if language in _languages_of(name, page.get("slug", ""), language)
    }
    in_readers_own = site + reverse(name, kwargs=page)
    named = match.kwargs.get("language")
    return PageAddresses(
        addresses.get(named, addresses[settings.LANGUAGE_CODE]) if named else in_readers_own,
        [*addresses.items(), ("x-default", in_readers_own)],
    )


def _languages_of(name: str, slug: str, language: str) -> Collection[str]:
    """Return the languages of the texts of a page for readers of a language."""
    by_slug = languages_by_slug(language)
    if name == "rules":
        return by_slug[SHEET]
    if name == "disputes":
        return set().union(*(by_slug[group.slug] for group in active_reference().disputes))
    return by_slug.get(slug, ())
