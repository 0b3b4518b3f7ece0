"""The address that rate limits count a client by."""

from functools import lru_cache
from ipaddress import IPv4Address, IPv6Network, ip_address

from django.conf import settings
from django.http import HttpRequest

_MAX_LENGTH = 80  # an IPv6 address with the name of an interface and a port


def address_of(request: HttpRequest) -> str:
    """The address that the request is counted by."""
    return client_address(
        str(request.META.get("REMOTE_ADDR", "")), request.headers.get("X-Forwarded-For", "")
    )


def client_address(remote: str, forwarded: str) -> str:
    """The address to count by: an IPv4 address, or the /64 of an IPv6 address, whose holder has
    all the addresses in it. Behind a proxy it is the one that the proxy saw, which it adds at
    the end of `forwarded` (X-Forwarded-For); anybody can write what stands before it."""
    seen = forwarded.rpartition(",")[2].strip() if settings.HTTPS else ""
    remote = remote[:_MAX_LENGTH]
    return _address_or_network(seen[:_MAX_LENGTH]) or _address_or_network(remote) or remote


@lru_cache(1024)
def _address_or_network(text: str) -> str:
    """The IPv4 address or the IPv6 network of an address with or without a port; "" for text
    that is no address."""
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
