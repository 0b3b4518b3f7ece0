"""People at one table, each in a language of their own. What holds for every screen in every
language, test_screens.py asks."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.table import TablePage, double, plain
from tests.e2e.translated import speak

pytestmark = pytest.mark.one_database


def test_two_phones_and_a_television_each_have_their_own_words(
    page: Page, new_context: Callable[..., BrowserContext]
) -> None:
    english = TablePage.set_up(page)
    german = english.on_another_phone(new_context)
    television = english.on_another_phone(new_context).page
    speak(german.page.context, "de", page.url)
    speak(television.context, "fr", page.url)
    german.page.reload()
    television.goto(f"{page.url}scoreboard/")

    english.play(plain(60, "A1"))
    expect(german.said).to_contain_text("Runde 1: 60")
    expect(german.page.get_by_role("button", name="Runde 1 rückgängig")).to_be_visible()
    expect(english.page.get_by_role("button", name="Undo round 1")).to_be_visible()
    expect(television.get_by_role("status")).to_contain_text("Manche 2")

    german.tap(german.page.locator("label").filter(has=german.box("Tichu Ben")))
    expect(television.get_by_role("status")).to_contain_text("Tichu Ben")
    german.tap(german.page.locator("label").filter(has=german.box("Ben zuerst fertig")))
    german.tap(german.key(35))
    expect(english.said).to_contain_text("Tichu by Ben made, +100")
    expect(german.said).to_contain_text("Tichu von Ben gelungen, +100")
    expect(television.get_by_role("status")).to_contain_text("Manche 3")

    english.play(double("A1"))
    expect(german.said).to_contain_text("Doppelsieg")
    expect(english.said).to_contain_text("double win")
    assert english.totals == german.totals
    for own, other in ((english, "Runde"), (german, "Round")):
        assert other not in own.page.locator("body").inner_text()
