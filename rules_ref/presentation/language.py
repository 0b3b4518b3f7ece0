"""The language of texts of the reference, within pages of another one."""

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from rules_ref.loader import active_reference
from rules_ref.reference import Chapter, Entry


def text_lang(text: Chapter | Entry) -> SafeString:
    """Return the `lang` attribute of what is this text, where the page is in another language;
    else nothing."""
    if get_language() == text.language:
        return SafeString()
    return format_html(' lang="{}"', text.language)


def page_lang(text: Chapter | Entry) -> SafeString:
    """Return the `lang` attribute of what is the page's own amid this text, where the page is
    in another language; else nothing."""
    return format_html(' lang="{}"', get_language()) if text_lang(text) else SafeString()


def search_lang() -> SafeString:
    """Return the `lang` attribute of what a search finds: that of the quick sheet, which is the
    first to be translated."""
    return text_lang(active_reference().quick_sheet)


def is_partly_english(page: Chapter) -> bool:
    """Return whether some of the page is in English, and the language that is active is not."""
    return page.languages != {get_language()}
