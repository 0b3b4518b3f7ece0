"""The PDF has pages of exact size, text that can be copied, and embedded fonts."""

import pytest
from django.utils.translation import override

from scoring.printing import Drawing, Page, Paper, Part, pdf_language, render_pdf
from scoring.printing.shapes import Text, line, rectangle
from tests.printing.reading import Stroke, page_sizes, reader, strokes, words

SIZES = {Paper.A4: (210.0, 297.0), Paper.LETTER: (215.9, 279.4)}


def page(paper: Paper, *shapes: object, landscape: bool = False) -> Page:
    return Page("Page", paper, (Part(Drawing(10, 10, shapes)),), landscape)  # type: ignore[arg-type]


@pytest.mark.parametrize("paper", list(Paper))
def test_pages_are_as_large_as_the_paper(paper: Paper) -> None:
    pages = [page(paper), page(paper, landscape=True)]
    upright = SIZES[paper]
    assert page_sizes(render_pdf(pages, "Size")) == [upright, upright[::-1]]


def test_texts_of_any_alphabet_of_the_font_are_read_back() -> None:
    names = ["Müller & Groß", "Γιώργος", "Жанна", "(1½) \\ Łódź"]
    shapes = [Text(20, 20 + 10 * index, name, 4) for index, name in enumerate(names)]
    assert words(render_pdf([page(Paper.A4, *shapes)], "Names")) == " ".join(names)


def test_line_is_where_it_was_drawn() -> None:
    pdf = render_pdf([page(Paper.LETTER, line((10, 20), (73, 20), 0.2, dashed=True))], "Line")
    assert strokes(pdf) == [Stroke(10, 20, 73, 20, dashed=True)]


def test_part_is_at_each_of_its_corners() -> None:
    mark = Drawing(5, 5, (line((0, 0), (5, 0), 0.2),))
    pages = [Page("Page", Paper.A4, (Part(mark, ((10, 10), (20, 40))),))]
    drawn = [(each.x1, each.y1) for each in strokes(render_pdf(pages, "Parts"))]
    assert drawn == [(10, 10), (20, 40)]


def test_fonts_are_embedded_in_the_pdf() -> None:
    pdf = render_pdf(
        [page(Paper.A4, Text(10, 10, "a", 4), Text(10, 20, "b", 4, bold=True))], "F"
    )
    fonts = reader(pdf).pages[0]["/Resources"]["/Font"]  # type: ignore[index]
    embedded = [
        each.get_object()["/DescendantFonts"][0].get_object()["/FontDescriptor"]["/FontFile3"]
        for each in fonts.values()
    ]
    assert [file.get_object().get_data()[:4] for file in embedded] == [b"OTTO", b"OTTO"]


def test_same_pages_are_the_same_bytes() -> None:
    pages = [page(Paper.A4, rectangle(1, 1, 5, 5, radius=1, fill="#000000"))]
    assert render_pdf(pages, "Same") == render_pdf(pages, "Same")


def test_printer_is_asked_not_to_scale() -> None:
    root = reader(render_pdf([page(Paper.A4)], "Scale")).trailer["/Root"]
    assert root["/ViewerPreferences"]["/PrintScaling"] == "/None"  # type: ignore[index]


@pytest.mark.parametrize(("own", "said"), [("", "de"), ("en", "en")])
def test_pdf_says_in_which_language_it_is_to_be_read_out(own: str, said: str) -> None:
    printed = Page("Page", Paper.A4, (), language=own)
    with override("de"):
        pdf = render_pdf([printed], "Language")
    assert reader(pdf).trailer["/Root"]["/Lang"] == said  # type: ignore[index]


@pytest.mark.parametrize(
    ("language", "written"),
    [("en", "en"), ("de-ch", "de-ch"), ("fr", "fr"), ("el", "el"), ("ko", "en")],
)
def test_pdf_is_in_a_language_whose_letters_its_fonts_have(language: str, written: str) -> None:
    assert pdf_language(language) == written
