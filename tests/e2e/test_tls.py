"""A phone in a home network that trusts the local CA of its server."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, BrowserType, Error, Page, expect

from tests.e2e.conftest import PageErrors
from tests.e2e.layout import STICKING_OUT, resize
from tests.e2e.offline.cached import CACHED_AS_SHOWN, path_of, wait_for, wait_until_cached
from tests.e2e.round_facts import double, plain
from tests.e2e.table import TablePage
from tests.e2e.unsent import all_sent
from tests.tls_server import TLSServer

pytestmark = [
    pytest.mark.one_database,
    # On other systems Chromium uses the authorities of the system, which tests must not change.
    pytest.mark.skipif(
        sys.platform != "linux", reason="is about the store of Chromium on Linux"
    ),
]

# Browsers treat 127.0.0.1 as secure without TLS, but not a name.
NAME = "table.local"
WORKER = (
    "navigator.serviceWorker.ready.then(worker => new URL(worker.active.scriptURL).pathname)"
)
# Stores the wake locks that the page is granted.
KEEP_WAKE_LOCKS = """{
  const request = WakeLock.prototype.request;
  globalThis.wakeLocks = [];
  WakeLock.prototype.request = async function (kind) {
    const lock = await request.call(this, kind);
    wakeLocks.push(lock);
    return lock;
  };
}"""
HELD = "globalThis.wakeLocks?.some(lock => !lock.released)"
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
    """A phone that has the certificate of the local CA, and resolves the name of the server."""
    put_into_store(home.ca.folder / "authority.crt", tmp_path)
    arguments = [
        *browser_type_launch_args["args"],
        f"--host-resolver-rules=MAP {NAME} 127.0.0.1",
    ]
    options = browser_type_launch_args | browser_context_args | {"service_workers": "allow"}
    options |= {"args": arguments, "base_url": f"https://{NAME}:{home.tls_port}"}
    options["env"] = {**os.environ, "HOME": str(tmp_path)}
    with browser_type.launch_persistent_context(tmp_path / "profile", **options) as context:
        context.grant_permissions(["screen-wake-lock"])
        yield context


def put_into_store(certificate: Path, home: Path) -> None:
    """Let the Chromium with this home folder trust an authority, and not change its trust in
    others."""
    if not shutil.which("certutil"):
        pytest.fail("certutil is missing (Debian and Ubuntu: apt install libnss3-tools).")
    store = home / ".pki" / "nssdb"
    store.mkdir(parents=True)
    for command in ("-N --empty-password", f"-A -n Tichu -t C,, -i {certificate}"):
        subprocess.run(["certutil", "-d", f"sql:{store}", *command.split()], check=True)


def test_phone_without_the_certificate_gets_no_page(
    home: TLSServer, page: Page, page_errors: PageErrors
) -> None:
    page_errors.expect("asked another host")
    with pytest.raises(Error, match="ERR_CERT_AUTHORITY_INVALID"):
        page.goto(f"https://127.0.0.1:{home.tls_port}/")


def test_page_of_the_certificate_leads_from_plain_http_to_all_features(
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
    resize(page, 320, 640)
    assert page.evaluate(STICKING_OUT, [320, ".matrix"]) == []


def test_evening_is_scored_over_https_with_all_features(
    phone: BrowserContext, page_errors: PageErrors
) -> None:
    page_errors.expect("ERR_", "htmx:", "Failed to fetch")
    page = phone.new_page()
    table = TablePage.start(page, target=300)
    television = phone.new_page()
    television.add_init_script(KEEP_WAKE_LOCKS)
    television.goto(f"{page.url}scoreboard/")
    television.wait_for_function(HELD)
    assert page.evaluate(WORKER) == "/sw.js"
    wait_until_cached(page, path_of(page))

    table.play(plain(60))
    wait_for(page, CACHED_AS_SHOWN, path_of(page))
    phone.set_offline(True)
    page.reload()
    table.wait_for_rounds(1)
    table.play(plain(45))
    expect(page.locator("#unsent-count")).to_be_visible()
    phone.set_offline(False)
    all_sent(table)
    table.play(double("A1"))
    ended = page.url
    page.get_by_role("button", name="Same partners").tap()
    page.wait_for_url(lambda now: now != ended)
    table.play(plain(35))

    all_sent(table)
    table.expect_stored([(35, 65)])
    assert television.evaluate(HELD)
    page.goto(ended)
    table.expect_stored([(60, 40), (45, 55), (200, 0)])
