"""Rate limits by device and by address."""

import threading
import time
from collections.abc import Callable, Container
from functools import lru_cache, wraps
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scoring.client_address import address_of
from scoring.models import Device, RateLimit
from scoring.security_log import log_event
from scoring.services.rate_limits import take_token
from scoring.tokens import hash_token
from scoring.views import access

View = Callable[..., HttpResponse]

# One address can be that of a household or a hall, so the limit is higher.
JOIN = RateLimit("join", capacity=40, refill_seconds=10)
# A hundred addresses can try two thousand codes while a code is valid; a code has 40 bits.
CODE = RateLimit("code", capacity=10, refill_seconds=90)
# Starting a game, and with the first game also a group.
START = RateLimit("start", capacity=30, refill_seconds=30)
# Drawing a picture takes a tenth of a second of a core.
PICTURE = RateLimit("picture", capacity=20, refill_seconds=15)

# Calendar programs send a few requests a day, each for one household.
CALENDAR = RateLimit("calendar", capacity=20, refill_seconds=30)

# A process takes leases of several writes from the database, so that a tap needs no statement.
WRITES_PER_LEASE = 20
# In leases: 600 writes at once, and then four a second.
WRITE = RateLimit("write", capacity=30, refill_seconds=5)
_MAX_LEASES = 10_000

# A HEAD request renders the same page as a GET, so both count.
READING = ("GET", "HEAD")


def limited(limit: RateLimit, methods: Container[str] = ("POST",)) -> Callable[[View], View]:
    """Limit requests with these methods for each device and each address. Beyond the limit, the
    response is 429 with Retry-After."""

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
    """Log a refusal, at most once a second, so that a flood does not fill the log."""
    log_event("too many requests")


def too_many_requests(request: HttpRequest, wait: int) -> HttpResponse:
    _log_refusal(int(time.monotonic()))
    response = render(request, "429.html", {"wait": wait}, status=429)
    response["Retry-After"] = str(wait)
    return response


def limit_keys(request: HttpRequest) -> list[str]:
    """The keys for which the request is counted: its address, and the hash of its token if a
    device has that token. Otherwise a client could invent a token for each request."""
    token = device_token_hash(request)
    known = token and Device.objects.filter(token_hash=token).exists()
    return [address_of(request), *([token] if known else [])]


def device_token_hash(request: HttpRequest) -> str:
    """The hash of the device token in the cookie, "" if there is none."""
    token = access.device_token(request)
    return hash_token(token) if token else ""


class Leases:
    """The writes that this process has taken in advance, for each device or address."""

    def __init__(self) -> None:
        self._left: dict[str, int] = {}
        self._lock = threading.Lock()

    def clear(self) -> None:
        """Drop all leases."""
        with self._lock:
            self._left.clear()

    def spend(self, who: str) -> bool:
        """Take one write from the lease. Returns False if there is none."""
        with self._lock:
            left = self._left.pop(who, 0)
            if left > 1:
                self._left[who] = left - 1
        return left > 0

    def take(self, who: str) -> int:
        """Take one write, from the lease or from a new one. Returns 0 if there was one, else
        the number of seconds until the next one."""
        if self.spend(who):
            return 0
        wait = take_token(WRITE, who)
        if not wait:
            if len(self._left) >= _MAX_LEASES:
                self.clear()
            with self._lock:
                self._left[who] = WRITES_PER_LEASE - 1
        return wait


leases = Leases()


def take_write(request: HttpRequest) -> int:
    """Take one write of the client. Returns 0 if there was one, else the number of seconds
    until the next one. The database is asked whether the device exists only if a new lease is
    needed."""
    return (
        0 if leases.spend(device_token_hash(request)) else leases.take(limit_keys(request)[-1])
    )


def charge(request: HttpRequest, verb: str) -> bool:
    """Whether the client may make another write within this request, which imports unsent
    changes. `verb` is the verb of the change: a start also counts as a new game."""
    if not settings.LIMITS:
        return True
    if verb == "start" and max(take_token(START, who) for who in limit_keys(request)):
        return False
    return not take_write(request)


class WriteLimitMiddleware:
    """Responds to POST requests beyond the write limit with 429."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method == "POST" and settings.LIMITS and (wait := take_write(request)):
            return too_many_requests(request, wait)
        return self.get_response(request)
