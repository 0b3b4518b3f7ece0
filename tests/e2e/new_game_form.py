"""Fills in the form of a new game as a person does."""

import re
from collections.abc import Mapping

from playwright.sync_api import Page, expect

FIELDS = {
    "Left team, first player": "A1",
    "Right team, first player": "B1",
    "Left team, partner": "A2",
    "Right team, partner": "B2",
}


def fill_seats(page: Page, names: Mapping[str, str]) -> None:
    """Type these names into the form of a new game. A seat that is taken is tapped first, which
    frees it for a new name."""
    expect(page.locator(".seating")).to_be_attached()
    page.wait_for_load_state()
    for label, seat in FIELDS.items():
        field = page.get_by_label(label, exact=True)
        if not field.is_visible():
            page.get_by_role("button", name=f"{label}: ").tap()
            page.get_by_role("button", name="Somebody new").tap()
        field.fill(names[seat])


def choose(page: Page, label: str | re.Pattern[str]) -> None:
    """Tap a radio button by its label."""
    page.locator("label").filter(has=page.get_by_role("radio", name=label, exact=True)).tap()


def choose_own_rules(page: Page) -> None:
    """Open the agreement in the form of a new game, to change its rules."""
    page.locator("details.agreement > summary").tap()
    choose(page, "Own rules")
