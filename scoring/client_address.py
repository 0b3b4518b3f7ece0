"""The address for which rate limits count a client."""

from functools import lru_cache
from ipaddress import IPv4Address, IPv6Network, ip_address

from django.conf import settings
from django.http import HttpRequest

_MAX_LENGTH = 80  # an IPv6 address with a port and the name of an interface


def address_of(request: HttpRequest) -> str:
    """The address for which the request is counted."""
    return client_address(
        str(request.META.get("REMOTE_ADDR", "")), request.headers.get("X-Forwarded-For", "")
    )


def client_address(remote: str, forwarded: str) -> str:
    """The address to count for: an IPv4 address, or the /64 of an IPv6 address, because a
    client usually has all addresses of its /64. Behind a proxy it is the one that the proxy saw
    and added at the end of `forwarded` (X-Forwarded-For); a client can forge everything before
    it."""
    seen = forwarded.rpartition(",")[2].strip() if settings.HTTPS else ""
    remote = remote[:_MAX_LENGTH]
    return _address_or_network(seen[:_MAX_LENGTH]) or _address_or_network(remote) or remote


@lru_cache(1024)
def _address_or_network(text: str) -> str:
    """The IPv4 address or the IPv6 network of an address with or without a port; "" if the text
    is not an address."""
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text)
    except ValueError:
        return ""
    if isinstance(address, IPv4Address):
        return str(address)
    return str(address.ipv4_mapped or IPv6Network((int(address) >> 64 << 64, 64)))
