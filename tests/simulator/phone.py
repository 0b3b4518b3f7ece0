"""A phone: its page, which runs the site's scripts in QuickJS, its storage, and its network."""

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
# Modules that replace those modules of the site that need a browser.
STUBS = {
    PAGE: "page.js",
    "scoring/js/offline/games.js": "games.js",
    "scoring/js/vendor/idb.js": "idb.js",
    "scoring/js/shared/tap-guard.js": "tap-guard.js",
}
PAGE_TIMEOUT = 3.0  # seconds after which the service worker takes the page from its cache
MAX_JOBS = 50_000  # of promises in one run
RELOAD_AFTER = 2.0  # seconds after which somebody who sees an error page tries again


def read(name: str) -> str:
    return (HERE / STUBS[name]).read_text() if name in STUBS else read_module(name)


BROWSER = (HERE / "browser.js").read_text()
# Minified as for browsers, so that errors of the minifier are found as well.
SCRIPT = minify_module(link(PAGE, read=read))


class Phone:
    """A phone. `notify` is called for every event on it, with the phone, the event and its
    details."""

    def __init__(
        self,
        name: str,
        server: Server,
        network: Network,
        rng: random.Random,
        notify: Callable[["Phone", str, Any], None],
    ) -> None:
        self.name, self.server, self.network, self.rng = name, server, network, rng
        self.notify = notify
        self.cookies: dict[str, str] = {}
        self.database, self.local_storage = "{}", "{}"  # IndexedDB and localStorage, as JSON
        self.cached: dict[str, tuple[str, str]] = {}  # ETag and page of each address
        self.address = ""
        self.has_network = self.is_online = True  # what navigator.onLine says
        self.gets_streams = True  # whether streams reach it through its network
        self.clock_offset = 0.0  # how many seconds its clock is ahead
        self.page: quickjs.Context | None = None
        self.page_number = 0  # the number of pages that were opened
        self.screen: dict[str, Any] = {}
        self.streams: dict[int, Stream] = {}
        self.undelivered = 0  # requests on the way to the server
        self.board_requests = 0  # the number that its pages have sent

    @property
    def loop(self) -> asyncio.AbstractEventLoop:
        return asyncio.get_running_loop()

    @property
    def is_streaming(self) -> bool:
        """Whether a stream is open that delivers revisions."""
        return any(stream.is_alive for stream in self.streams.values())

    @property
    def is_receiving(self) -> bool:
        """Whether a request, a response or a message of a stream is under way."""
        late = any(self.loop.time() < stream.arrival for stream in self.streams.values())
        return late or bool(
            self.page and (self.undelivered or self.page.eval("pendingRequests()"))
        )

    # Pages

    def open(self, address: str) -> None:
        """Load a page in place of the open one. If no response arrives in time, the page comes
        from the cache. If it is not cached, the phone tries again."""
        self.close()
        self.address = address
        number, headers = self.page_number, {}
        if address in self.cached:
            headers["If-None-Match"] = self.cached[address][0]

        def loaded(answer: Answer | None) -> None:
            if self.page_number != number or self.page:
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
        if self.page_number == number:
            self.open(self.address)

    def reload(self) -> None:
        """Leave the page as a browser does, and load it again."""
        if self.page:
            self.local_storage = self.call("leave") or "{}"
        self.open(self.address)

    def close(self) -> None:
        """End the page at once, as a crash does. Its storage remains."""
        self.page_number += 1
        self.page = None
        for stream in self.streams.values():
            stream.end()
        self.streams.clear()

    def _start(self, text: str, *, from_cache: bool) -> None:
        self.notify(self, "page", {"cached": from_cache})
        self.page = page = quickjs.Context()
        timers: dict[int, asyncio.TimerHandle] = {}

        def current(function: Callable[..., Any]) -> Callable[..., Any]:
            """Ignore calls of a page that has ended."""
            return lambda *args: function(*args) if self.page is page else None

        def wait(timer: int, delay: float) -> None:
            fire = current(lambda: self.run(page.get("fire"), timer))
            timers[timer] = self.loop.call_later(max(delay, 0) / 1000, fire)

        def clear(timer: int) -> None:
            timers.pop(timer).cancel()

        host: dict[str, Callable[..., Any]] = {
            "now": lambda: (self.loop.time() + self.clock_offset) * 1000 // 1,
            "uptime": lambda: self.loop.time() * 1000,
            "random": self.rng.random,
            "uuid": lambda: str(uuid.UUID(int=self.rng.getrandbits(128), version=4)),
            "wait": wait,
            "clear": clear,
            "send": lambda number, *given: self._fetch(page, number, *given),
            "open": lambda *given: self._open_stream(page, *given),
            "close": self._close_stream,
            "save": self._save,
            "database": lambda: self.database,
            "local_storage": lambda: self.local_storage,
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
        self.notify(self, what, facts)

    def _save(self, text: str) -> None:
        self.database = text
        self.notify(self, "stored", text)

    def call(self, function: str, *arguments: object) -> Any:
        """Call a function of the page's module. Returns its result, or None if that is a
        promise."""
        if self.page is None:
            return None
        given = ",".join(json.dumps(each) for each in arguments)
        called = "(value => JSON.stringify(value instanceof Promise ? null : value ?? null))"
        text = self.page.eval(f"{called}(modules['{PAGE}'].{function}({given}))")
        self._run_jobs()
        return json.loads(text)

    def run(self, function: Callable[..., Any], *arguments: object) -> None:
        function(*arguments)
        self._run_jobs()

    def _run_jobs(self) -> None:
        """Run the jobs that promises have queued."""
        page = self.page
        for _ in range(MAX_JOBS):
            if not page or not page.execute_pending_job():
                return
        raise RuntimeError(f"Livelock: the promises of {self.name} do not end.")

    # The network

    def send(self, request: Request, answered: Callable[[Answer | None], None]) -> None:
        """Send a request over the network. `answered` is called with the response, or with None
        if the connection fails."""
        delivery = self.network.delivery()
        if not self.has_network or delivery.request_lost:
            if not self.has_network:
                self.loop.call_later(0.05, answered, None)
            return
        if delivery.substitute:
            status, body = delivery.substitute
            self.loop.call_later(delivery.request_latency, answered, Answer(status, [], body))
            return
        is_board = "/board/" in request.path
        before, after = self.network.board_delays() if is_board else (0.0, 0.0)
        self.undelivered += 1 + (delivery.duplicate_after is not None)
        self.loop.call_later(
            delivery.request_latency + before,
            self._arrive,
            request,
            None if delivery.response_lost else delivery.response_latency + after,
            answered,
        )
        if delivery.duplicate_after is not None:
            delay = delivery.request_latency + before + delivery.duplicate_after
            self.loop.call_later(delay, self._arrive, request, None, answered)

    def _arrive(
        self,
        request: Request,
        latency: float | None,
        answered: Callable[[Answer | None], None],
    ) -> None:
        self.undelivered -= 1
        if not self.server.up:
            self.loop.call_later(latency or 0, answered, None)
            return
        headers = request.headers | {"Cookie": self._cookie_header()}
        answer = Answer()

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                answer.status = message["status"]
                answer.headers = [(k.decode(), v.decode()) for k, v in message["headers"]]
                return
            answer.body = bytes(message["body"]).decode()
            self.notify(self, "request", (request, answer))
            if latency is None or not self.has_network:
                return
            self.loop.call_later(latency, self._answered, answer, answered)

        disconnected = self.loop.create_future()
        request = Request(request.method, request.path, headers, request.body)
        self.notify(self, "arrival", request)
        self.server.call(request, send, disconnected)

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
        is_board = "/board/" in path
        self.board_requests += is_board

        def answered(answer: Answer | None) -> None:
            if self.page is not page:
                return
            if answer is None:
                self.run(page.get("fail"), number)
                return
            self.notify(self, "answer", (request, answer))
            given = answer.status, json.dumps(answer.headers), answer.body
            # The page may no longer wait for this answer.
            is_awaited = is_board and page.eval(f"isAwaited({number})")
            before = self.board_requests
            self.run(page.get("answer"), number, *given)
            if is_awaited:
                self.notify(self, "board", (answer, before))

        self.send(request, answered)

    # Streams

    def _open_stream(self, page: quickjs.Context, number: int, address: str) -> None:
        stream = self.streams[number] = Stream(self, page, number)
        self.notify(self, "stream", "opens")
        if self.has_network and self.server.up and self.gets_streams:
            request = Request("GET", address, {"Cookie": self._cookie_header()})
            self.server.call(request, stream.send, stream.disconnected)
        else:
            stream.end()
            self.loop.call_later(0.05, stream.fail)

    def _close_stream(self, number: int) -> None:
        if stream := self.streams.pop(number, None):
            stream.end()

    def server_died(self) -> None:
        """Break every stream. A phone without a network is not notified."""
        for stream in self.streams.values():
            stream.end()
            if self.has_network:
                self.loop.call_later(self.network.latency(), stream.fail)

    # What happens to a phone

    def lose_network(self, *, noticed: bool) -> None:
        """Lose the network. With `noticed`, navigator.onLine becomes false. Streams get no
        error."""
        self.has_network = False
        for stream in self.streams.values():
            stream.end()
        if noticed:
            self.is_online = False
            self.call("setOnline", self.is_online)

    def turn_off_screen(self) -> None:
        self.call("turnOffScreen")

    def turn_on_screen(self) -> None:
        """Turn the screen on. The page requests the board at once, while the phone is still
        connecting to its network."""
        self.network.next_board_delay = self.rng.uniform(0.2, 0.5)
        self.call("turnOnScreen")

    def restore_network(self) -> None:
        self.has_network = True
        if not self.is_online:
            self.is_online = True
            self.call("setOnline", self.is_online)


class Stream:
    """The phone's end of an event stream. Messages arrive in order, whatever the latency of
    each is. `arrival` is the time at which the last one arrives."""

    def __init__(self, phone: Phone, page: quickjs.Context, number: int) -> None:
        self.phone, self.page, self.number = phone, page, number
        self.disconnected = phone.loop.create_future()
        self.arrival = 0.0

    @property
    def is_alive(self) -> bool:
        return not self.disconnected.done()

    def end(self) -> None:
        """Deliver nothing more, without an error."""
        if self.is_alive:
            self.disconnected.set_result(None)

    def fail(self) -> None:
        """Raise an error event on the page."""
        if self.phone.page is self.page:
            self.phone.notify(self.phone, "stream", "error")
            self.phone.run(self.page.get("streamError"), self.number)

    async def send(self, message: Message) -> None:
        """Receive a message of the ASGI application."""
        loop, network = self.phone.loop, self.phone.network
        if message["type"] == "http.response.start":
            if message["status"] != 200:
                loop.call_soon(self.fail)
            return
        if not message.get("more_body") and self.is_alive:
            loop.call_soon(self.fail)
        for line in bytes(message["body"]).decode().splitlines():
            if line.startswith("data: "):
                # The loop does not preserve the order of callbacks that are due at the same
                # time.
                self.arrival = max(self.arrival + 1e-6, loop.time() + network.latency())
                loop.call_at(self.arrival, self._deliver, line.removeprefix("data: "))
        if network.breaks_stream():
            self.end()

    def _deliver(self, data: str) -> None:
        if self.phone.page is self.page and self.is_alive:
            self.phone.notify(self.phone, "stream", data)
            self.phone.run(self.page.get("streamMessage"), self.number, data)
