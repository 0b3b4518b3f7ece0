"""Cards are picked by tapping, in a browser that runs no scripts."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.screens.rules import pick

pytestmark = pytest.mark.one_database


@pytest.fixture
def page(plain_page: Page) -> Page:
    plain_page.goto("/rules/play/")
    return plain_page


def test_card_lies_in_one_pile_only(page: Page) -> None:
    pick(page, "8 of jade")
    page.get_by_text("My play", exact=True).tap()
    expect(page.get_by_role("checkbox", name="8 of jade, My play")).to_have_count(0)
    pick(page, "8 of jade")
    expect(page.get_by_role("checkbox", name="8 of jade, On the table")).to_have_count(0)
    pick(page, "8 of jade")
    expect(page.get_by_role("checkbox", name="8 of jade, My play")).to_be_checked()


def test_phoenix_is_asked_about_where_it_matters(page: Page) -> None:
    above, below = (
        page.get_by_label("The Phoenix in my play stands for"),
        page.get_by_label("The Phoenix on the table lies on"),
    )
    expect(above.or_(below).first).to_be_hidden()
    pick(page, "Phoenix")
    expect(below).to_be_visible()
    expect(above).to_be_hidden()


def test_answer_has_an_address_to_share(page: Page) -> None:
    pick(page, "Dog")
    page.get_by_text("My play", exact=True).tap()
    pick(page, "7 of jade", "7 of sword", "7 of pagoda", "7 of star")
    page.get_by_text("Not my turn", exact=True).tap()
    page.get_by_role("button", name="May I?").tap()
    expect(page.get_by_role("heading", name="Not legal")).to_be_in_viewport()
    page.goto(page.url)
    page.get_by_role("link", name="It cannot be bombed").tap()
    expect(page.locator("#dog-no-bomb")).to_be_in_viewport()


def test_keyboard_picks_a_card(page: Page) -> None:
    page.get_by_role("checkbox", name="2 of jade, ").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(page.get_by_role("checkbox", checked=True)).to_have_count(2)
    expect(page.get_by_role("checkbox", name="3 of jade, On the table")).to_be_checked()
