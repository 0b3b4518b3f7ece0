"""People at one table who have chosen different languages. test_screens.py tests every screen
in every language."""

from collections.abc import Callable
from urllib.parse import urljoin

import pytest
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.conftest import PageErrors
from tests.e2e.layout import NARROWEST, resize
from tests.e2e.round_facts import double, plain
from tests.e2e.table import TablePage, box_of
from tests.e2e.translated import BROKEN_WORDS, choose_language, foreign_texts
from tests.e2e.unsent import NOISE, restore_network, unsent_rows

pytestmark = pytest.mark.one_database


# Pages that people open from a table: the log, a round, the race, and a ruling by the group's
# rules.
PAGES = ("log/", "rounds/2/", "race/", "may-i-play/?play=5j&play=5s&play=6j", "scoreboard/")


def expect_own_words(screens: dict[str, Page]) -> None:
    """Check that each of these pages has texts of its own language only."""
    found = {
        language: foreign_texts(page, language, screens.keys() - {language})
        for language, page in screens.items()
    }
    assert found == {language: [] for language in screens}


def expect_own_words_around(screens: dict[str, Page], table: str) -> None:
    """Check the same for the pages of this table, for the list of games, and for the statistics
    of the group."""
    screens["en"].goto("/")
    statistics = screens["en"].get_by_role("link", name="Statistics").get_attribute("href")
    for address in ("/", statistics or "", *(urljoin(table, path) for path in PAGES)):
        for screen in screens.values():
            screen.goto(address)
        expect_own_words(screens)


def play_in_german(table: TablePage, name: str, left: int) -> None:
    """Tap the player who is first out, and the card points of the left team."""
    table.tap(table.page.locator("label").filter(has=table.box(f"{name} zuerst fertig")))
    table.tap(table.key(left))


def test_two_phones_and_a_television_each_have_their_own_words(
    page: Page, new_context: Callable[..., BrowserContext], page_errors: PageErrors
) -> None:
    """In the game the lead changes, a phone has no network, there is a conflict, and the game
    ends."""
    page_errors.expect(*NOISE, "status of 409")
    english = TablePage.set_up(page, target=300)
    german = english.on_another_phone(new_context)
    television = english.on_another_phone(new_context).page
    choose_language(german.page.context, "de", page.url)
    choose_language(television.context, "fr", page.url)
    german.page.reload()
    television.goto(f"{page.url}scoreboard/")
    told = television.get_by_role("status")

    screens = {"en": english.page, "de": german.page, "fr": television}

    english.play(plain(60, "A1"))
    expect(german.status).to_contain_text("Runde 1: 60")
    expect(german.page.get_by_role("button", name="Runde 1 rückgängig")).to_be_visible()
    expect(english.page.get_by_role("button", name="Undo round 1")).to_be_visible()
    expect(told).to_contain_text("Manche 2")
    expect_own_words(screens)

    german.tap(german.page.locator("label").filter(has=german.box("Tichu Ben")))
    expect(told).to_contain_text("Tichu Ben")
    expect_own_words(screens)
    play_in_german(german, "Ben", 35)
    expect(english.status).to_contain_text("Tichu by Ben made, +100")
    expect(german.status).to_contain_text("Tichu von Ben gelungen, +100")
    expect(told).to_contain_text("Manche 3")
    expect_own_words(screens)

    german.lose_network()
    play_in_german(german, "Cleo", 45)
    expect(unsent_rows(german)).to_have_count(1)
    expect(german.status).to_contain_text("Netz")
    english.play(plain(50, "B2"))
    expect_own_words(screens)
    german.page.context.set_offline(False)
    expect(german.page.get_by_role("heading", name="Jemand war schneller")).to_be_visible()
    expect_own_words(screens)
    german.page.get_by_role("link", name="Es ist dieselbe Runde: ihre behalten").tap()
    german.wait_for(english.version)

    german.lose_network()
    play_in_german(german, "Dora", 100)
    expect(unsent_rows(german)).to_have_count(1)
    restore_network(german)
    expect(english.status).to_contain_text("Round 4: 100")
    english.play(double("B1"))
    expect(english.page.get_by_role("heading", name="Ben + Dora win!")).to_be_visible()
    expect(german.page.get_by_role("heading", name="Ben + Dora gewinnen!")).to_be_visible()
    expect(told).to_contain_text("Ben + Dora gagnent")
    expect_own_words(screens)
    assert english.totals == german.totals == (245, 455)

    expect_own_words_around(screens, english.page.url)


def test_open_table_is_shown_again_in_the_language_that_was_chosen_meanwhile(
    table: TablePage, new_context: Callable[..., BrowserContext]
) -> None:
    other = table.on_another_phone(new_context)
    choose_language(table.page.context, "de", table.page.url)

    other.play(plain(60))
    expect(table.page.locator("html")).to_have_attribute("lang", "de")
    table.wait_for_rounds(1)
    choose_language(table.page.context, "en", table.page.url)
    other.play(plain(35))
    expect(table.page.locator("html")).to_have_attribute("lang", "en")
    table.wait_for_rounds(2)
    assert foreign_texts(table.page, "en", ["de"]) == []


@pytest.fixture
def conflict(
    table: TablePage, new_context: Callable[..., BrowserContext], page_errors: PageErrors
) -> TablePage:
    """A phone that has stored a question in English."""
    page_errors.expect(*NOISE)
    table.lose_network()
    table.fill_in(plain(60))
    table.points(60)
    expect(unsent_rows(table)).to_have_count(1)
    table.on_another_phone(new_context).play(plain(35, "B2"))
    table.page.context.set_offline(False)
    expect(table.page.get_by_role("heading", name="Somebody was faster")).to_be_visible()
    return table


def test_conflict_is_asked_again_in_the_language_that_was_chosen_since(
    conflict: TablePage,
) -> None:
    page = conflict.page
    choose_language(page.context, "de", page.url)
    page.reload()
    heading = page.get_by_role("heading", name="Jemand war schneller")
    expect(heading).to_be_focused()
    expect(page.locator("#table[lang]")).to_have_count(0)
    assert foreign_texts(page, "de", ["en"]) == []
    page.get_by_role("link", name="Es ist dieselbe Runde: ihre behalten").tap()
    expect(page.get_by_role("button", name="Runde 1 rückgängig")).to_be_visible()


def test_conflict_is_marked_as_of_the_former_language_until_there_is_an_answer(
    conflict: TablePage,
) -> None:
    page = conflict.page
    page.route("**/rounds/", lambda route: route.abort())
    choose_language(page.context, "de", page.url)
    page.reload()
    expect(page.locator("[lang=en] h1")).to_have_text("Somebody was faster")
    assert foreign_texts(page, "de", ["en"]) == []


def test_korean_breaks_between_words_alone(
    new_context: Callable[..., BrowserContext], base_url: str
) -> None:
    page = new_context().new_page()
    choose_language(page.context, "ko", base_url)
    page.goto(reverse("device_settings"))
    resize(page, NARROWEST, 640)
    assert page.evaluate(BROKEN_WORDS) == []


def test_link_to_languages_is_not_at_the_edge_of_the_screen(table: TablePage) -> None:
    assert box_of(table.page.locator("a[href='/language/']"))["x"] == 12
