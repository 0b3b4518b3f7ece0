"""Requests that a test delays, and answers that it delays or loses."""

import re
import time

from playwright.sync_api import APIResponse, BrowserContext, Page, Route

from tests.server import PATIENCE

Address = str | re.Pattern[str]


def cut_stream(phone: Page | BrowserContext) -> None:
    """Let no stream get through to these pages: they poll."""
    phone.route("**/live/t/**", lambda route: route.abort())


def lose_answer(route: Route) -> None:
    """Let the server have the request, and the browser no answer."""
    route.fetch(max_redirects=0)
    route.abort()


class HeldRequests:
    """The requests to such an address, or the first `times` of them: none reaches the server
    before the test calls `release`."""

    def __init__(self, page: Page, address: Address, *, times: int | None = None) -> None:
        self._held: list[Route] = []
        self._released = False
        page.route(address, self._hold, times=times)

    def release(self) -> None:
        self._released = True
        for route in self._held:
            route.continue_()

    def _hold(self, route: Route) -> None:
        if self._released:
            route.continue_()
        else:
            self._held.append(route)


class HeldAnswer:
    """The answer to the first request to such an address: the server has the request at once,
    and the browser no answer before the test calls `arrive` or `lose`."""

    def __init__(self, page: Page, address: Address) -> None:
        self._page = page
        self._held: list[tuple[Route, APIResponse]] = []
        page.route(address, self._hold, times=1)

    def arrive(self) -> None:
        route, answer = self._wait()
        route.fulfill(response=answer)

    def lose(self) -> None:
        route, _ = self._wait()
        route.abort()

    def _hold(self, route: Route) -> None:
        self._held.append((route, route.fetch()))

    def _wait(self) -> tuple[Route, APIResponse]:
        """Wait until the server has answered."""
        deadline = time.monotonic() + PATIENCE
        while not self._held and time.monotonic() < deadline:
            self._page.wait_for_timeout(20)
        return self._held.pop()
