"""Names of cookies. Over HTTPS they have the prefix `__Host-`: browsers take such a cookie only
by HTTPS, from this host itself, and for all of its paths, so no other site of the domain and
nobody in the network can set it (RFC 6265bis). A site under a path of its host has cookies of
that path, which can have the prefix `__Secure-` alone: browsers take them by HTTPS."""

from collections.abc import Mapping

from django.conf import settings

OF_HOST, BY_HTTPS = "__Host-", "__Secure-"


def cookie_name(name: str, *, secure: bool, path_prefix: str) -> str:
    """The name of the cookie; `secure` is whether it goes over HTTPS."""
    return f"{_prefix(path_prefix)}{name}" if secure else name


def read_cookie(cookies: Mapping[str, str], name: str) -> str:
    """The value of the cookie by any of its names, "" if there is none. Browsers that were here
    by plain HTTP, or before this release, have it without the prefix; those that were here
    before the site was under a path have one of the host."""
    prefixes = dict.fromkeys((_prefix(settings.PATH_PREFIX), OF_HOST, ""))
    found = (cookies.get(f"{prefix}{name}") for prefix in prefixes)
    return next(filter(None, found), "")


def unprefixed_name(name: str) -> str:
    """The name of a cookie without its prefix."""
    return name.removeprefix(OF_HOST).removeprefix(BY_HTTPS)


def _prefix(path_prefix: str) -> str:
    return BY_HTTPS if path_prefix else OF_HOST
