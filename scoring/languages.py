"""The language of a response: the one that a person has chosen on this device, else the one
that the browser requests. Cached responses are stored by their language. Only addresses of the
reference can select another language (`rules_ref.language_addresses`)."""

from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import get_language, get_language_from_request

from scoring.cookies import read_cookie, unprefixed_name
from scoring.release import release


def resolve_language(cookies: Mapping[str, str], accepted: str) -> str:
    """The language of the response, one of `settings.LANGUAGES`, by the cookies and the
    Accept-Language of the request."""
    chosen = read_cookie(cookies, unprefixed_name(settings.LANGUAGE_COOKIE_NAME))
    return _resolve(chosen, accepted)


@lru_cache(1000)
def _resolve(chosen: str, accepted: str) -> str:
    request = HttpRequest()
    request.COOKIES[settings.LANGUAGE_COOKIE_NAME] = chosen
    request.META["HTTP_ACCEPT_LANGUAGE"] = accepted
    return get_language_from_request(request)


def release_in_language() -> str:
    """A digest of the release and the active language, as twelve hexadecimal digits. An ETag
    contains it in order to depend on both."""
    return _release_in(get_language() or settings.LANGUAGE_CODE)


@lru_cache
def _release_in(language: str) -> str:
    return sha256(f"{release()} {language}".encode()).hexdigest()[:12]
