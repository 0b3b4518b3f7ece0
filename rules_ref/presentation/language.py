"""The language of texts of the reference, within pages of another one."""

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

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


def is_partly_english(page: Chapter) -> bool:
    """Return whether some of the page is in English, and the language that is active is not."""
    return page.languages != {get_language()}
