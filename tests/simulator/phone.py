"""A phone: the site's scripts in a context of their own, what outlives a page, its network."""

import asyncio
import json
import random
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

import quickjs

from scoring.live.response_cache import Message
from tests.javascript import link, read_module
from tests.simulator.network import Network
from tests.simulator.reading import read_table
from tests.simulator.server import Answer, Request, Server
from tichu_score.static_files import minify_module

HERE = Path(__file__).parent
PAGE = "scoring/js/page.js"
OWN = {
    PAGE: "page.js",
    "scoring/js/vendor/idb.js": "idb.js",
    "scoring/js/shared/tap-guard.js": "tap-guard.js",
}
PAGE_TIMEOUT = 3.0  # seconds; the service worker takes the page out of its cache then
MOST_JOBS = 50_000  # of promises at a time
RELOAD_AFTER = 2.0  # seconds until somebody who sees an error page tries again


def read(name: str) -> str:
    return (HERE / OWN[name]).read_text() if name in OWN else read_module(name)


BROWSER = (HERE / "browser.js").read_text()
# With the names that browsers get, so that what shortens them is tried too.
SCRIPT = minify_module(link(PAGE, read=read))


class Phone:
    """`watch` is told what happens on it, as (phone, what, facts)."""

    def __init__(
        self,
        name: str,
        server: Server,
        network: Network,
        rng: random.Random,
        watch: Callable[["Phone", str, Any], None],
    ) -> None:
        self.name, self.server, self.network, self.rng = name, server, network, rng
        self.watch = watch
        self.cookies: dict[str, str] = {}
        self.disk, self.storage = "{}", "{}"
        self.cached: dict[str, tuple[str, str]] = {}  # ETag and page by address
        self.address = ""
        self.has_network = self.is_online = True  # and whether its system says that it has one
        self.clock_is_off = 0.0  # seconds
        self.page: quickjs.Context | None = None
        self.pages = 0
        self.screen: dict[str, Any] = {}
        self.streams: dict[int, Stream] = {}
        self.deliveries = 0  # of requests, under way to the server

    @property
    def loop(self) -> asyncio.AbstractEventLoop:
        return asyncio.get_running_loop()

    @property
    def is_streaming(self) -> bool:
        """Whether a stream is open that news come by."""
        return any(stream.is_alive for stream in self.streams.values())

    @property
    def is_waiting(self) -> bool:
        """Whether the page waits for an answer, or anything of it is on its way."""
        late = any(self.loop.time() < stream.arrival for stream in self.streams.values())
        return late or bool(
            self.page and (self.deliveries or self.page.eval("requestsUnderWay()"))
        )

    # Pages

    def open(self, address: str) -> None:
        """Load a page in place of the one that is open. Out of the cache where no answer comes
        in time; if there is none, it is tried again."""
        self.close()
        self.address = address
        number, headers = self.pages, {}
        if address in self.cached:
            headers["If-None-Match"] = self.cached[address][0]

        def loaded(answer: Answer | None) -> None:
            if self.pages != number or self.page:
                return
            if answer and answer.status == 200 and answer.header("Tichu-Score"):
                self.cached[address] = answer.header("etag") or "", answer.body
                self._start(answer.body, from_cache=False)
            elif answer and answer.status == 304:
                self._start(self.cached[address][1], from_cache=False)
            elif address in self.cached:
                self._start(self.cached[address][1], from_cache=True)
            else:
                self.loop.call_later(RELOAD_AFTER, self._open_again, number)

        self.send(Request("GET", address, headers), loaded)
        self.loop.call_later(PAGE_TIMEOUT, loaded, None)

    def _open_again(self, number: int) -> None:
        if self.pages == number:
            self.open(self.address)

    def reload(self) -> None:
        """Leave the page as a browser does, and load it anew."""
        if self.page:
            self.storage = self.call("leave") or "{}"
        self.open(self.address)

    def close(self) -> None:
        """End the page at once, as a crash does. What was stored outlives it."""
        self.pages += 1
        self.page = None
        for stream in self.streams.values():
            stream.end()
        self.streams.clear()

    def _start(self, text: str, *, from_cache: bool) -> None:
        self.watch(self, "page", {"cached": from_cache})
        self.page = page = quickjs.Context()
        timers: dict[int, asyncio.TimerHandle] = {}

        def current(function: Callable[..., Any]) -> Callable[..., Any]:
            """Of a page that has ended, nothing is heard."""
            return lambda *given: function(*given) if self.page is page else None

        def wait(timer: int, delay: float) -> None:
            fire = current(lambda: self.run(page.get("fire"), timer))
            timers[timer] = self.loop.call_later(max(delay, 0) / 1000, fire)

        def clear(timer: int) -> None:
            timers.pop(timer).cancel()

        host: dict[str, Callable[..., Any]] = {
            "now": lambda: (self.loop.time() + self.clock_is_off) * 1000 // 1,
            "uptime": lambda: self.loop.time() * 1000,
            "random": self.rng.random,
            "uuid": lambda: str(uuid.UUID(int=self.rng.getrandbits(128), version=4)),
            "wait": wait,
            "clear": clear,
            "send": lambda number, *given: self._fetch(page, number, *given),
            "open": lambda *given: self._open_stream(page, *given),
            "close": self._close_stream,
            "save": self._save,
            "disk": lambda: self.disk,
            "storage": lambda: self.storage,
            "read": lambda text: json.dumps(read_table(text)),
            "report": lambda what, facts: self._report(what, json.loads(facts)),
        }
        for name, function in host.items():
            page.add_callable(f"host_{name}", current(function))
        page.eval(BROWSER)
        page.eval(SCRIPT)
        page.eval(f"navigator.onLine = {json.dumps(self.is_online)}")
        self.call("begin", json.dumps(read_table(text)))

    def _report(self, what: str, facts: Any) -> None:
        if what == "shown":
            self.screen = facts
        if what == "reload":
            self.loop.call_soon(self.reload)
        self.watch(self, what, facts)

    def _save(self, text: str) -> None:
        self.disk = text
        self.watch(self, "stored", text)

    def call(self, function: str, *arguments: object) -> Any:
        """Call a function of the page's module; what it returns unless that is a promise."""
        if self.page is None:
            return None
        given = ",".join(json.dumps(each) for each in arguments)
        called = "(value => JSON.stringify(value instanceof Promise ? null : value ?? null))"
        text = self.page.eval(f"{called}(modules['{PAGE}'].{function}({given}))")
        self.finish()
        return json.loads(text)

    def run(self, function: Callable[..., Any], *arguments: object) -> None:
        function(*arguments)
        self.finish()

    def finish(self) -> None:
        """Let promises have their turn."""
        page = self.page
        for _ in range(MOST_JOBS):
            if not page or not page.execute_pending_job():
                return
        raise RuntimeError(f"The promises of {self.name} go on without end.")

    # The network

    def send(self, request: Request, answered: Callable[[Answer | None], None]) -> None:
        """Send a request, as the network lets it; None if it is known that no answer comes."""
        fate = self.network.fate()
        if not self.has_network or fate.dropped:
            if not self.has_network:
                self.loop.call_later(0.05, answered, None)
            return
        if fate.instead:
            status, body = fate.instead
            self.loop.call_later(fate.there, answered, Answer(status, [], body))
            return
        self.deliveries += 1 + (fate.again is not None)
        self.loop.call_later(
            fate.there, self._arrive, request, None if fate.answer_lost else fate.back, answered
        )
        if fate.again is not None:
            delay = fate.there + fate.again
            self.loop.call_later(delay, self._arrive, request, None, answered)

    def _arrive(
        self,
        request: Request,
        back: float | None,
        answered: Callable[[Answer | None], None],
    ) -> None:
        self.deliveries -= 1
        if not self.server.up:
            self.loop.call_later(back or 0, answered, None)
            return
        headers = request.headers | {"Cookie": self._cookie_header()}
        answer = Answer()

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                answer.status = message["status"]
                answer.headers = [(k.decode(), v.decode()) for k, v in message["headers"]]
                return
            answer.body = bytes(message["body"]).decode()
            self.watch(self, "request", (request, answer))
            if back is None or not self.has_network:
                return
            self.loop.call_later(back, self._answered, answer, answered)

        gone = self.loop.create_future()
        request = Request(request.method, request.path, headers, request.body)
        self.watch(self, "arrival", request)
        self.server.call(request, send, gone)

    def _cookie_header(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def _answered(self, answer: Answer, answered: Callable[[Answer | None], None]) -> None:
        if not self.has_network:
            return
        for name, value in answer.headers:
            if name == "set-cookie":
                cookie, _, content = value.partition(";")[0].partition("=")
                self.cookies[cookie] = content.strip('"')
        answered(answer)

    def _fetch(self, page: quickjs.Context, number: int, *sent: str) -> None:
        method, path, headers, body = sent
        request = Request(method, path, json.loads(headers), body)

        def answered(answer: Answer | None) -> None:
            if self.page is not page:
                return
            if answer is None:
                self.run(page.get("fail"), number)
                return
            self.watch(self, "answer", (request, answer))
            given = answer.status, json.dumps(answer.headers), answer.body
            self.run(page.get("answer"), number, *given)

        self.send(request, answered)

    # Streams

    def _open_stream(self, page: quickjs.Context, number: int, address: str) -> None:
        stream = self.streams[number] = Stream(self, page, number)
        self.watch(self, "stream", "opens")
        if self.has_network and self.server.up:
            request = Request("GET", address, {"Cookie": self._cookie_header()})
            self.server.call(request, stream.send, stream.gone)
        else:
            self.loop.call_later(0.05, stream.fail)

    def _close_stream(self, number: int) -> None:
        if stream := self.streams.pop(number, None):
            stream.end()

    def server_died(self) -> None:
        """Every stream breaks off; a phone without a network does not hear of it."""
        for stream in self.streams.values():
            stream.end()
            if self.has_network:
                self.loop.call_later(self.network.delay(), stream.fail)

    # What happens to a phone

    def lose_network(self, *, noticed: bool) -> None:
        """`noticed` if the phone's system says so to its page. Nobody tells a stream."""
        self.has_network = False
        for stream in self.streams.values():
            stream.end()
        if noticed:
            self.is_online = False
            self.call("setOnline", self.is_online)

    def find_network(self) -> None:
        self.has_network = True
        if not self.is_online:
            self.is_online = True
            self.call("setOnline", self.is_online)


class Stream:
    """An event stream of a page, from the phone's side. `arrival` is when its last message
    comes in: in order, however long the network takes for each."""

    def __init__(self, phone: Phone, page: quickjs.Context, number: int) -> None:
        self.phone, self.page, self.number = phone, page, number
        self.gone = phone.loop.create_future()
        self.arrival = 0.0

    @property
    def is_alive(self) -> bool:
        return not self.gone.done()

    def end(self) -> None:
        """Deliver nothing more; nobody tells the page."""
        if self.is_alive:
            self.gone.set_result(None)

    def fail(self) -> None:
        """Tell the page that the connection is broken."""
        if self.phone.page is self.page:
            self.phone.watch(self.phone, "stream", "error")
            self.phone.run(self.page.get("streamError"), self.number)

    async def send(self, message: Message) -> None:
        """What the server sends."""
        loop, network = self.phone.loop, self.phone.network
        if message["type"] == "http.response.start":
            if message["status"] != 200:
                loop.call_soon(self.fail)
            return
        if not message.get("more_body") and self.is_alive:
            loop.call_soon(self.fail)
        for line in bytes(message["body"]).decode().splitlines():
            if line.startswith("data: "):
                # The loop does not keep the order of what happens at the same time.
                self.arrival = max(self.arrival + 1e-6, loop.time() + network.delay())
                loop.call_at(self.arrival, self._deliver, line.removeprefix("data: "))
        if network.breaks():
            self.end()

    def _deliver(self, data: str) -> None:
        if self.phone.page is self.page and self.is_alive:
            self.phone.watch(self.phone, "stream", data)
            self.phone.run(self.page.get("streamMessage"), self.number, data)
