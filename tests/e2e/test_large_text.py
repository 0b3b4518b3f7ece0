"""Text of twice the size in the languages with the longest words. In English, test_screens.py
asks it of every screen."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import BrowserContext

from tests.e2e.layout import CUT, OVERLAPPING, STICKING_OUT, resize
from tests.e2e.screens import Demo
from tests.e2e.translated import speak

pytestmark = pytest.mark.one_database

ADDRESSES = [
    *map(reverse, ("home", "new_game", "device_settings", "privacy", "score_safety")),
    *map(reverse, ("rules", "printouts", "practice")),
    reverse("chapter", args=["first-evening"]),
]


@pytest.mark.parametrize("language", ["de", "el", "nl"])
def test_text_of_twice_the_size_fits_in_a_language_of_long_words(
    new_context: Callable[..., BrowserContext], demo: Demo, base_url: str, language: str
) -> None:
    page = new_context(storage_state=demo.stored).new_page()
    speak(page.context, language, base_url)
    found: dict[str, list[str]] = {}
    for address in (demo.running, *ADDRESSES):
        page.goto(address)
        resize(page, 390, 844)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert page.evaluate("document.documentElement.lang") == language
        problems = [
            *page.evaluate(STICKING_OUT, [390, ".numbers"]),
            *page.evaluate(OVERLAPPING),
            *page.evaluate(CUT),
        ]
        found |= {address: problems} if problems else {}
    assert found == {}
