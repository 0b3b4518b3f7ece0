"""The player in first place of a game whose partners changed, in the list of games."""

import re

from playwright.sync_api import Page, expect

from tests.e2e.layout import resize
from tests.e2e.posting import post_form, post_game

SEATING = re.compile(r'name="?seating"? value="?(\d+)')


def test_first_place_with_its_unit_fits_a_small_phone_with_large_text(page: Page) -> None:
    table = post_game(page.request, partners="win_points")
    for after in range(9):
        seating = SEATING.search(page.request.get(table).text())
        fields = {"first": "A1", "card_points": "60", "after": str(after)}
        if seating:
            fields["seating"] = seating[1]
        post_form(page.request, f"{table}rounds/", *fields.items())

    resize(page, 320, 568)
    page.goto("/")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    expect(page.get_by_text("18 win points")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 320
