"""The language that the text of the reference is in, within pages of another one."""

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from rules_ref.loader import TEXT_LANGUAGE


def text_lang() -> SafeString:
    """Return the `lang` attribute of what is text of the reference, where the page is in
    another language; else nothing."""
    if get_language() == TEXT_LANGUAGE:
        return SafeString()
    return format_html(' lang="{}"', TEXT_LANGUAGE)


def page_lang() -> SafeString:
    """Return the `lang` attribute of what is the page's own amid text of the reference, where
    the page is in another language; else nothing."""
    return format_html(' lang="{}"', get_language()) if text_lang() else SafeString()
