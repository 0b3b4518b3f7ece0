"""The language of texts of the reference, within pages of another one."""

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
    """Return the `lang` attribute of what is this text, where the page is in another language;
    else nothing."""
    return as_lang("" if get_language() == text.language else text.language)


def page_lang(text: Chapter | Entry) -> SafeString:
    """Return the `lang` attribute of what is the page's own amid this text, where the page is
    in another language; else nothing."""
    return as_lang(get_language() if text_lang(text) else "")


def as_lang(language: str | None) -> SafeString:
    """Return this language as a `lang` attribute, or nothing without a language."""
    return format_html(' lang="{}"', language) if language else SafeString()


def english_note(languages: Collection[str]) -> str:
    """Say how much of a page is in English. The texts of the page are in these languages. Empty
    if all of them are in the active language, or if there are none."""
    if set(languages) <= {get_language()}:
        return ""
    if get_language() in languages:
        return _("Some of this page is in English so far.")
    return _("The text of this page is in English so far.")


class PageAddresses(NamedTuple):
    """The address under which a page is listed, and with their languages those of all
    languages; `x-default` is in the reader's own. A page is listed under its own address, or
    under the English one where it has no text in the language that its address names."""

    canonical: str
    alternates: list[tuple[str, str]]


def page_addresses(request: HttpRequest) -> PageAddresses | None:
    """Those of this page of the reference, in the languages that it has texts in; none where no
    address of it names a language, as of rulings and searches."""
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
    """The languages of the texts of a page for readers of a language."""
    by_slug = languages_by_slug(language)
    if name == "rules":
        return by_slug[SHEET]
    if name == "disputes":
        return set().union(*(by_slug[group.slug] for group in active_reference().disputes))
    return by_slug.get(slug, ())
