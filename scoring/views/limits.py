"""How often a device or an address may do something."""

import threading
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scoring.models import Bucket, Limit, hash_token
from scoring.views import access

View = Callable[..., HttpResponse]

# An address is a whole household, or a hall: it joins more often than a person.
JOIN = Limit("join", most=40, every=10)
# Two thousand tries in the life of a code, from a hundred addresses, at 40 bits a code.
CODE = Limit("code", most=10, every=90)
# A game, and with the first one a group.
START = Limit("start", most=30, every=30)
# Drawing one takes a tenth of a second of a core.
PICTURE = Limit("picture", most=20, every=15)

# Writes are taken from the database by the lease, so that a tap costs no statement of its own.
LEASE = 20
WRITE = Limit("write", most=30, every=5)  # leases: 600 taps at once, and then four a second
_MOST_KNOWN = 10_000


def limited(limit: Limit, method: str = "POST") -> Callable[[View], View]:
    """Let a device and an address ask only so often by this method; then say when to come
    back."""

    def decorate(view: View) -> View:
        @wraps(view)
        def checked(request: Any, *args: Any, **kwargs: Any) -> HttpResponse:
            if request.method != method or not settings.LIMITS:
                return view(request, *args, **kwargs)
            wait = max(Bucket.objects.take(limit, who) for who in askers(request))
            return too_often(request, wait) if wait else view(request, *args, **kwargs)

        return checked

    return decorate


def too_often(request: HttpRequest, wait: int) -> HttpResponse:
    response = render(request, "429.html", {"wait": wait}, status=429)
    response["Retry-After"] = str(wait)
    return response


def askers(request: HttpRequest) -> list[str]:
    """Who asks: the address, and the device if it has a token."""
    token = access.token(request)
    return [address_of(request), *([hash_token(token)] if token else [])]


def address_of(request: HttpRequest) -> str:
    """The address that the request came from. Behind a proxy it is the one that the proxy saw,
    which it adds at the end; what stands before it anybody can write."""
    forwarded = request.headers.get("X-Forwarded-For", "") if settings.HTTPS else ""
    return forwarded.rpartition(",")[2].strip() or str(request.META.get("REMOTE_ADDR", ""))


class Leases:
    """What each device has left of the writes that this process took for it."""

    def __init__(self) -> None:
        self._left: dict[str, int] = {}
        self._lock = threading.Lock()

    def take(self, who: str) -> int:
        """Take one write: 0 if there was one, else the seconds until there will be."""
        with self._lock:
            left = self._left.get(who, 0)
            if left:
                self._left[who] = left - 1
                return 0
        wait = Bucket.objects.take(WRITE, who)
        if not wait:
            with self._lock:
                if len(self._left) >= _MOST_KNOWN:
                    self._left.clear()
                self._left[who] = LEASE - 1
        return wait


leases = Leases()


class LimitWrites:
    """Middleware: no device floods a table."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method == "POST" and settings.LIMITS:
            wait = leases.take(askers(request)[-1])
            if wait:
                return too_often(request, wait)
        return self.get_response(request)
