"""The rules, reached from elsewhere, in a browser that runs no scripts."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

pytestmark = pytest.mark.one_database


@pytest.fixture
def plain_page(new_context: Callable[..., BrowserContext]) -> Page:
    return new_context(java_script_enabled=False).new_page()


def test_address_of_a_rule_lands_with_it_in_sight_and_marked(plain_page: Page) -> None:
    plain_page.goto("/rules/rule/no-floor/")
    expect(plain_page).to_have_url("/rules/scoring/#no-floor")
    expect(plain_page.locator("#no-floor")).to_be_in_viewport(ratio=1)
    marked = plain_page.locator("section:target")
    expect(marked).to_have_attribute("id", "no-floor")
    expect(marked).not_to_have_css("box-shadow", "none")


def test_mark_opens_what_a_rule_rests_on(plain_page: Page) -> None:
    plain_page.goto("/rules/dog/")
    rule = plain_page.locator("#dog-no-bomb")
    expect(rule.get_by_text("German rules of Fata Morgana")).to_be_hidden()
    rule.locator("summary").tap()
    expect(rule.get_by_text("German rules of Fata Morgana")).to_be_visible()


def test_answer_is_two_taps_away_from_home(plain_page: Page) -> None:
    plain_page.goto("/")
    plain_page.get_by_role("link", name="Rules").tap()
    plain_page.get_by_role("link", name="The Dog").tap()
    expect(plain_page.get_by_role("heading", name="It cannot be bombed")).to_be_in_viewport()


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_quick_sheet_is_one_page_on_paper(plain_page: Page, paper: str) -> None:
    plain_page.goto("/rules/")
    pdf = plain_page.pdf(format=paper)
    assert len(re.findall(rb"/Type /Page\b", pdf)) == 1


def test_paper_has_the_rules_alone_black_on_white(plain_page: Page) -> None:
    plain_page.emulate_media(media="print", color_scheme="dark")
    plain_page.goto("/rules/dog/")
    expect(plain_page.get_by_role("heading", name="It cannot be bombed")).to_be_visible()
    for left_out in (".bar", "nav", ".legend", ".basis summary"):
        expect(plain_page.locator(left_out).first).to_be_hidden()
    expect(plain_page.locator("body")).to_have_css("background-color", "rgb(255, 255, 255)")
    expect(plain_page.locator("body")).to_have_css("color", "rgb(0, 0, 0)")
