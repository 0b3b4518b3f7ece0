"""A page that subscribes to its game: the state of `live/reducer.js`, and the effects of
events."""

from functools import cache
from typing import Any

from tests.javascript import JavaScript

MODULE = "scoring/js/live/reducer.js"
BOARD, STREAM = "/t/game/board/", "/live/t/game/"

Effect = dict[str, Any]


@cache
def script() -> JavaScript:
    return JavaScript(MODULE)


class SubscribedPage:
    """A page that has just been loaded and shows revision 5 of a game."""

    def __init__(self, **page: Any) -> None:
        self.state = script().run(f"(modules) => modules['{MODULE}'].initialState")
        self.now = 1000
        self.page = {
            "board": BOARD,
            "stream": STREAM,
            "busy": False,
            "revision": 5,
            "visible": True,
            "online": True,
        }
        self.page |= page
        self.first = self.after("started")

    def after(self, event: str, **facts: Any) -> list[Effect]:
        """Dispatch this event, and return its effects."""
        given = {"type": event, "now": self.now, "page": self.page, **facts}
        found = script().call(MODULE, "reduce", self.state, given)
        self.state = found["state"]
        return found["effects"]  # type: ignore[no-any-return]

    def shows(self, revision: int) -> None:
        """Set the revision of the board on the screen."""
        self.page |= {"revision": revision}


def fetch(seen: int | str) -> Effect:
    return {"type": "fetch", "address": f"{BOARD}?seen={seen}"}


def board(revision: int) -> str:
    return f'<input data-version="5" data-revision="{revision}">'


def swap(revision: int) -> Effect:
    return {"type": "swap", "html": board(revision)}


def wait(event: str, delay: int, *, jitter: bool = False) -> Effect:
    return {"type": "wait", "event": event, "delay": delay, "jitter": jitter}


def notify(**news: Any) -> Effect:
    return {"type": "notify", **news}


DISCONNECT = [{"type": "cancel", "event": "streamLost"}, {"type": "disconnect"}]
