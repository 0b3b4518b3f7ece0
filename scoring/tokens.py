"""Random tokens: what a device or a link proves itself by."""

import hashlib
import re
import secrets

from django.utils.crypto import salted_hmac

DEVICE_COOKIE = "device"
ACCESS_TOKEN_PREFIX = "tichu_"  # noqa: S105 (no token)


def create_device_token() -> str:
    """256 random bits that a device keeps in its cookie."""
    return secrets.token_urlsafe(32)


def create_access_token() -> str:
    """256 random bits for a program, behind a prefix that says what it is where it leaks."""
    return f"{ACCESS_TOKEN_PREFIX}{secrets.token_urlsafe(32)}"


def parse_authorization(header: str) -> str:
    """The access token of an Authorization header (`Bearer`, RFC 6750), "" if it has none that
    `create_access_token` could have made."""
    scheme, _, token = header.partition(" ")
    known = scheme.lower() == "bearer" and _ACCESS_TOKEN.fullmatch(token.strip(" "))
    return token.strip(" ") if known else ""


def link_token() -> str:
    """128 random bits for an address."""
    return secrets.token_urlsafe(16)


def hash_token(token: str) -> str:
    """The hash of a token, which is stored. It has 128 random bits or more, so a plain hash is
    as safe as a slow one."""
    return hashlib.sha256(token.encode()).hexdigest()


def hash_code(code: str) -> str:
    """The hash of a code that is read out, which is stored. With its 40 random bits it could be
    found from a plain hash, so the hash is keyed by SECRET_KEY, which is not in the
    database."""
    return salted_hmac("join code", code, algorithm="sha256").hexdigest()


def parse_device_token(token: str) -> str:
    """The token if `create_device_token` could have made it, else "". What a browser sends is
    sent back in a header, which cannot hold every character."""
    return token if _DEVICE_TOKEN.fullmatch(token) else ""


_DEVICE_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
_ACCESS_TOKEN = re.compile(ACCESS_TOKEN_PREFIX + _DEVICE_TOKEN.pattern)
