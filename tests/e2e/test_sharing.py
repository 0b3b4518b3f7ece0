"""A picture of the game is shared by the phone, or saved as a file."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.conftest import PageErrors
from tests.e2e.loading import FILE_WITH
from tests.e2e.round_facts import double
from tests.e2e.table import TablePage

pytestmark = pytest.mark.one_database

# A phone that can share files, unlike this browser; `how` is the outcome.
PHONE = """how => {
  navigator.canShare = ({ files }) => files.every(({ type }) => type === "image/png");
  navigator.share = async ({ files: [file] }) => {
    const picture = file.size > 10000 ? "a picture" : "nothing";
    document.body.dataset.handed = `${file.name}, ${file.type}: ${picture}`;
    if (how) throw new DOMException("", how);
  };
}"""

HANDED = "data-handed", "tichu.png, image/png: a picture"


@pytest.fixture
def page(new_context: Callable[..., BrowserContext]) -> Page:
    """A game that has just ended, on the phone that recorded its last round."""
    page = new_context().new_page()
    TablePage.set_up(page, target=300)
    table = TablePage(page)
    table.play(double("A1"))
    table.fill_in(double("A1"))
    table.confirm(double("A1"))
    expect(page.get_by_role("heading", level=1)).to_contain_text("win!")
    # The script is loaded with the end of the game. Without it, the link saves the picture.
    script = page.wait_for_function(FILE_WITH, arg="/js/shared/share-picture.").json_value()
    page.evaluate("script => import(script).then(() => {})", script)
    return page


def test_picture_is_shared_by_the_phone(page: Page) -> None:
    page.evaluate(PHONE, "")
    page.get_by_role("link", name="Share as a picture").tap()

    expect(page.locator("body")).to_have_attribute(*HANDED)


def test_who_changes_their_mind_is_back_at_the_table(page: Page) -> None:
    here = page.url
    page.evaluate(PHONE, "AbortError")
    page.get_by_role("link", name="Share as a picture").tap()

    expect(page.locator("body")).to_have_attribute(*HANDED)
    assert page.url == here
    expect(page.get_by_role("link", name="Share as a picture")).to_be_visible()


@pytest.mark.parametrize("how", ["", "NotAllowedError"])
def test_picture_is_saved_if_the_phone_does_not_share_it(page: Page, how: str) -> None:
    if how:
        page.evaluate(PHONE, how)
    with page.expect_download() as saved:
        page.get_by_role("link", name="Share as a picture").tap()

    assert saved.value.path().read_bytes().startswith(b"\x89PNG")


def test_race_of_a_game_that_has_just_ended_is_drawn_and_styled(
    page: Page, page_errors: PageErrors
) -> None:
    line = page.locator(".ending .line.b")

    expect(line).to_have_css("stroke-dasharray", "6px, 5px")
    expect(line).to_have_css("fill", "none")
    assert page_errors.unexpected() == []
