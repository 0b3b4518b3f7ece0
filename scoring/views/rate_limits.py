"""Rate limits by device and by address."""

import threading
import time
from collections.abc import Callable, Container
from functools import lru_cache, wraps
from ipaddress import IPv4Address, IPv6Network, ip_address
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scoring.models import Device, RateLimit
from scoring.security_log import log_event
from scoring.services.rate_limits import take_token
from scoring.tokens import hash_token
from scoring.views import access

View = Callable[..., HttpResponse]

# An address is a whole household, or a hall: it joins more often than a person.
JOIN = RateLimit("join", capacity=40, refill_seconds=10)
# Two thousand tries in the life of a code, from a hundred addresses, at 40 bits a code.
CODE = RateLimit("code", capacity=10, refill_seconds=90)
# A game, and with the first one a group.
START = RateLimit("start", capacity=30, refill_seconds=30)
# Drawing one takes a tenth of a second of a core.
PICTURE = RateLimit("picture", capacity=20, refill_seconds=15)

# Programs ask a few times a day, each for a household.
CALENDAR = RateLimit("calendar", capacity=20, refill_seconds=30)

# Writes are taken from the database by the lease, so that a tap costs no statement of its own.
LEASE = 20
WRITE = RateLimit(
    "write", capacity=30, refill_seconds=5
)  # leases: 600 taps at once, and then four a second
_MOST_KNOWN = 10_000


# A HEAD request makes the page that a GET would, so both count.
READING = ("GET", "HEAD")


def limited(limit: RateLimit, methods: Container[str] = ("POST",)) -> Callable[[View], View]:
    """Limit requests by these methods for each device and each address; beyond that 429 with
    Retry-After."""

    def decorate(view: View) -> View:
        @wraps(view)
        def checked(request: Any, *args: Any, **kwargs: Any) -> HttpResponse:
            if request.method not in methods or not settings.LIMITS:
                return view(request, *args, **kwargs)
            wait = max(take_token(limit, who) for who in limit_keys(request))
            return too_many_requests(request, wait) if wait else view(request, *args, **kwargs)

        return checked

    return decorate


@lru_cache(maxsize=1)
def _log_refusal(_second: int) -> None:
    """Log once a second at most that somebody was too fast: a flood is not to fill the log."""
    log_event("too many requests")


def too_many_requests(request: HttpRequest, wait: int) -> HttpResponse:
    _log_refusal(int(time.monotonic()))
    response = render(request, "429.html", {"wait": wait}, status=429)
    response["Retry-After"] = str(wait)
    return response


def limit_keys(request: HttpRequest) -> list[str]:
    """What the request is limited by: its address, and the hash of its token if a device holds
    it. Otherwise a client that invents a token for each request would have no limit."""
    token = hashed(request)
    known = token and Device.objects.filter(token_hash=token).exists()
    return [address_of(request), *([token] if known else [])]


def hashed(request: HttpRequest) -> str:
    token = access.device_token(request)
    return hash_token(token) if token else ""


def address_of(request: HttpRequest) -> str:
    """The address that the request is counted by."""
    return network(
        str(request.META.get("REMOTE_ADDR", "")), request.headers.get("X-Forwarded-For", "")
    )


def network(remote: str, forwarded: str) -> str:
    """The address to count by: an IPv4 address, or the /64 of an IPv6 address, whose holder has
    all the addresses in it. Behind a proxy it is the one that the proxy saw, which it adds at
    the end of what was `forwarded`; what stands before it anybody can write."""
    seen = forwarded.rpartition(",")[2].strip() if settings.HTTPS else ""
    return _network(seen[:_LONGEST]) or _network(remote[:_LONGEST]) or remote[:_LONGEST]


_LONGEST = 80  # an IPv6 address with the name of an interface and a port


@lru_cache(1024)
def _network(text: str) -> str:
    """The same of one address, with or without a port; nothing for what is no address."""
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


class Leases:
    """The writes that this process has taken in advance for each device or address."""

    def __init__(self) -> None:
        self._left: dict[str, int] = {}
        self._lock = threading.Lock()

    def forget(self) -> None:
        """Drop all leases."""
        with self._lock:
            self._left.clear()

    def spend(self, who: str) -> bool:
        """Take one write from the lease; False if there is none."""
        with self._lock:
            left = self._left.pop(who, 0)
            if left > 1:
                self._left[who] = left - 1
        return left > 0

    def take(self, who: str) -> int:
        """Take one write: 0 if there was one, else the seconds until there will be."""
        if self.spend(who):
            return 0
        wait = take_token(WRITE, who)
        if not wait:
            if len(self._left) >= _MOST_KNOWN:
                self.forget()
            with self._lock:
                self._left[who] = LEASE - 1
        return wait


leases = Leases()


def take_write(request: HttpRequest) -> int:
    """Take one write of who asks: 0 if there was one, else the seconds until there will be.
    Whether there is such a device is looked up once a lease."""
    return 0 if leases.spend(hashed(request)) else leases.take(limit_keys(request)[-1])


def charge(request: HttpRequest, verb: str) -> bool:
    """Whether who asks may write once more within this request, or by `start` start a game."""
    if not settings.LIMITS:
        return True
    if verb == "start" and max(take_token(START, who) for who in limit_keys(request)):
        return False
    return not take_write(request)


class WriteLimitMiddleware:
    """Answers POST requests beyond the write limit with 429."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method == "POST" and settings.LIMITS and (wait := take_write(request)):
            return too_many_requests(request, wait)
        return self.get_response(request)
