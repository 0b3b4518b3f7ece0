"""Times on the screen follow the phone's clock, in the format of pages without scripts."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.e2e.screens import Demo, Visit
from tests.e2e.screens.statistics import open_year
from tests.e2e.table import TablePage
from tests.e2e.translated import choose_language

# A page lists twenty games, and the group plays in most weeks of a year.
PAGES = range(1, 6)


@pytest.fixture
def stored(new_context: Callable[..., BrowserContext], demo: Demo) -> Any:
    """The storage state of a phone of a group that has played for a year."""
    context = new_context()
    open_year(Visit(context.new_page(), demo))
    return context.storage_state()


def times(page: Page) -> list[str]:
    told = []
    for number in PAGES:
        page.goto(f"/?page={number}")
        told += page.locator("time").all_inner_texts()
    return told


@pytest.mark.parametrize(
    ("language", "september"), [("en", "Sep"), ("fr", "sept."), ("el", "Σεπ")]
)
def test_times_read_alike_with_and_without_scripts(
    new_context: Callable[..., BrowserContext],
    base_url: str,
    stored: Any,
    language: str,
    september: str,
) -> None:
    def read(*, scripts: bool) -> list[str]:
        context = new_context(
            storage_state=stored,
            timezone_id="UTC",
            locale="en-US",
            java_script_enabled=scripts,
        )
        choose_language(context, language, base_url)
        return times(context.new_page())

    by_server = read(scripts=False)
    # Formats differ for this month: "Sep", "sept." or "Sep.".
    assert september in {time.split()[1] for time in by_server}
    assert read(scripts=True) == by_server


def test_time_of_today_is_shown_without_its_date(table: TablePage) -> None:
    table.page.goto("/")
    time = table.page.locator("time").first
    by_clock = time.evaluate("time => new Date(time.dateTime).toTimeString().slice(0, 5)")
    assert time.inner_text() == by_clock


def test_times_are_those_of_the_phone_s_clock(
    new_context: Callable[..., BrowserContext], stored: Any
) -> None:
    page = new_context(storage_state=stored, timezone_id="Asia/Tokyo").new_page()
    page.goto("/")
    time = page.locator("time").first
    moved = time.evaluate("time => new Date(time.dateTime).getUTCHours() + 9")
    assert time.inner_text().split()[-1].split(":")[0] == f"{moved % 24:02}"
