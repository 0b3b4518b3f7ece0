"""The entry point of HTTP requests: rejects malformed requests, and routes the others."""

import logging
from collections.abc import Awaitable, Callable
from http import HTTPStatus

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest
from django.utils.http import parse_header_parameters

from tichu_score.logs import route_of
from tichu_score.request_bodies import Message, Receive, RequestRejected, Scope, Send
from tichu_score.wsgi_bridge import add_headers, send_error

Application = Callable[[Scope, Receive, Send], Awaitable[None]]

log = logging.getLogger(__name__)


class RequestRouter:
    """Validates requests and routes them to `live`, which passes on those that it does not
    serve.

    A request with a host that is not allowed, or over HTTP if HTTPS is required, is routed to
    `pages` whatever its path is: Django responds with 400 or a redirect.
    """

    def __init__(self, live: Application, pages: Application) -> None:
        self.live, self.pages = live, pages

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = False

        async def send_and_note(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        method, path = scope["method"], scope["path"]
        try:
            validate(scope)
            application = self.live if has_valid_origin(scope) else self.pages
            await application(scope, receive, send_and_note)
        except RequestRejected as rejection:
            await send_error(send, rejection.status)
        except Exception as error:
            log.exception("No answer to %s %s", method, route_of(path))
            if not started:
                passing = isinstance(error, (InterfaceError, OperationalError))
                await send_error(
                    send,
                    HTTPStatus.SERVICE_UNAVAILABLE
                    if passing
                    else HTTPStatus.INTERNAL_SERVER_ERROR,
                )


def validate(scope: Scope) -> None:
    """Raises RequestRejected (400) for a GET or HEAD request with a body, for several content
    types, and for a charset other than UTF-8."""
    content_types = [value for name, value in scope["headers"] if name == b"content-type"]
    if len(content_types) > 1 or not all(map(is_utf_8, content_types)):
        raise RequestRejected(HTTPStatus.BAD_REQUEST)
    if scope["method"] in {"GET", "HEAD"} and has_body(scope):
        raise RequestRejected(HTTPStatus.BAD_REQUEST)


def is_utf_8(content_type: bytes) -> bool:
    """Whether the charset of a content type is UTF-8 or missing."""
    try:
        _, parameters = parse_header_parameters(content_type.decode("ascii"))
    except (ValueError, LookupError):
        return False
    return str(parameters.get("charset", "utf-8")).lower() in {"utf-8", "utf8"}


def has_body(scope: Scope) -> bool:
    """Whether the headers announce a body that is not empty."""
    return any(
        name == b"transfer-encoding" or (name == b"content-length" and value.strip(b"0"))
        for name, value in scope["headers"]
    )


_ORIGIN_HEADERS = (b"host", b"x-forwarded-proto")


def has_valid_origin(scope: Scope) -> bool:
    """Whether Django would accept the host, and would not redirect to HTTPS."""
    request = HttpRequest()
    headers = [(name, value) for name, value in scope["headers"] if name in _ORIGIN_HEADERS]
    add_headers(request.META, headers)
    try:
        request.get_host()
    except (DisallowedHost, KeyError):
        return False
    return request.is_secure() or not settings.SECURE_SSL_REDIRECT
