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

# Behind an address there may be a household or a hall, so its limits are higher.
JOIN = RateLimit("join", capacity=40, refill_seconds=10)
# A hundred addresses can try two thousand codes while one is valid; a code has 40 bits.
CODE = RateLimit("code", capacity=10, refill_seconds=90)
# A game, and with the first one a group.
START = RateLimit("start", capacity=30, refill_seconds=30)
# Drawing one takes a tenth of a second of a core.
PICTURE = RateLimit("picture", capacity=20, refill_seconds=15)

# Programs ask a few times a day, each for a household.
CALENDAR = RateLimit("calendar", capacity=20, refill_seconds=30)

# A process takes writes from the database in leases of several, so that a tap costs no
# statement.
WRITES_PER_LEASE = 20
# Of leases: 600 taps at once, and then four a second.
WRITE = RateLimit("write", capacity=30, refill_seconds=5)
_MAX_LEASES = 10_000

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
    """Log a refusal, at most once a second, so that a flood does not fill the log."""
    log_event("too many requests")


def too_many_requests(request: HttpRequest, wait: int) -> HttpResponse:
    _log_refusal(int(time.monotonic()))
    response = render(request, "429.html", {"wait": wait}, status=429)
    response["Retry-After"] = str(wait)
    return response


def limit_keys(request: HttpRequest) -> list[str]:
    """The keys by which the request is counted: its address, and the hash of its token, but
    only if a device has that token. Otherwise a client could invent a token for each
    request."""
    token = device_token_hash(request)
    known = token and Device.objects.filter(token_hash=token).exists()
    return [address_of(request), *([token] if known else [])]


def device_token_hash(request: HttpRequest) -> str:
    """The hash of the device token in the cookie, "" if there is none."""
    token = access.device_token(request)
    return hash_token(token) if token else ""


class Leases:
    """The writes that this process has taken in advance, by device or address."""

    def __init__(self) -> None:
        self._left: dict[str, int] = {}
        self._lock = threading.Lock()

    def clear(self) -> None:
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
        """Take one write, from the lease or by a new one. Returns 0 if there was one, else the
        seconds until there will be one."""
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
    """Take one write of the client. Returns 0 if there was one, else the seconds until there
    will be one. Only when a new lease is taken is it checked that there is such a device."""
    return (
        0 if leases.spend(device_token_hash(request)) else leases.take(limit_keys(request)[-1])
    )


def charge(request: HttpRequest, verb: str) -> bool:
    """Whether the client may write once more within this request, which imports unsent changes.
    `verb` is that of the change: a start also counts as a new game."""
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
