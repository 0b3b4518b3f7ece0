"""A phone in a home network that trusts the local CA of its server."""

import hashlib
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from playwright.sync_api import BrowserContext, BrowserType, expect

from tests.e2e.conftest import Watch
from tests.e2e.layout import STICKING_OUT
from tests.e2e.offline.cached import path_of, wait_until_cached
from tests.e2e.table import TablePage, plain
from tests.tls_server import TLSServer

pytestmark = pytest.mark.one_database

# Browsers trust 127.0.0.1 without TLS, but not a name.
NAME = "table.local"
COMFORTS = "[isSecureContext, 'serviceWorker' in navigator, 'wakeLock' in navigator]"


@pytest.fixture(scope="module")
def home() -> Iterator[TLSServer]:
    with TLSServer(ALLOWED_HOSTS=f"{NAME},127.0.0.1") as server:
        yield server


@pytest.fixture
def phone(
    home: TLSServer,
    browser_type: BrowserType,
    browser_type_launch_args: dict[str, Any],
    browser_context_args: dict[str, Any],
    tmp_path: Path,
) -> Iterator[BrowserContext]:
    """A phone that trusts the server's certificate, and finds it by its name."""
    certificate = x509.load_pem_x509_certificate(home.ca.server_file.read_bytes())
    key = certificate.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    trusted = b64encode(hashlib.sha256(key).digest()).decode()
    arguments = [
        *browser_type_launch_args["args"],
        f"--ignore-certificate-errors-spki-list={trusted}",
        f"--host-resolver-rules=MAP {NAME} 127.0.0.1",
    ]
    options = browser_type_launch_args | browser_context_args | {"service_workers": "allow"}
    options |= {"args": arguments, "base_url": f"https://{NAME}:{home.tls_port}"}
    with browser_type.launch_persistent_context(tmp_path, **options) as context:
        yield context


def test_page_of_the_certificate_leads_from_plain_http_to_all_comforts(
    home: TLSServer, phone: BrowserContext
) -> None:
    page = phone.new_page()
    page.goto(f"http://{NAME}:{home.port}/")
    assert page.evaluate(COMFORTS) == [False, False, False]

    page.get_by_role("link", name="Open Tichu Score").tap()

    expect(page.get_by_role("heading", name="Tichu, scored.")).to_be_visible()
    assert page.evaluate(COMFORTS) == [True, True, True]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_page_of_the_certificate_fits_everybody(
    home: TLSServer, phone: BrowserContext, scheme: Any
) -> None:
    page = phone.new_page()
    page.goto(f"http://{NAME}:{home.port}/certificate/")
    page.emulate_media(color_scheme=scheme)
    found = Axe().run(page, options={"resultTypes": ["violations"]})
    assert found.violations_count == 0, found.generate_report()
    page.set_viewport_size({"width": 320, "height": 640})
    assert page.evaluate(STICKING_OUT, [320, ".matrix"]) == []


def test_round_without_a_network_arrives_by_https(phone: BrowserContext, watch: Watch) -> None:
    watch.expect("ERR_")
    page = phone.new_page()
    table = TablePage.start(page)
    wait_until_cached(page, path_of(page))
    phone.set_offline(True)
    page.reload()
    table.play(plain(60))
    expect(page.locator("#unsent-count")).to_be_visible()

    phone.set_offline(False)

    expect(page.locator("#unsent-count")).to_be_hidden(timeout=60_000)
    table.wait_for(1)
    assert table.stored == [(60, 40)]
