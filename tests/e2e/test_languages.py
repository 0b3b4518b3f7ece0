"""Every screen in every other language: its own words, fit for the narrowest phone and for
screen readers."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.e2e.layout import STICKING_OUT
from tests.e2e.screens import SCREENS, Demo, Visit
from tests.e2e.table import TablePage, double, plain
from tests.messages import LANGUAGES, read, texts_of

pytestmark = pytest.mark.one_database

NARROWEST = 320

# What a person reads or hears, but for what is marked as of another language.
TEXTS = """() => {
  const own = each => each.closest("[lang]") === document.documentElement;
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data, parentElement: holder } = texts.currentNode;
    if (own(holder) && !holder.closest("script, noscript")) found.push(data);
  }
  for (const name of ["aria-label", "title", "placeholder"])
    for (const each of document.body.querySelectorAll(`[${name}]`))
      if (own(each)) found.push(each.getAttribute(name));
  return found.map(each => each.replace(/\\s+/g, " ").trim()).filter(Boolean);
}"""


def speak(context: BrowserContext, language: str, url: str) -> None:
    """Let the person have chosen this language."""
    context.add_cookies([{"name": "language", "value": language, "url": url}])


@pytest.fixture(scope="module", params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module", params=SCREENS)
def screen(
    request: pytest.FixtureRequest,
    browser: Browser,
    browser_context_args: dict[str, Any],
    demo: Demo,
    language: str,
) -> Iterator[Page]:
    """The address of a screen, which is reached in English, opened in this language."""
    screen = SCREENS[request.param]
    options = browser_context_args | {"storage_state": demo.stored, "reduced_motion": "reduce"}
    with browser.new_context(**options) as context:
        page = context.new_page()
        screen.reach(Visit(page, demo))
        page.wait_for_load_state()
        context.set_offline(False)
        page.unroute_all()
        speak(context, language, page.url)
        response = page.goto(page.url)
        if not response or response.status == 405:
            pytest.skip("only a form opens it")
        yield page


def test_screen_has_no_english_left(screen: Page, language: str) -> None:
    english = {
        source
        for message in read(language)
        for source, text in zip(texts_of(message.id), texts_of(message.string), strict=False)
        if source != text
    } - set().union(*(texts_of(message.string) for message in read(language)))
    assert screen.evaluate("document.documentElement.lang") == language
    assert sorted(set(screen.evaluate(TEXTS)) & english) == []


def test_screen_fits_the_narrowest_phone(screen: Page) -> None:
    screen.set_viewport_size({"width": NARROWEST, "height": 640})
    assert screen.evaluate(STICKING_OUT, [NARROWEST, ".numbers"]) == []
    assert screen.evaluate("document.documentElement.scrollWidth") == NARROWEST


def test_screen_has_nothing_that_axe_finds(screen: Page) -> None:
    screen.set_viewport_size({"width": 390, "height": 844})
    found = Axe().run(screen, options={"resultTypes": ["violations"]})
    assert found.violations_count == 0, found.generate_report()


def test_two_phones_and_a_television_each_have_their_own_words(
    page: Page, new_context: Callable[..., BrowserContext]
) -> None:
    english = TablePage.set_up(page)
    german = english.on_another_phone(new_context)
    television = english.on_another_phone(new_context).page
    for each in (german.page, television):
        speak(each.context, "de", page.url)
    german.page.reload()
    television.goto(f"{page.url}scoreboard/")

    english.play(plain(60, "A1"))
    expect(german.said).to_contain_text("Runde 1: 60")
    expect(german.page.get_by_role("button", name="Runde 1 rückgängig")).to_be_visible()
    expect(english.page.get_by_role("button", name="Undo round 1")).to_be_visible()
    expect(television.get_by_role("status")).to_contain_text("Runde 2")

    german.tap(german.page.locator("label").filter(has=german.box("Tichu Ben")))
    expect(television.get_by_role("status")).to_contain_text("Tichu Ben")
    german.tap(german.page.locator("label").filter(has=german.box("Ben zuerst fertig")))
    german.tap(german.key(35))
    expect(english.said).to_contain_text("Tichu by Ben made, +100")
    expect(german.said).to_contain_text("Tichu von Ben gelungen, +100")
    expect(television.get_by_role("status")).to_contain_text("Runde 3")

    english.play(double("A1"))
    expect(german.said).to_contain_text("Doppelsieg")
    expect(english.said).to_contain_text("double win")
    assert english.totals == german.totals
    for own, other in ((english, "Runde"), (german, "Round")):
        assert other not in own.page.locator("body").inner_text()
