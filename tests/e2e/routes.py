"""Delays requests, and delays or loses answers."""

import re
import time

from playwright.sync_api import APIResponse, BrowserContext, Page, Route

from tests.server import PATIENCE

Address = str | re.Pattern[str]


def cut_stream(phone: Page | BrowserContext) -> None:
    """Block streams on these pages, so that they poll."""
    phone.route("**/live/t/**", lambda route: route.abort())


def lose_answer(route: Route) -> None:
    """Deliver the request to the server, but no answer to the browser."""
    route.fetch(max_redirects=0)
    route.abort()


class HeldRequests:
    """The requests to an address that matches, or the first `times` of them. None reaches the
    server before the test calls `release`."""

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
    """The answer to the first request to an address that matches. The server receives the
    request at once. The browser receives the answer when the test calls `arrive`; `lose` aborts
    the request instead."""

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
