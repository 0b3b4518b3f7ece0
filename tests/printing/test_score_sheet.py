"""A score sheet: its QR code can be read, and its rows continue on as many pages as they
need."""

import pytest
import segno

from scoring.printing import Paper, PrintedSheet, SheetLine, render_pdf, score_sheet
from scoring.printing.score_sheet import qr_code
from scoring.printing.shapes import Path, Text
from tests.printing.reading import page_sizes, words

ADDRESS = "https://tichu.example.org/t/542664d2-3c81-49b2-ae8d-1a4cc6077a4e/"


def lines(number: int) -> tuple[SheetLine, ...]:
    return tuple(
        SheetLine(str(index), "Anna", "T+ Anna", ("160", "40"), ("160", "40"))
        for index in range(1, number + 1)
    )


def test_dark_squares_of_the_code_are_those_of_the_address() -> None:
    matrix = [list(row) for row in segno.make(ADDRESS, error="m").matrix]
    side = len(matrix) + 8.0  # a millimetre for each module, with a margin of four modules
    (drawn,) = qr_code(ADDRESS, side).shapes
    assert isinstance(drawn, Path)
    corners = {values for letter, values in drawn.commands if letter == "M"}
    dark = {
        (column + 4.0, row + 4.0)
        for row, modules in enumerate(matrix)
        for column, module in enumerate(modules)
        if module
    }
    assert corners == dark


def test_code_of_a_sheet_is_at_least_three_centimetres() -> None:
    (page,) = score_sheet(PrintedSheet("Tichu", address=ADDRESS), Paper.A4)
    (code,) = [each for each in page.shapes if isinstance(each, Path) and each.fill]
    across = [values[0] for _, values in code.commands if values]
    assert round(max(across) - min(across), 1) >= 25
    assert max(across) < page.width


@pytest.mark.parametrize("paper", list(Paper))
@pytest.mark.parametrize(("rounds", "pages"), [(0, 1), (20, 1), (40, 2), (75, 3)])
def test_rounds_run_over_to_further_pages(paper: Paper, rounds: int, pages: int) -> None:
    pdf = render_pdf(score_sheet(PrintedSheet("Tichu", lines=lines(rounds)), paper), "Tichu")
    assert len(page_sizes(pdf)) == pages
    assert words(pdf).count("T+ Anna") == rounds


@pytest.mark.parametrize("paper", list(Paper))
def test_nothing_stands_outside_the_page(paper: Paper) -> None:
    long = "W" * 200
    sheet = PrintedSheet(
        long, long, (long, long), ADDRESS, (SheetLine("1", long, long, ("1", "2"), ("3", "4")),)
    )
    (page,) = score_sheet(sheet, paper)
    texts = [each for each in page.shapes if isinstance(each, Text)]
    assert [each.text for each in texts if each.x < 0 or each.x + each.width > page.width] == []
