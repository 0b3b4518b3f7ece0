"""Random tokens, by which a device or a link proves its access."""

import hashlib
import re
import secrets

from django.utils.crypto import salted_hmac

DEVICE_COOKIE = "device"
ACCESS_TOKEN_PREFIX = "tichu_"  # noqa: S105 (not a token)


def create_device_token() -> str:
    """256 random bits that a device stores in its cookie."""
    return secrets.token_urlsafe(32)


def create_access_token() -> str:
    """256 random bits for a program. The prefix identifies the kind of token if it leaks."""
    return f"{ACCESS_TOKEN_PREFIX}{secrets.token_urlsafe(32)}"


def parse_authorization(header: str) -> str:
    """The access token of an Authorization header (`Bearer`, RFC 6750); "" if it contains none
    that `create_access_token` could have made."""
    scheme, _, token = header.partition(" ")
    known = scheme.lower() == "bearer" and _ACCESS_TOKEN.fullmatch(token.strip(" "))
    return token.strip(" ") if known else ""


def link_token() -> str:
    """128 random bits for an address."""
    return secrets.token_urlsafe(16)


def hash_token(token: str) -> str:
    """The hash of a token, which is stored instead of it. A token has at least 128 random bits,
    so a plain hash is as secure as a slow one."""
    return hashlib.sha256(token.encode()).hexdigest()


def hash_code(code: str) -> str:
    """The hash of a code that is read out, which is stored instead of it. With its 40 random
    bits the code could be found from a plain hash, so the hash is keyed by SECRET_KEY, which is
    not in the database."""
    return salted_hmac("join code", code, algorithm="sha256").hexdigest()


def parse_device_token(token: str) -> str:
    """The token if `create_device_token` could have made it, else "". The token from a browser
    is sent back in a header, which cannot contain every character."""
    return token if _DEVICE_TOKEN.fullmatch(token) else ""


_DEVICE_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
_ACCESS_TOKEN = re.compile(ACCESS_TOKEN_PREFIX + _DEVICE_TOKEN.pattern)
