"""The site behind one port: what granian runs."""

import asyncio
import gc
import signal
from collections.abc import Callable
from types import FrameType

from django.conf import settings

from tichu_score.bridge import Bridge, Receive, Scope, Send
from tichu_score.wsgi import application as wsgi_application

# What follows has models, and the line above is what makes Django ready for them.
from scoring.live import Live  # isort: skip
from scoring.stats.tables import warm_up  # isort: skip

pages = Bridge(wsgi_application, threads=settings.THREADS)
live = Live(pages)

# All that is loaded by now stays. Not walking it again and again, in search of what can be
# thrown away, makes every answer cheaper by a third.
gc.collect()
gc.freeze()
gc.set_threshold(20_000, 20, 20)


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "lifespan":
        await lifespan(receive, send)
        return
    await live(scope, receive, send)


async def lifespan(receive: Receive, send: Send) -> None:
    await receive()
    on_stop(live.stop)
    warm_up()
    await send({"type": "lifespan.startup.complete"})
    await receive()
    await live.close()
    await pages.close()
    await send({"type": "lifespan.shutdown.complete"})


def on_stop(end: Callable[[], None]) -> None:
    """Call `end` as soon as the server is told to stop. It waits for every open answer before
    it says so here, and for a stream that nobody ends it would wait until it is killed."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, also(lambda: loop.call_soon_threadsafe(end), number))
        # As asyncio wants it. Its own part goes on: it learns of signals by another way.
        signal.siginterrupt(number, False)  # noqa: FBT003


def also(do: Callable[[], object], number: int) -> Callable[[int, FrameType | None], None]:
    """What handles this signal now, after doing something else."""
    before = signal.getsignal(number)

    def handle(number: int, frame: FrameType | None) -> None:
        do()
        if callable(before):
            before(number, frame)

    return handle
