"""The site behind one port: what granian runs."""

import gc

from django.conf import settings

from tichu_score.bridge import Bridge, Receive, Scope, Send
from tichu_score.wsgi import application as wsgi_application

pages = Bridge(wsgi_application, threads=settings.THREADS)

# All that is loaded by now stays. Not walking it again and again, in search of what can be
# thrown away, makes every answer cheaper by a third.
gc.collect()
gc.freeze()
gc.set_threshold(20_000, 20, 20)


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "lifespan":
        await lifespan(receive, send)
        return
    # Streams under /live/ leave here, before the threads: they stay on the event loop.
    await pages(scope, receive, send)


async def lifespan(receive: Receive, send: Send) -> None:
    await receive()
    await send({"type": "lifespan.startup.complete"})
    await receive()
    await pages.close()
    await send({"type": "lifespan.shutdown.complete"})
