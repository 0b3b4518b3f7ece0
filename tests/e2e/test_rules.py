"""The rules, opened from other pages, in a browser that runs no scripts."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.layout import NARROWEST, STICKING_OUT, resize
from tests.e2e.table import box_of
from tests.e2e.translated import choose_language

pytestmark = pytest.mark.one_database


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


def test_chapter_has_its_contents_beside_it_on_a_desktop(page: Page) -> None:
    page.goto("/rules/dog/")
    resize(page, 1280, 800)
    contents = page.get_by_role("navigation", name="The Dog", exact=True)
    titles = page.locator(".rule > h2").all_inner_texts()
    expect(contents.get_by_role("link")).to_have_text(titles)
    resize(page, 390, 800)
    expect(contents).to_be_hidden()


def test_bar_is_as_wide_as_a_chapter_and_its_contents_on_a_desktop(page: Page) -> None:
    page.goto("/rules/dog/")
    resize(page, 1440, 900)
    contents = box_of(page.get_by_role("navigation", name="The Dog", exact=True))
    rule = box_of(page.locator(".rule").first)
    bar = page.get_by_role("banner").get_by_role("link")
    first, last = box_of(bar.first), box_of(bar.last)
    text_indent = 12  # CSS pixels between the edge of a page and its text
    assert contents["x"] - first["x"] == text_indent
    assert last["x"] + last["width"] - (rule["x"] + rule["width"]) == text_indent


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


def test_every_step_of_the_first_evening_fits_a_phone(plain_page: Page) -> None:
    plain_page.goto("/rules/first-evening/")
    resize(plain_page, 390, 664)
    boxes = [step.bounding_box() for step in plain_page.locator(".step").all()]
    assert [box["height"] for box in boxes if box and box["height"] > 664] == []


def test_practice_round_is_tapped_through(plain_page: Page) -> None:
    plain_page.goto("/rules/first-evening/")
    plain_page.get_by_role("link", name="Practice round").first.tap()
    plain_page.wait_for_url("/rules/practice/")
    while plain_page.locator(".to-tap").count():
        heading = plain_page.get_by_role("heading", level=1).inner_text()
        plain_page.locator('.choice[href^="/"]').tap()
        expect(plain_page.get_by_role("heading", level=1)).not_to_have_text(heading)
        plain_page.wait_for_load_state()
    expect(plain_page.get_by_text("300 : 0")).to_be_visible()


def test_answer_opens_below_the_choice_that_was_tapped(plain_page: Page) -> None:
    plain_page.goto("/rules/practice/wish/")
    answer = plain_page.locator("#answer-4")
    expect(answer).to_be_hidden()
    plain_page.get_by_role("link", name="Ben: Bomb of four 7s").tap()
    expect(answer).to_be_in_viewport(ratio=1)
    expect(answer).to_be_focused()
    expect(plain_page.get_by_role("link", name="Ben: Bomb of four 7s")).to_be_in_viewport()


@pytest.mark.parametrize("address", ["/rules/", "/rules/play/"])
def test_text_of_twice_the_size_fits_the_narrowest_phone(page: Page, address: str) -> None:
    page.goto(address)
    resize(page, NARROWEST, 640)
    choose_language(page.context, "de", page.url)
    page.reload()
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate(STICKING_OUT, [NARROWEST, ".numbers"]) == []


def test_search_is_above_its_button_where_text_has_twice_the_size(page: Page) -> None:
    page.goto("/rules/")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    search = page.get_by_role("search")
    field = box_of(search.get_by_role("searchbox"))
    button = box_of(search.get_by_role("button"))
    assert button["y"] >= field["y"] + field["height"]
