"""The site behind one port: what granian runs."""

from django.conf import settings

from tichu_score.bridge import Bridge, Receive, Scope, Send
from tichu_score.wsgi import application as wsgi_application

pages = Bridge(wsgi_application, threads=settings.THREADS)


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
