"""One log line for each request, and a number that connects the lines of one request.

No line contains the name of a group or a person, a score or a token: only the pattern of an
address is logged.
"""

import logging
import secrets
import time
from collections.abc import Callable

from tichu_score.logs import request_id, route_of
from tichu_score.request_bodies import Message, Receive, Scope, Send
from tichu_score.request_router import Application

access = logging.getLogger("tichu_score.access")

Observer = Callable[[str, Message, float], None]


class RequestLog:
    """Numbers each request, passes it on, and logs it when its response begins. `observe` is
    called with the method, the start of the response, and the seconds until then."""

    def __init__(self, application: Application, observe: Observer) -> None:
        self.application, self.observe = application, observe

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request_id.set(secrets.token_hex(6))
        method, path, started = scope["method"], scope["path"], time.monotonic()

        async def send_and_log(message: Message) -> None:
            if message["type"] == "http.response.start":
                seconds = time.monotonic() - started
                self.observe(method, message, seconds)
                if access.isEnabledFor(logging.INFO):
                    log_access(method, path, message["status"], seconds)
            await send(message)

        await self.application(scope, receive, send_and_log)


def log_access(method: str, path: str, status: int, seconds: float) -> None:
    fields = {
        "method": method,
        "route": route_of(path),
        "status": status,
        "milliseconds": round(seconds * 1000),
    }
    access.info("%(method)s %(route)s %(status)d %(milliseconds)d ms", fields)
