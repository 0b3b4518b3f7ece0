"""A group is saved as a file and imported, on a phone."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.table import TablePage


@pytest.mark.one_database
def test_saved_group_is_imported_with_its_games(page: Page) -> None:
    TablePage.set_up(page)
    page.goto("/")
    page.get_by_role("link", name="Our group").tap()
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save everything as a file").tap()
    page.get_by_role("link", name="Import a group from a file").tap()
    page.get_by_label("File").set_input_files(saved.value.path())

    page.get_by_role("button", name="Import", exact=True).tap()

    expect(page.get_by_role("heading", level=1)).to_have_text("Our group")
    expect(page.get_by_text("this device")).to_be_visible()
    page.goto("/")
    expect(page.locator("main a.game")).to_have_count(2)


@pytest.mark.one_database
def test_table_is_saved_with_the_chosen_separator(page: Page) -> None:
    TablePage.set_up(page)
    page.goto("/")
    page.get_by_role("link", name="Our group").tap()
    page.get_by_label("Separator").select_option("semicolon")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Games", exact=True).tap()

    assert saved.value.suggested_filename == "tichu-our-group-games.csv"
    assert saved.value.path().read_bytes().startswith(b"\xef\xbb\xbfgame;evening;")
