"""Fixtures of the browser tests: phones in a real Chromium, and the real server."""

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
# The browser opens only pages of the tests, so its own requests to the network are switched
# off.
CHROMIUM_ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # A page that is opened after about:blank, or in another tab, does not start a process of
    # its own.
    "--process-per-site",
]

# A machine can be slow, so an expected element counts as missing only after a long wait.
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
    # Requests of a service worker cannot be intercepted, so only the tests of service workers
    # allow one. `server.url` is used instead of `base_url`, because a folder overrides
    # `base_url`, and its tests may be the first that request this fixture of the session.
    return browser_context_args | PHONE | {"service_workers": "block", "base_url": server.url}


@pytest.fixture(scope="session")
def demo(browser: Browser, browser_context_args: dict[str, Any], server: Server) -> Demo:
    with browser.new_context(**browser_context_args) as context:
        return fill_demo(server, context)


# The error that Chromium writes for each request that is pending when a test disconnects the
# network. Which requests are pending depends on timing, so the error is expected in every test.
# A page that fails because of it causes another error as well.
OFFLINE = "net::ERR_INTERNET_DISCONNECTED"


@dataclass
class PageErrors:
    """Errors on the pages of one test: in the console, uncaught, or requests to other hosts."""

    home: str
    errors: list[str] = field(default_factory=list)
    expected: list[str] = field(default_factory=lambda: [OFFLINE])

    def expect(self, *texts: str) -> None:
        """Accept errors that contain one of these texts, because the test causes them."""
        self.expected += texts

    def listen_to_page(self, page: Page) -> None:
        page.on("console", self.add_message)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", self.check_request)

    def listen_to(self, context: BrowserContext) -> BrowserContext:
        context.on("console", self.add_message)
        context.on("weberror", self.add_uncaught)
        context.on("request", self.check_request)
        return context

    def add_message(self, message: ConsoleMessage) -> None:
        # Violations of the Content-Security-Policy and refused requests are reported as such
        # errors.
        if message.type == "error":
            self.errors.append(f"{message.text} (on {message.location['url']})")

    def add_uncaught(self, error: WebError) -> None:
        self.errors.append(str(error.error))

    def check_request(self, request: Request) -> None:
        if not request.url.startswith((f"{self.home}/", "data:", "blob:", "about:")):
            self.errors.append(f"asked another host: {request.url}")

    def unexpected(self) -> list[str]:
        return [
            error for error in self.errors if not any(text in error for text in self.expected)
        ]


@pytest.fixture
def page_errors(base_url: str) -> Iterator[PageErrors]:
    """Fail the test if a page has an unexpected error.

    `page_errors.expect("409")` accepts the errors of that status.
    """
    page_errors = PageErrors(base_url)
    yield page_errors
    assert page_errors.unexpected() == []


@pytest.fixture
def network_fails(page_errors: PageErrors) -> None:
    """Accept the errors of pages without a network, for a test that disconnects the network."""
    page_errors.expect(*NOISE)


@pytest.fixture
def new_context(
    new_context: Callable[..., BrowserContext], page_errors: PageErrors
) -> Callable[..., BrowserContext]:
    """Open the browser context of one more phone. The keyword arguments are those of
    Playwright's `new_context`."""
    return lambda **options: page_errors.listen_to(new_context(**options))


@pytest.fixture
def plain_page(new_context: Callable[..., BrowserContext]) -> Page:
    """A page of one more phone, without JavaScript."""
    return new_context(java_script_enabled=False).new_page()


@pytest.fixture
def table(page: Page) -> TablePage:
    """The table of a game that has just been set up."""
    return TablePage.set_up(page)


# A button remains pressed, and is drawn smaller, for a moment after its tap. If the tap removed
# the button, the element around it remains pressed.
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
    """Each screen in turn. It is opened once for all tests of a module that check it."""
    screen = SCREENS[request.param]
    page_errors = PageErrors(base_url)
    page_errors.expect(*screen.expected_errors)
    options = browser_context_args | {"storage_state": demo.stored, "reduced_motion": "reduce"}
    with page_errors.listen_to(browser.new_context(**options)) as context:
        page = context.new_page()
        screen.reach(Visit(page, demo))
        # If a tap leads to the page, its heading is visible before its stylesheets are loaded.
        page.wait_for_load_state()
        wait_until_styled(page)
        page.wait_for_function(NOTHING_IS_PRESSED)
        yield page
    assert page_errors.unexpected() == []


@pytest.fixture
def registered(request: pytest.FixtureRequest, screen: Page) -> Screen:
    """The registry entry of the screen that is open."""
    return SCREENS[request.node.callspec.params["screen"]]


@pytest.fixture
def large_text(screen: Page) -> Iterator[Page]:
    """The screen on a phone whose text size is set to 200 %."""
    resize(screen, 390, 844)
    screen.evaluate("document.documentElement.style.fontSize = '200%'")
    yield screen
    screen.evaluate("document.documentElement.style.removeProperty('font-size')")


FirstAnswer = Callable[[Address], HeldAnswer]


@pytest.fixture
def first_answer(page: Page) -> Iterator[FirstAnswer]:
    """Hold back the first answer from an address that matches: `answer =
    first_answer("**/undo/")`, and later `answer.arrive()` or `answer.lose()`."""
    yield lambda address: HeldAnswer(page, address)
    page.unroute_all(behavior="ignoreErrors")
