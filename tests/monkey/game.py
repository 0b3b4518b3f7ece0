"""Three phones, two of them on one device, and a television that share one game."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Browser, BrowserContext, Page, Request, Response

from tests.e2e.conftest import PHONE, PageErrors
from tests.e2e.joining import invitation, join
from tests.e2e.posting import post_game
from tests.e2e.round_facts import NAMES
from tests.e2e.table import TablePage
from tests.e2e.unsent import NOISE
from tests.monkey import pages
from tests.monkey.pages import State
from tests.monkey.steps import DEVICES, PHONES, TELEVISION

NewContext = Callable[..., BrowserContext]


@dataclass(frozen=True)
class Acknowledged:
    """A change that the server confirmed to a page. `key` is None if the key may be that of
    another phone, which has undone, redone or removed the same."""

    game: str
    number: int
    key: str | None


@dataclass
class Traffic:
    """The pending POST requests of all pages, and the confirmed changes."""

    on_their_way: set[Request] = field(default_factory=set)
    acknowledged: list[Acknowledged] = field(default_factory=list)

    def listen_to(self, context: BrowserContext) -> BrowserContext:
        context.on("request", self.send)
        context.on("requestfinished", self.end)
        context.on("requestfailed", self.end)
        context.on("response", self.answer)
        return context

    def send(self, request: Request) -> None:
        if request.method == "POST":
            self.on_their_way.add(request)

    def end(self, request: Request) -> None:
        self.on_their_way.discard(request)

    def answer(self, response: Response) -> None:
        number = int(response.headers.get("tichu-change", "0"))
        sent = parse_qs(response.request.post_data or "")
        # Ticks may leave the version unchanged, so their key need not be in the log.
        if number and response.ok and "/progress/" not in response.url and "key" in sent:
            path = urlsplit(response.url).path
            key = None if path.endswith(("/undo/", "/redo/", "/remove/")) else sent["key"][0]
            self.acknowledged.append(Acknowledged(path.split("/")[2], number, key))


class SharedGame:
    """The pages of one game by their names in `steps`, and new pages to compare them with.

    `new_context` creates the browser contexts of phones. `worker` says whether they have a
    service worker. `phones` are the phones that take part. With `polling`, no stream reaches
    any page. `start` starts a game.
    """

    def __init__(
        self,
        new_context: NewContext,
        home: str,
        *,
        polling: bool,
        worker: bool = False,
        phones: Sequence[str] = PHONES,
    ) -> None:
        self.page_errors = PageErrors(home, expected=[*NOISE])
        self.traffic = Traffic()
        self.polling = polling
        self.worker = worker
        self.phones = phones
        self.contexts = {name: self._context(new_context) for name in [*DEVICES, TELEVISION]}
        self.pages: dict[str, Page] = {}
        first = self.contexts["device1"].new_page()
        table = TablePage.set_up(first).ask_for_deal()
        self.url = first.url
        self._let_in(table)
        # Every new page is on a phone of its own, on which nobody has tapped.
        stored = self.contexts["device1"].storage_state()
        options = {"storage_state": stored, "service_workers": "block"}
        self.new_phone = self.page_errors.listen_to(new_context(**options))
        first.close()

    def _context(self, new_context: NewContext) -> BrowserContext:
        context = self.traffic.listen_to(self.page_errors.listen_to(new_context()))
        if self.polling:
            context.add_init_script(pages.NO_STREAM)
        return context

    def _let_in(self, table: TablePage) -> None:
        friend = self.contexts["device2"].new_page()
        join(friend, invitation(table), "Ben")
        friend.wait_for_url("**/t/**")
        viewer = self.contexts[TELEVISION].new_page()
        viewer.goto(invitation(table, viewer=True))
        viewer.get_by_role("button", name="Watch").tap()
        viewer.get_by_role("status").first.wait_for()
        for page in (friend, viewer):
            page.close()

    def start(self, names: Mapping[str, str] = NAMES, *, target: int = 1000) -> None:
        """Start a game, and open it on all pages."""
        for context in self.contexts.values():
            context.set_offline(False)
            for page in context.pages:
                page.close()
        self.traffic.on_their_way.clear()  # the requests of closed pages do not end
        self.url = post_game(self.contexts["device1"].request, names, target=target)
        for device, phones in DEVICES.items():
            for phone in phones:
                if phone in self.phones:
                    self.pages[phone] = self.contexts[device].new_page()
                    self.pages[phone].goto(self.url)
        self.pages[TELEVISION] = self.contexts[TELEVISION].new_page()
        self.pages[TELEVISION].goto(f"{self.url}scoreboard/")

    @property
    def key(self) -> str:
        """The key of the game, from its address."""
        return self.url.rstrip("/").rpartition("/")[2]

    @property
    def path(self) -> str:
        return urlsplit(self.url).path

    def on_table(self, phone: str) -> bool:
        return urlsplit(self.pages[phone].url).path == self.path

    def read(self, name: str) -> State:
        """Return what the page shows."""
        script = pages.READ_PHONE if name in PHONES else pages.READ_BOARD
        state: State = pages.evaluate(self.pages[name], script)
        return state

    def read_new(self) -> dict[str, State]:
        """Return what newly opened pages of a phone and of a television show."""
        phone = self._open(self.new_phone, self.url, pages.READ_PHONE)
        board = self._open(
            self.contexts[TELEVISION], f"{self.url}scoreboard/", pages.READ_BOARD
        )
        return {**dict.fromkeys(PHONES, phone), TELEVISION: board}

    def _open(self, context: BrowserContext, url: str, script: str) -> State:
        page = context.new_page()
        page.goto(url)
        state: State = pages.evaluate(page, script)
        page.close()
        return state

    def close(self) -> None:
        for context in [*self.contexts.values(), self.new_phone]:
            context.close()


@contextmanager
def share_game(
    browser: Browser,
    home: str,
    *,
    polling: bool,
    worker: bool = False,
    phones: Sequence[str] = PHONES,
) -> Iterator[SharedGame]:
    """Provide a shared game, and close its contexts at the end. With `worker`, the service
    worker caches pages for use without a network."""
    options: dict[str, Any] = {**PHONE, "base_url": home}
    options["service_workers"] = "allow" if worker else "block"

    def new_context(**more: Any) -> BrowserContext:
        return browser.new_context(**{**options, **more})

    game = SharedGame(new_context, home, polling=polling, worker=worker, phones=phones)
    try:
        yield game
    finally:
        game.close()


def differences(shown: State, new: State) -> dict[str, Any]:
    """Return the fields in which a page differs from a new page, with both values."""
    return {
        name: {"shows": shown.get(name), "new page": value}
        for name, value in new.items()
        if shown.get(name) != value
    }
