"""Names of cookies. Over HTTPS they have the prefix `__Host-`: browsers take such a cookie only
by HTTPS, from this host itself, and for all of its paths, so no other site of the domain and
nobody in the network can set it (RFC 6265bis)."""

from collections.abc import Mapping

PREFIX = "__Host-"


def cookie_name(name: str, *, secure: bool) -> str:
    """What the cookie is called; `secure` is whether it goes over HTTPS."""
    return f"{PREFIX}{name}" if secure else name


def read_cookie(cookies: Mapping[str, str], name: str) -> str:
    """The value of the cookie with either name, "" if there is none. Browsers that were here by
    plain HTTP, or before this release, have it without the prefix."""
    return cookies.get(f"{PREFIX}{name}") or cookies.get(name, "")
