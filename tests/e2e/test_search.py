"""The search of the rules in a real browser: while typing, by keyboard, and without scripts."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.e2e.conftest import PageErrors
from tests.e2e.translated import choose_language
from tests.rules_ref.questions import training_set

pytestmark = pytest.mark.one_database

# The CPU of a phone is assumed to be slower by this factor.
SLOWED = 6
# The time from a letter until its hits are in the page, before they are drawn.
TIMED = """async question => {
  const input = document.querySelector("[type=search]");
  const hits = document.getElementById("hits");
  input.value = question;
  const shown = new Promise(tell => {
    new MutationObserver(tell).observe(hits, { childList: true });
  });
  const start = performance.now();
  input.dispatchEvent(new InputEvent("input", { bubbles: true }));
  await shown;
  return performance.now() - start;
}"""


@pytest.fixture
def page(new_context: Callable[..., BrowserContext]) -> Page:
    return new_context().new_page()


def field(page: Page) -> Locator:
    return page.get_by_role("searchbox", name="Search the rules")


def hits(page: Page) -> Locator:
    return page.locator("#hits a")


def ready(page: Page, address: str = "/rules/") -> Locator:
    """The focused search field, after its index is loaded."""
    page.goto(address)
    with page.expect_request_finished(lambda each: "/rules/search/" in each.url):
        field(page).focus()
    return field(page)


def test_hits_come_as_one_types_with_what_was_meant_marked(page: Page) -> None:
    ready(page).press_sequentially("pheonix on drag")
    answer = page.get_by_role("link", name="May I play the Phoenix on the Dragon? No.")
    expect(hits(page).first).to_contain_text("May I play the Phoenix on the Dragon?")
    expect(answer.locator("b mark")).to_have_text(["Phoenix", "Dragon"])
    expect(page.get_by_role("status")).to_have_text("8 answers")


def test_hit_that_is_not_translated_is_marked_as_english(page: Page, base_url: str) -> None:
    choose_language(page.context, "el", base_url)
    page.goto("/rules/")
    search = page.get_by_role("searchbox")
    search.focus()
    search.press_sequentially("βόμβα")
    english = hits(page).filter(has_text="May I bomb my own cards?")
    expect(english.locator("small")).to_have_attribute("lang", "en")
    expect(english.locator("b")).to_have_attribute("lang", "en")
    expect(english.locator("span")).to_have_attribute("lang", "en")
    greek = hits(page).filter(has_text="Γλωσσάρι")
    expect(greek).to_have_count(1)
    expect(greek.locator("[lang]")).to_have_count(0)


def test_typing_asks_nothing_of_the_network(page: Page) -> None:
    asked: list[str] = []
    search = ready(page)
    page.on("request", lambda request: asked.append(request.url))
    page.context.set_offline(True)
    search.press_sequentially("treppe")
    expect(hits(page).first).to_contain_text("Stairs")
    assert asked == []


def test_index_is_not_loaded_before_the_field_is_touched(page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/rules/", wait_until="networkidle")
    assert [url for url in asked if url.endswith(".json")] == []


def test_three_letters_show_the_ruling_and_a_tap_leads_to_it(page: Page) -> None:
    ready(page).press_sequentially("dog")
    answer = page.get_by_role("link", name="The Dog It cannot be bombed No bomb stops the Dog.")
    expect(answer).to_be_visible()
    answer.tap()
    expect(page).to_have_url("/rules/dog/#dog-no-bomb")
    expect(page.locator("#dog-no-bomb")).to_be_in_viewport()


def test_way_back_leads_to_the_question_and_its_hits(page: Page) -> None:
    ready(page).press_sequentially("bomb the dog")
    expect(hits(page).first).to_contain_text("May I bomb the Dog?")
    hits(page).first.tap()
    expect(page.locator("section:target")).to_be_visible()
    page.go_back()
    expect(field(page)).to_have_value("bomb the dog")
    expect(hits(page).first).to_contain_text("May I bomb the Dog?")


def test_hits_are_reached_by_keyboard(page: Page) -> None:
    search = ready(page)
    search.press_sequentially("doppelsieg")
    expect(hits(page).first).to_be_visible()
    page.keyboard.press("ArrowDown")
    expect(hits(page).nth(0)).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(hits(page).nth(1)).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(search).to_be_focused()
    page.keyboard.press("Enter")
    expect(hits(page).nth(0)).to_be_focused()
    page.keyboard.press("Escape")
    expect(search).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page).to_have_url("/rules/scoring/#double-win")


def test_search_says_that_nothing_was_found(page: Page) -> None:
    ready(page).press_sequentially("xyzzyq")
    expect(page.get_by_role("status")).to_have_text(
        "Nothing found. Try one word, such as bomb or wish."
    )
    expect(hits(page)).to_have_count(0)


def test_search_says_nothing_before_there_is_a_query(page: Page) -> None:
    search = ready(page)
    search.fill("dog")
    expect(page.get_by_role("status")).not_to_be_empty()
    search.fill("can i")
    expect(page.get_by_role("status")).to_be_empty()


def test_hits_replace_the_sheet_until_the_query_is_cleared(page: Page) -> None:
    search = ready(page)
    sheet = page.get_by_role("heading", name="Quick sheet")
    search.fill("wish")
    expect(sheet).to_be_hidden()
    search.fill("")
    expect(sheet).to_be_visible()


def test_index_that_did_not_come_is_asked_for_again(
    page: Page, page_errors: PageErrors
) -> None:
    page_errors.expect("ERR_FAILED")
    page.goto("/rules/")
    page.route("**/rules/search/*.json", lambda route: route.abort())
    with page.expect_event("requestfailed"):
        field(page).focus()
    page.unroute("**/rules/search/*.json")
    field(page).press_sequentially("wish")
    expect(hits(page).first).to_be_visible()


def test_every_question_has_hits_on_a_slow_phone(page: Page) -> None:
    """Prints how long the main thread is busy for each question. The goal is 30 ms."""
    ready(page)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    questions = [each["question"] for each in training_set()[:60]]
    times = sorted(page.evaluate(TIMED, question) for question in questions)
    print(f"\nA letter to its hits: {times[len(times) // 2]:.1f} ms, worst {times[-1]:.1f} ms")
    expect(hits(page)).not_to_have_count(0)


def test_search_works_without_scripts(plain_page: Page) -> None:
    plain_page.goto("/rules/")
    field(plain_page).fill("hund letzte karte")
    plain_page.get_by_role("button", name="Search").tap()
    expect(plain_page).to_have_url("/rules/search/?q=hund+letzte+karte")
    expect(hits(plain_page).first).to_have_attribute("href", "/rules/dog/#dog-last-card")
    expect(plain_page.get_by_role("status")).to_have_text("8 answers")


def test_search_without_scripts_says_that_nothing_was_found(plain_page: Page) -> None:
    plain_page.goto("/rules/search/?q=xyzzyq")
    expect(plain_page.get_by_role("status")).to_contain_text("Nothing found")
