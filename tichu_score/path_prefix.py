"""A site under a path of its host, such as /tichu, if a proxy serves other sites too."""

from http import HTTPStatus

from tichu_score.request_bodies import Receive, Scope, Send
from tichu_score.request_router import Application
from tichu_score.wsgi_bridge import send_text

# Requested by programs on this machine without the proxy.
WITHOUT_PREFIX = {"/healthz", "/metrics"}


class PathPrefix:
    """Removes the prefix (such as `/tichu`, or "") from the `path` of each request, and sets it
    as the `root_path`; `raw_path` is not changed.

    Requests for paths that are not below the prefix are processed here: "/" and the prefix
    without its slash redirect to the home page. All others are 404, with a sentence for an
    operator whose proxy removes the prefix.
    """

    def __init__(self, site: Application, prefix: str) -> None:
        self.site, self.prefix = site, prefix
        self.raw = prefix.encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        raw: bytes = scope["raw_path"]
        if not self.prefix or scope["path"] in WITHOUT_PREFIX:
            await self.site(scope, receive, send)
        elif raw.startswith(self.raw + b"/"):
            scope["path"] = scope["path"].removeprefix(self.prefix)
            scope["root_path"] = self.prefix
            await self.site(scope, receive, send)
        elif scope["path"] in {"/", self.prefix}:
            home = (b"location", self.raw + b"/")
            await send_text(send, HTTPStatus.FOUND, "", b"text/plain", home)
        else:
            sentence = f"This site is at {self.prefix}/, and a proxy has to pass that on.\n"
            await send_text(send, HTTPStatus.NOT_FOUND, sentence, b"text/plain")
