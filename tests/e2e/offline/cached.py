"""Reads the cache of a service worker, and replaces the server by a captive portal."""

import http.server
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from math import inf

from playwright.sync_api import Page, expect

from tests.e2e.offline.tcp_proxy import HOST, TcpProxy

# Playwright's own `wait_for_function` treats a promise as a true value.
WAIT = """async given => {
  const question = QUESTION;
  const deadline = Date.now() + 60000;
  while (!(await question(given))) {
    if (Date.now() > deadline) throw new Error(`Never: ${question} of ${given}`);
    await new Promise(done => setTimeout(done, 20));
  }
}"""
CACHED = "path => caches.match(path, { ignoreVary: true })"
CACHED_WITH = """async ([path, text]) =>
  (await (await caches.match(path, { ignoreVary: true }))?.text())?.includes(text)"""
REMOVE = """async path => {
  for (const name of await caches.keys()) await (await caches.open(name)).delete(path);
}"""
GONE = "path => caches.match(path, { ignoreVary: true }).then(found => !found)"
CACHED_AS_SHOWN = """async path => {
  const shown = document.querySelector("[data-version]").dataset.version;
  const cached = await caches.match(path, { ignoreVary: true });
  return (await cached.text()).includes(`data-version="${shown}"`);
}"""
ALL_CACHED = """async () => {
  const found = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const answer = await cache.match(request, { ignoreVary: true });
      found.push([new URL(request.url).pathname, await answer.text()]);
    }
  }
  return found;
}"""
# The address of the search index in a language, from the script of the service worker.
SEARCH_INDEX = """async language => {
  const { href } = document.querySelector("[rel=manifest]");
  const worker = await (await fetch(new URL("sw.js", href))).text();
  return JSON.parse(/"searchIndexes": ({[^}]*})/.exec(worker)[1])[language];
}"""
# The address of the messages for unsent changes.
MESSAGES = re.compile(r"/unsent/\w+\.html")
LAST_CHAPTER = "/rules/glossary/"  # it is cached after all other pages
# The limit for an offline start on a slow phone, in milliseconds.
MOST_MILLISECONDS = 1000
SLOWED = 4
MOST_STARTS = 30


def wait_for(page: Page, question: str, given: str | list[str] = "") -> None:
    page.evaluate(WAIT.replace("QUESTION", question), given)


def wait_until_cached(page: Page, *paths: str) -> None:
    for path in paths:
        wait_for(page, CACHED, path)


def wait_until_cached_with(page: Page, text: str, *paths: str) -> None:
    """Wait until the cached pages of these paths contain this text, which earlier copies may
    not."""
    for path in paths:
        wait_for(page, CACHED_WITH, [path, text])


def wait_until_all_cached(page: Page, language: str = "en") -> None:
    """Wait until the phone has cached all pages in this language. Their search index is cached
    last."""
    wait_until_cached(page, page.evaluate(SEARCH_INDEX, language))


def quickest_start(page: Page, measure: str) -> float:
    """Reload the page on a slow phone until a start was quick enough, at most MOST_STARTS
    times. Returns the shortest time: other load on the machine can only make a start slower."""
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    times: list[float] = []
    while len(times) < MOST_STARTS and min(times, default=inf) >= MOST_MILLISECONDS:
        page.reload()
        times.append(page.evaluate(measure))
    shown = ", ".join(f"{each:.0f}" for each in times)
    print(f"\nOn a CPU {SLOWED} times slower it is there after {shown} ms")
    return min(times)


def path_of(page: Page) -> str:
    return str(page.evaluate("location.pathname"))


def cached(page: Page) -> dict[str, str]:
    return dict(page.evaluate(ALL_CACHED))


def heading(page: Page, text: str) -> None:
    expect(page.get_by_role("heading", level=1)).to_contain_text(text)


class CaptivePortal(http.server.BaseHTTPRequestHandler):
    """Answers every request with this status and a page of its own: a redirect to that page, or
    the error of a gateway. With REQUEST_TIMEOUT it does not answer."""

    status: HTTPStatus
    closing: threading.Event

    def do_GET(self) -> None:
        if self.status == HTTPStatus.REQUEST_TIMEOUT:
            self.closing.wait()
        self.send_response(self.status if self.path != "/portal" else HTTPStatus.OK)
        self.send_header("Location", "/portal")
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>Hotel</title><h1>Your room number?</h1>")

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (its name there)
        pass


@contextmanager
def captive_portal(proxy: TcpProxy, status: HTTPStatus) -> Iterator[None]:
    """Answer at the address of the site as a captive portal does, with this status."""
    closing = threading.Event()
    handler = type("CaptivePortal", (CaptivePortal,), {"status": status, "closing": closing})
    with (
        proxy.stopped(),
        http.server.ThreadingHTTPServer((HOST, proxy.port), handler) as portal,
    ):
        portal.daemon_threads = True
        threading.Thread(target=portal.serve_forever).start()
        try:
            yield
        finally:
            closing.set()
            portal.shutdown()
