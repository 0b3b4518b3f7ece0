"""Names of cookies. Over HTTPS they have the prefix `__Host-`: browsers accept such a cookie
only over HTTPS, from this host itself, and for all of its paths, so that no other site of the
domain and nobody in the network can set it (RFC 6265bis). A site under a path of its host has
cookies for that path. These can only have the prefix `__Secure-`, which browsers accept only
over HTTPS."""

from collections.abc import Mapping

from django.conf import settings

OF_HOST, BY_HTTPS = "__Host-", "__Secure-"


def cookie_name(name: str, *, secure: bool, path_prefix: str) -> str:
    """The name of the cookie; `secure` says whether it is sent over HTTPS."""
    return f"{_prefix(path_prefix)}{name}" if secure else name


def read_cookie(cookies: Mapping[str, str], name: str) -> str:
    """The value of the cookie under any of its names; "" if there is none. Browsers that
    visited the site over plain HTTP, or before this release, have it without the prefix. Those
    that visited the site before it was under a path have it with the prefix of the host."""
    prefixes = dict.fromkeys((_prefix(settings.PATH_PREFIX), OF_HOST, ""))
    found = (cookies.get(f"{prefix}{name}") for prefix in prefixes)
    return next(filter(None, found), "")


def unprefixed_name(name: str) -> str:
    """The name of a cookie without its prefix."""
    return name.removeprefix(OF_HOST).removeprefix(BY_HTTPS)


def _prefix(path_prefix: str) -> str:
    return BY_HTTPS if path_prefix else OF_HOST
