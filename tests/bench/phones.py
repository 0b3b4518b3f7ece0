"""The requests that phones send. They are made before the measurement starts."""

import re
import uuid
from collections.abc import Mapping
from urllib.parse import urlencode, urlsplit
from urllib.request import ProxyHandler, Request, build_opener

from tests.bench.rounds import PLAYED, fields


class Phone:
    """A phone with the cookies that a browser has after it has opened a game."""

    def __init__(self, url: str, token: str, game: str) -> None:
        page = Request(f"{url}/t/{game}/", headers={"Cookie": f"device={token}"})
        with build_opener(ProxyHandler({})).open(page) as answer:
            html = answer.read().decode()
            cookies = "; ".join(answer.headers.get_all("Set-Cookie"))
            self.etag = answer.headers["ETag"]
        csrf = _search(r"csrftoken=(\w+)", cookies)
        self.form_token = _search(r'name="csrfmiddlewaretoken" value="(\w+)"', html)
        self.headers = {
            "Host": urlsplit(url).netloc,
            "User-Agent": "Mozilla/5.0 (Linux; Android 15; K) Mobile",
            "Accept": "*/*",
            "Accept-Encoding": "gzip, deflate",
            "Cookie": f"csrftoken={csrf}; device={token}",
        }
        self.htmx = {"HX-Request": "true", "HX-Current-URL": f"{url}/t/{game}/"}

    def post(self, path: str, body: str) -> bytes:
        """Return the request of a form that htmx sends."""
        kind = {
            "Content-Type": "application/x-www-form-urlencoded",
            "Content-Length": str(len(body)),
        }
        return _request("POST", path, self.headers | self.htmx | kind) + body.encode()

    def insert(self) -> bytes:
        return self._post("/bare/insert/", {"points": 60, "note": "One row of a small table"})

    def cached(self, game: str) -> bytes:
        return self._get(f"/bare/cached/{game}/", self.htmx)

    def score(self, game: str) -> list[bytes]:
        """Return the requests that record ten rounds of a game."""
        return [
            self._post(
                f"/t/{game}/rounds/",
                {
                    "csrfmiddlewaretoken": self.form_token,
                    "key": uuid.uuid4(),
                    "after": after,
                    **dict(fields(result)),
                },
            )
            for after, result in enumerate(PLAYED)
        ]

    def open(self, game: str) -> bytes:
        """Return the request of a table page that is opened for the first time."""
        return self._get(f"/t/{game}/", {})

    def reopen(self, game: str) -> bytes:
        """Return the request of a table page that is in the cache of the browser."""
        return self._get(f"/t/{game}/", {"If-None-Match": self.etag})

    def poll(self, game: str, seen: int) -> bytes:
        """Return the poll of a table page for a board newer than the version `seen`."""
        return self._get(f"/t/{game}/board/?seen={seen}", self.htmx)

    def stream(self, game: str) -> bytes:
        """Return the request of the stream of a table page."""
        return self._get(f"/live/t/{game}/", {})

    def _get(self, path: str, headers: dict[str, str]) -> bytes:
        return _request("GET", path, self.headers | headers)

    def _post(self, path: str, data: Mapping[str, object]) -> bytes:
        return self.post(path, urlencode(data))


def _request(method: str, path: str, headers: Mapping[str, str]) -> bytes:
    lines = [
        f"{method} {path} HTTP/1.1",
        *(f"{name}: {text}" for name, text in headers.items()),
    ]
    return "\r\n".join([*lines, "", ""]).encode()


def _search(pattern: str, text: str) -> str:
    match = re.search(pattern, text)
    if match is None:
        raise ValueError(f"{pattern} is not on the page.")
    return match[1]
