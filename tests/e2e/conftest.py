"""The browser tests: a phone in a real Chromium against the real server."""

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    WebError,
    expect,
)

from tests.chromium import find_chromium
from tests.e2e.layout import resize, wait_until_styled
from tests.e2e.routes import Address, HeldAnswer
from tests.e2e.screens import SCREENS, Demo, Screen, Visit, fill_demo
from tests.e2e.table import TablePage
from tests.e2e.unsent import NOISE
from tests.server import PATIENCE, Server

HERE = Path(__file__).parent
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}
# The browser is for these tests alone: it has no business with the rest of the network.
CHROMIUM_ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # A page that is opened after about:blank, or in one more tab, starts no process of its own.
    "--process-per-site",
]

# A machine can be slow: what a page is to show counts as missing only when it never comes.
expect.set_options(timeout=PATIENCE * 1000)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker("e2e")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    server = getattr(item, "funcargs", {}).get("server")
    if report.failed and isinstance(server, Server):
        report.sections.append(("Log of the server", server.log()))
    return report


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    with Server() as server:
        yield server


@pytest.fixture(scope="session")
def base_url(server: Server) -> str:
    return server.url


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    path = find_chromium()
    if not path:
        pytest.fail("Chromium is missing: `make e2e` finds or installs it.")
    return browser_type_launch_args | {"executable_path": path, "args": CHROMIUM_ARGS}


@pytest.fixture(scope="session")
def browser_context_args(
    browser_context_args: dict[str, Any], server: Server
) -> dict[str, Any]:
    # What a worker fetches cannot be intercepted: only tests of it let one work. The address is
    # not `base_url`, which a folder overrides whose tests may be the first to ask for this.
    return browser_context_args | PHONE | {"service_workers": "block", "base_url": server.url}


@pytest.fixture(scope="session")
def demo(browser: Browser, browser_context_args: dict[str, Any], server: Server) -> Demo:
    with browser.new_context(**browser_context_args) as context:
        return fill_demo(server, context)


# Chromium says so of any request under way while a test takes the network away: a page that
# fails for it says more. Which requests those are depends on the moment.
OFFLINE = "net::ERR_INTERNET_DISCONNECTED"


@dataclass
class Watch:
    """What the pages of one test complain about in the console, or ask of other hosts."""

    home: str
    complaints: list[str] = field(default_factory=list)
    expected: list[str] = field(default_factory=lambda: [OFFLINE])

    def expect(self, *texts: str) -> None:
        """Let complaints with one of these texts pass: the test provokes them."""
        self.expected += texts

    def over_page(self, page: Page) -> None:
        page.on("console", self.hear)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", self.see)

    def over(self, context: BrowserContext) -> BrowserContext:
        context.on("console", self.hear)
        context.on("weberror", self.hear_error)
        context.on("request", self.see)
        return context

    def hear(self, message: ConsoleMessage) -> None:
        # A breach of the Content-Security-Policy is such an error, and so is a refused answer.
        if message.type == "error":
            self.complaints.append(f"{message.text} (on {message.location['url']})")

    def hear_error(self, error: WebError) -> None:
        self.complaints.append(str(error.error))

    def see(self, request: Request) -> None:
        if not request.url.startswith((f"{self.home}/", "data:", "blob:", "about:")):
            self.complaints.append(f"asked another host: {request.url}")

    def unexpected(self) -> list[str]:
        return [
            complaint
            for complaint in self.complaints
            if not any(text in complaint for text in self.expected)
        ]


@pytest.fixture
def watch(base_url: str) -> Iterator[Watch]:
    """Fails the test when a page complains. `watch.expect("409")` lets that refusal pass."""
    watch = Watch(base_url)
    yield watch
    assert watch.unexpected() == []


@pytest.fixture
def network_fails(watch: Watch) -> None:
    """Let pages complain of a network that is not there: the test takes it away."""
    watch.expect(*NOISE)


@pytest.fixture
def new_context(
    new_context: Callable[..., BrowserContext], watch: Watch
) -> Callable[..., BrowserContext]:
    """One more phone; the keyword arguments are those of Playwright's `new_context`."""
    return lambda **options: watch.over(new_context(**options))


@pytest.fixture
def plain_page(new_context: Callable[..., BrowserContext]) -> Page:
    """A page of one more phone, without JavaScript."""
    return new_context(java_script_enabled=False).new_page()


@pytest.fixture
def table(page: Page) -> TablePage:
    """The table of a game that has just been set up."""
    return TablePage.set_up(page)


# A button stays pressed, and drawn smaller, for a moment after its tap. What is around it stays
# so for good where the tap took the button away.
NOTHING_IS_PRESSED = """() =>
  !document.querySelector(":is(a, button, label, summary):active")"""


@pytest.fixture(scope="module", params=SCREENS)
def screen(
    request: pytest.FixtureRequest,
    browser: Browser,
    browser_context_args: dict[str, Any],
    base_url: str,
    demo: Demo,
) -> Iterator[Page]:
    """Every screen in turn, reached once for all tests of a module that look at it."""
    screen = SCREENS[request.param]
    watch = Watch(base_url)
    watch.expect(*screen.complaints)
    options = browser_context_args | {"storage_state": demo.stored, "reduced_motion": "reduce"}
    with watch.over(browser.new_context(**options)) as context:
        page = context.new_page()
        screen.reach(Visit(page, demo))
        # A heading of the page that a tap leads to is visible before its stylesheets have come.
        page.wait_for_load_state()
        wait_until_styled(page)
        page.wait_for_function(NOTHING_IS_PRESSED)
        yield page
    assert watch.unexpected() == []


@pytest.fixture
def registered(request: pytest.FixtureRequest, screen: Page) -> Screen:
    """What the registry has of the screen that is open."""
    return SCREENS[request.node.callspec.params["screen"]]


@pytest.fixture
def large_text(screen: Page) -> Iterator[Page]:
    """The screen on a phone whose owner reads text in twice its size."""
    resize(screen, 390, 844)
    screen.evaluate("document.documentElement.style.fontSize = '200%'")
    yield screen
    screen.evaluate("document.documentElement.style.removeProperty('font-size')")


FirstAnswer = Callable[[Address], HeldAnswer]


@pytest.fixture
def first_answer(page: Page) -> Iterator[FirstAnswer]:
    """Hold back the first answer from such an address: `answer = first_answer("**/undo/")`, and
    later `answer.arrive()` or `answer.lose()`."""
    yield lambda address: HeldAnswer(page, address)
    page.unroute_all(behavior="ignoreErrors")
