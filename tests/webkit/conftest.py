"""Fixtures of the tests in WebKit."""

from collections.abc import Callable, Iterator

import pytest

from tests.server import Server
from tests.webkit.phone import MISSING, WebKitPhone, find_browser

NAMES = {"a1": "Ada", "b1": "Ben", "a2": "Cleo", "b2": "Dora"}


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as server:
        yield server


@pytest.fixture
def new_phone(server: Server) -> Iterator[Callable[[], WebKitPhone]]:
    """Open the site on one more phone."""
    browser = find_browser()
    if not browser:
        pytest.fail(MISSING)
    phones: list[WebKitPhone] = []

    def open_phone() -> WebKitPhone:
        phones.append(WebKitPhone(server.url, browser))
        return phones[-1]

    yield open_phone
    for phone in phones:
        phone.close()


@pytest.fixture
def table(new_phone: Callable[[], WebKitPhone]) -> WebKitPhone:
    """A phone with the table of a new game: Ada and Cleo against Ben and Dora."""
    phone = new_phone()
    phone.open("/new/")
    for field, name in NAMES.items():
        phone.type(f"[name='{field}']", name)
    phone.tap("form.new-game button[type='submit']")
    phone.wait_until(lambda: phone.path.startswith("/t/"), "the table of the new game")
    return phone
