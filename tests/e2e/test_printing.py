"""A browser prints only the page, in its size, on one sheet."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.round_facts import double
from tests.e2e.table import TablePage
from tests.printing.reading import page_sizes, words

pytestmark = pytest.mark.one_database


@pytest.mark.parametrize(
    ("address", "size"),
    [
        ("aid/", (210, 297)),
        ("aid/?paper=letter&size=bridge", (216, 279)),
        ("aid/?size=L7165", (210, 297)),
        ("aid/?size=5164", (216, 279)),
        ("fold-out/", (297, 210)),
        ("fold-out/?paper=letter", (279, 216)),
        ("score-pad/?paper=letter", (216, 279)),
    ],
)
def test_browser_prints_the_page_that_was_chosen(
    plain_page: Page, address: str, size: tuple[int, int]
) -> None:
    plain_page.goto(f"/rules/print/{address}")
    pdf = plain_page.pdf(prefer_css_page_size=True)
    assert [(round(width), round(height)) for width, height in page_sizes(pdf)] == [size]
    assert "Print at 100" not in words(pdf)


def test_card_on_paper_is_as_large_as_it_says(plain_page: Page) -> None:
    plain_page.emulate_media(media="print")
    plain_page.goto("/rules/print/aid/")
    box = plain_page.locator("svg.paper").bounding_box()
    assert box is not None
    # A CSS pixel is 1/96 of an inch.
    assert (round(box["width"] / 96 * 25.4), round(box["height"] / 96 * 25.4)) == (210, 297)


def test_choice_is_shown_and_leads_to_its_pdf(plain_page: Page) -> None:
    plain_page.goto("/rules/")
    plain_page.get_by_role("link", name="To print").tap()
    plain_page.get_by_role("link", name="Player’s aid").tap()
    plain_page.get_by_label("Ink").select_option("black")
    plain_page.get_by_role("button", name="Show").tap()
    expect(plain_page.get_by_label("Ink")).to_have_value("black")
    pdf = plain_page.request.get("/rules/print/aid.pdf?size=poker&paper=a4&ink=black")
    assert page_sizes(pdf.body()) == [(210.0, 297.0)]


def test_short_game_is_printed_on_one_page_without_its_buttons(page: Page) -> None:
    TablePage.set_up(page, recorded=[double("A1")], target=200)
    pdf = page.pdf(format="A4")
    assert len(page_sizes(pdf)) == 1
    assert [each for each in ("Games", "Rematch", "Share") if each in words(pdf)] == []
