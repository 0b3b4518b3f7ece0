"""The site as an app: what browsers require, and how it invites people to install it."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.screens.home import IN_A_TAB, INSTALLABLE
from tests.e2e.table import TablePage

pytestmark = pytest.mark.one_database


@pytest.fixture
def home(page: Page) -> Page:
    """The home page of a person who has a game."""
    TablePage.set_up(page)
    page.goto("/")
    return page


def invitation(page: Page) -> Locator:
    return page.get_by_role("complementary", name="Install it on this phone")


@pytest.mark.browser_context_args(service_workers="allow")
def test_browser_finds_nothing_that_keeps_the_site_from_being_installed(page: Page) -> None:
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => {})")
    session = page.context.new_cdp_session(page)

    manifest = session.send("Page.getAppManifest")
    found = session.send("Page.getInstallabilityErrors")["installabilityErrors"]

    assert manifest["errors"] == []
    # Test contexts are private windows, in which nothing can be installed.
    assert [each["errorId"] for each in found if each["errorId"] != "in-incognito"] == []


def test_nobody_is_invited_whose_browser_installs_nothing(home: Page) -> None:
    expect(invitation(home)).to_be_hidden()


def test_invitation_asks_the_browser(home: Page) -> None:
    home.evaluate(
        """() => {
          const event = new Event("beforeinstallprompt", { cancelable: true });
          event.prompt = () => { window.times = event.defaultPrevented ? 1 : 2; };
          dispatchEvent(event);
        }"""
    )
    invitation(home).get_by_role("button", name="Install").tap()
    expect(invitation(home)).to_be_hidden()
    assert home.evaluate("window.times") == 1


def test_invitation_that_was_refused_is_not_made_again(home: Page) -> None:
    home.evaluate(INSTALLABLE)
    invitation(home).get_by_role("button", name="Not now").tap()
    expect(invitation(home)).to_be_hidden()
    home.reload()
    home.evaluate(INSTALLABLE)
    expect(invitation(home)).to_be_hidden()


def test_page_in_safari_says_how_to_install(home: Page) -> None:
    home.add_init_script(IN_A_TAB)
    home.reload()
    expect(invitation(home)).to_contain_text("Add to Home Screen")
    expect(invitation(home).get_by_role("button")).to_have_text(["Not now"])


def test_installed_app_says_nothing_of_installing(home: Page) -> None:
    home.add_init_script(IN_A_TAB.replace("false", "true"))
    home.reload()
    expect(invitation(home)).to_be_hidden()
