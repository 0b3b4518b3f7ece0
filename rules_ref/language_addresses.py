"""Addresses of the reference that name a language, such as `/de/rules/bombs/`.

They are for search engines, and for links to a page in a certain language. Pages at all other
addresses are in the reader's own language.
"""

import re
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import get_script_prefix
from django.utils.translation import override


class LanguageConverter:
    """A language of the site in a path."""

    regex = "[a-z]{2}(?:-[a-z]{2})?"

    def to_python(self, value: str) -> str:
        if value not in dict(settings.LANGUAGES):
            raise ValueError(value)  # no such address
        return value

    def to_url(self, value: str) -> str:
        return value


def in_language_of_address(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Return a view that responds in the language of the address, and not in the language of
    the reader (`scoring.languages`)."""

    def respond(request: HttpRequest, language: str, **captured: str) -> HttpResponse:
        with override(language):
            response = view(request, **captured)
        response["Content-Language"] = language
        return response

    return respond


def names_language(path: str) -> bool:
    """Whether this path, which begins at the root of the site, is a page of the reference in a
    language that the path names."""
    return bool(re.match(rf"/{_languages()}/rules/", path))


def without_language(address: str) -> str:
    """Return the address of the same page in the reader's own language."""
    root = rf"(?:https?://[^/?#]*)?{re.escape(get_script_prefix())}"
    return re.sub(rf"^({root}){_languages()}/(?=rules/)", r"\1", address)


def _languages() -> str:
    return f"(?:{'|'.join(language for language, _ in settings.LANGUAGES)})"
