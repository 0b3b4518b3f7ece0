"""The size of the table page on the network, and the files that it may load."""

import gzip
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import BrowserContext, Page, Response

from tests.e2e.screens import Demo

pytestmark = pytest.mark.one_database

# Chromium accepts Brotli over HTTPS and from this machine. Over plain HTTP a phone gets gzip,
# whose files are a tenth larger.
ENCODINGS = ["gzip, deflate, br", "gzip, deflate"]
# Bytes on the network, including the headers of answers.
MOST_IN_ALL = dict(zip(ENCODINGS, [28_000, 31_250], strict=True))
# The page has random padding against BREACH. This many bytes of it are counted.
MOST_PADDING = 100
# These languages have letters of two and three bytes. Brotli's choices make a difference of
# some 160 bytes for them.
MORE_IN = dict(zip(ENCODINGS, [{"el": 200, "ko": 200}, {"el": 300, "ko": 300}], strict=True))
MOST_HTML_AND_CSS = dict(zip(ENCODINGS, [9_050, 10_100], strict=True))


@dataclass
class Load:
    """One load of a page with an empty cache: type and bytes of each answer, by request."""

    page: Page
    kinds: dict[str, tuple[str, str]] = field(default_factory=dict)
    sizes: dict[str, int] = field(default_factory=dict)
    padding: int = 0

    def listen(self, encoding: str) -> None:
        session = self.page.context.new_cdp_session(self.page)
        session.on("Network.responseReceived", self._received)
        session.on("Network.loadingFinished", self._finished)
        session.send("Network.enable")
        session.send("Network.clearBrowserCache")
        session.send("Network.setExtraHTTPHeaders", {"headers": {"Accept-Encoding": encoding}})

    def _received(self, event: dict[str, Any]) -> None:
        self.kinds[event["requestId"]] = (event["type"], event["response"]["url"])

    def _finished(self, event: dict[str, Any]) -> None:
        self.sizes[event["requestId"]] = int(event["encodedDataLength"])

    def bytes(self, *kinds: str) -> int:
        """Return the bytes of the page and of files of these types, by default of all types,
        with the largest padding."""
        sizes = [
            size
            for request, size in self.sizes.items()
            if not kinds or self.kinds[request][0] in {"Document", *kinds}
        ]
        return sum(sizes) - self.padding + MOST_PADDING

    def __str__(self) -> str:
        lines = [
            f"{size:7} {self.kinds[request][0]:10} {self.kinds[request][1]}"
            for request, size in self.sizes.items()
        ]
        lines += [f"{self.padding:7} of them padding", f"{self.bytes():7} in all at most"]
        return "\n".join(lines)


def padding_of(response: Response) -> int:
    """With Brotli the padding is a header. With gzip it is in the body."""
    if response.headers["content-encoding"] == "br":
        return len(response.headers["padding"])
    unpadded = gzip.compress(response.body(), 6)
    return int(response.headers["content-length"]) - len(unpadded)


@pytest.fixture
def first_load(
    new_context: Callable[..., BrowserContext], demo: Demo
) -> Callable[[str], tuple[Load, Response]]:
    """Load the table page of a game of a dozen rounds, on a phone that has stored nothing
    except its access."""

    def load(encoding: str = ENCODINGS[0], language: str = "en") -> tuple[Load, Response]:
        page = new_context(storage_state=demo.stored, locale=language).new_page()
        load = Load(page)
        load.listen(encoding)
        response = page.goto(demo.running, wait_until="networkidle")
        assert response is not None
        load.padding = padding_of(response)
        return load, response

    return load


FirstLoad = Callable[..., tuple[Load, Response]]


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_table_page_is_light_in_all(
    first_load: FirstLoad, encoding: str, language: str
) -> None:
    load, _ = first_load(encoding, language)
    print(f"\nFirst load of the table page, {encoding}, {language}, bytes:\n{load}")
    most = MOST_IN_ALL[encoding] + MORE_IN[encoding].get(language, 0)
    assert load.bytes() <= most


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_table_page_and_its_style_are_light(first_load: FirstLoad, encoding: str) -> None:
    load, _ = first_load(encoding)
    print(f"\nHTML and CSS, {encoding}: {load.bytes('Stylesheet')} bytes")
    assert load.bytes("Stylesheet") <= MOST_HTML_AND_CSS[encoding]


def test_table_page_asks_no_other_host(first_load: FirstLoad, base_url: str) -> None:
    load, _ = first_load()
    assert [url for _, url in load.kinds.values() if not url.startswith(f"{base_url}/")] == []


def test_table_page_has_nothing_inline(first_load: FirstLoad) -> None:
    _, response = first_load()
    inline = r"<style|<script(?![^>]*\ssrc=)|<[^>]*\s(?:style|on[a-z]+)="
    assert re.findall(inline, response.text(), re.IGNORECASE) == []


def test_table_page_is_under_a_strict_policy(first_load: FirstLoad) -> None:
    _, response = first_load()
    policy = response.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe-" not in policy
