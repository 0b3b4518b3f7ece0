"""The ASGI application that granian serves."""

import asyncio
import signal
from collections.abc import Callable
from types import FrameType

from django.conf import settings
from django.db import connection

from scoring.client_address import client_address
from tichu_score.daily_backup import back_up_daily
from tichu_score.daily_tidy import tidy_daily
from tichu_score.garbage_collection import freeze_present_objects
from tichu_score.metrics import Metrics, MetricsApp, write_regularly
from tichu_score.parent import end_with_parent
from tichu_score.path_prefix import PathPrefix
from tichu_score.postgresql import base as postgresql
from tichu_score.request_bodies import MEBIBYTE, BodyLimits, BodyReader, Receive, Scope, Send
from tichu_score.request_log import RequestLog
from tichu_score.request_router import RequestRouter
from tichu_score.request_turns import RequestTurns
from tichu_score.response_headers import ResponseHeaders
from tichu_score.sqlite import base as sqlite
from tichu_score.write_timeout import set_write_timeout
from tichu_score.wsgi import application as wsgi_application
from tichu_score.wsgi_bridge import WSGIBridge

# These import models, so the application above has to be loaded first.
from scoring.live import LiveApp  # isort: skip
from scoring.stats.win_probability.cache import warm_up  # isort: skip
from scoring.release import release  # isort: skip


def rate_limit_address(scope: Scope) -> str:
    """Return the client address or network for which limits count."""
    forwarded = (value for name, value in scope["headers"] if name == b"x-forwarded-for")
    return client_address(str(scope["client"][0]), b",".join(forwarded).decode("latin-1"))


# For the file of a group with thousands of games, over the connection of a phone.
IMPORT_LIMITS = BodyLimits(size=24 * MEBIBYTE, chunks=16_000, timeout=60.0)


# For a photo from a camera that is sent without JavaScript, a file of another program, or any
# file that is chosen as unsent changes. If it is too large, a page says so.
FILE_LIMITS = BodyLimits(size=12 * MEBIBYTE, chunks=8_000, timeout=60.0)


def limits_of_file(scope: Scope) -> BodyLimits | None:
    """Return the limits for a form that may contain a file; None for other requests.
    URL-encoded forms contain no files, and parsing them takes a hundred times their length of
    memory."""
    if not is_multipart(scope):
        return None
    if scope["path"].endswith("/import/"):
        return IMPORT_LIMITS
    endings = "/photo/", "/imports/", "/share-target/", "/unsent/", "/waiting/"
    brings_file = scope["path"].endswith(endings)
    return FILE_LIMITS if brings_file else None


def is_multipart(scope: Scope) -> bool:
    return any(
        name == b"content-type" and value.lower().startswith(b"multipart/form-data")
        for name, value in scope["headers"]
    )


bodies = BodyReader(address=rate_limit_address, limits_of=limits_of_file)
# With PostgreSQL, Python can process other requests during a query. SQLite runs in the thread
# of the request.
turns = RequestTurns() if connection.vendor == "sqlite" else None
pages = WSGIBridge(wsgi_application, threads=settings.THREADS, bodies=bodies, turns=turns)
live = LiveApp(pages, address=rate_limit_address)
metrics = Metrics(streams=live.hub.subscribers.devices.total)
router = RequestLog(RequestRouter(live, pages), metrics.observe)
site = ResponseHeaders(PathPrefix(MetricsApp(router, metrics), settings.PATH_PREFIX))
release()  # computed now, because a deployment may replace the sources while this process runs

freeze_present_objects()


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "lifespan":
        await lifespan(receive, send)
        return
    await site(scope, receive, send)


async def lifespan(receive: Receive, send: Send) -> None:
    await receive()
    on_shutdown_signal(live.stop)
    sqlite.DatabaseWrapper.creates_file = False
    postgresql.DatabaseWrapper.by_pooler = True
    warm_up()
    work = (set_write_timeout(), back_up_daily(), tidy_daily(), write_regularly(metrics))
    tasks = [asyncio.create_task(each) for each in work]
    with end_with_parent():
        await send({"type": "lifespan.startup.complete"})
        await receive()
    for task in tasks:
        task.cancel()
    await live.close()
    await pages.close()
    await send({"type": "lifespan.shutdown.complete"})


def on_shutdown_signal(stop: Callable[[], None]) -> None:
    """Call `stop` as soon as the process receives SIGINT or SIGTERM.

    The server sends lifespan.shutdown only after all responses have ended, so open streams have
    to be closed earlier.
    """
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, chain_handler(lambda: loop.call_soon_threadsafe(stop), number))
        # As asyncio sets it. Its own handling, by its wakeup file descriptor, continues.
        signal.siginterrupt(number, False)  # noqa: FBT003


def chain_handler(
    callback: Callable[[], object], number: int
) -> Callable[[int, FrameType | None], None]:
    """Return a signal handler that calls `callback` and then the present handler."""
    previous = signal.getsignal(number)

    def handle(number: int, frame: FrameType | None) -> None:
        callback()
        if callable(previous):
            previous(number, frame)

    return handle
