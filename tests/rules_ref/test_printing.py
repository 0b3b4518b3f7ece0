"""The quick sheet on paper: exact sizes, all of its words, and the pages that link to it."""

import re
from itertools import pairwise
from pathlib import Path as File

import pytest
from django.conf import settings
from django.contrib.staticfiles.finders import find
from django.test import Client
from django.utils.translation import override

from rules_ref.blocks import Cards, Words
from rules_ref.loader import reference
from rules_ref.presentation.printing import PRINTOUTS, Printout
from rules_ref.print_forms import SIZES
from rules_ref.printing import CARD_SIZES, CardSize, Ink, aid_on_cards, aid_on_labels, fold_out
from rules_ref.printing.aid import BACK, FRONT
from rules_ref.printing.card_drawings import COLOURS, draw_cards
from rules_ref.printing.fold_out import COLUMNS, PANELS, ROWS
from scoring.printing import LABEL_SHEETS, LabelSheet, Page, Paper, render_pdf
from scoring.printing.shapes import Path, Text
from scoring.rules import RANKS, Special, Suit
from tests.printing.reading import colours, page_sizes, strokes
from tests.printing.reading import words as words_of
from tests.rules_ref.weight import ENCODINGS, compressed_size

SECTIONS = reference().quick_sheet.sections
SMALLEST = 5.8 * 25.4 / 72  # millimetres of type size on a card
SIZES_OF_PAPER = {Paper.A4: [210.0, 297.0], Paper.LETTER: [215.9, 279.4]}
ALL_CARDS = [*(f"{rank}{suit}" for rank in RANKS for suit in Suit), *Special]
STYLES = [
    "scoring/css/tichu.css",
    "scoring/css/forms.css",
    "rules_ref/css/rules.css",
    "scoring/css/print.css",
]

papers = pytest.mark.parametrize("paper", list(Paper))
languages = pytest.mark.parametrize("language", dict(settings.LANGUAGES))
cards = pytest.mark.parametrize("card", CARD_SIZES, ids=lambda card: card.name)
labels = pytest.mark.parametrize("sheet", LABEL_SHEETS, ids=lambda sheet: sheet.name)
printouts = pytest.mark.parametrize("printout", PRINTOUTS, ids=lambda each: each.slug)


def section_words(sections: slice) -> list[str]:
    """Return every word of these sections except those in cards."""
    found: list[str] = []
    for section in SECTIONS[sections]:
        found += section.title.split()
        for paragraph in section.paragraphs:
            parts = (
                item.text if isinstance(item, Words) else " " for item in paragraph.content
            )
            found += "".join(parts).split()
    return found


def texts(page: Page) -> list[Text]:
    return [shape for shape in page.shapes if isinstance(shape, Text)]


def missing(wanted: list[str], pdf: bytes) -> list[str]:
    """Return the words that are not in the PDF. Spaces between letters are ignored."""
    letters = words_of(pdf).replace(" ", "")
    return [word for word in wanted if word not in letters]


@papers
@cards
def test_cutting_marks_are_as_far_apart_as_a_card_is_large(
    paper: Paper, card: CardSize
) -> None:
    drawn = strokes(render_pdf([aid_on_cards(paper, card, Ink.BLACK)], "Aid"))
    upright = sorted({each.x1 for each in drawn if each.x1 == each.x2})
    # The rules under headings are longer than the cutting marks.
    marks = [each for each in drawn if each.y1 == each.y2 and abs(each.x2 - each.x1) < 5.1]
    level = sorted({each.y1 for each in marks})
    assert [round(after - before, 1) for before, after in pairwise(upright)] == [
        card.width,
        card.width,
    ]
    assert [round(level[1] - level[0], 1), round(level[3] - level[2], 1)] == [
        card.height,
        card.height,
    ]


@papers
@cards
def test_folds_are_dashed_and_cuts_are_solid(paper: Paper, card: CardSize) -> None:
    drawn = strokes(render_pdf([aid_on_cards(paper, card, Ink.BLACK)], "Aid"))
    folds = {each.x1 for each in drawn if each.dashed}
    cuts = {each.x1 for each in drawn if not each.dashed and each.x1 == each.x2}
    (fold,) = folds
    left, right = sorted(cuts)
    assert round(left + right, 1) == round(2 * fold, 1)


@papers
@cards
def test_text_of_a_card_stays_on_its_side(paper: Paper, card: CardSize) -> None:
    page = aid_on_cards(paper, card, Ink.COLOUR)
    placed = [(part.drawing, corner) for part in page.parts[:2] for corner in part.corners]
    for drawing, (left, top) in placed:
        for shape in drawing.placed(left, top):
            if isinstance(shape, Text):
                assert left + 2 <= shape.x
                assert shape.x + shape.width <= left + card.width - 2
                assert top + 2 <= shape.y - 0.7 * shape.size
                assert shape.y <= top + card.height - 2


@papers
@cards
@languages
def test_type_on_a_card_can_be_read(paper: Paper, card: CardSize, language: str) -> None:
    with override(language):
        drawn = texts(aid_on_cards(paper, card, Ink.COLOUR))
    letters = [each for each in drawn if len(each.text) > 2]  # not the ranks on cards
    assert min(each.size for each in letters) >= SMALLEST


@labels
def test_labels_are_where_the_sheet_has_them(sheet: LabelSheet) -> None:
    page = aid_on_labels(sheet, Ink.COLOUR)
    corners = {corner for part in page.parts for corner in part.corners}
    assert corners == set(sheet.corners)
    assert page.paper is sheet.paper
    assert {part.drawing.width for part in page.parts} == {sheet.width}
    assert {part.drawing.height for part in page.parts} == {sheet.height}
    last_x, last_y = sheet.corners[-1]
    assert last_x + sheet.width <= page.width
    assert last_y + sheet.height <= page.height


@labels
def test_text_of_a_label_keeps_away_from_its_edges(sheet: LabelSheet) -> None:
    for part in aid_on_labels(sheet, Ink.COLOUR).parts:
        for shape in part.drawing.shapes:
            if isinstance(shape, Text):
                assert shape.x >= 3
                assert shape.x + shape.width <= sheet.width - 3
                assert shape.y <= sheet.height - 3


@labels
def test_text_keeps_away_from_what_printers_leave_white(sheet: LabelSheet) -> None:
    page = aid_on_labels(sheet, Ink.COLOUR)
    outside = [
        each.text
        for each in texts(page)
        if each.x < 5 or each.x + each.width > page.width - 5 or each.y > page.height - 5
    ]
    assert outside == []


def test_every_label_sheet_and_card_can_be_chosen() -> None:
    names = [card.name for card in CARD_SIZES] + [sheet.name for sheet in LABEL_SHEETS]
    assert [name for name, _ in SIZES] == names


@cards
def test_card_is_offered_by_its_size(card: CardSize) -> None:
    assert f"{card.width:g} × {card.height:g} mm" in str(dict(SIZES)[card.name])


@pytest.mark.parametrize("sheet", [None, *LABEL_SHEETS])
def test_aid_has_every_word_but_those_of_the_course_of_a_round(
    sheet: LabelSheet | None,
) -> None:
    page = (
        aid_on_labels(sheet, Ink.COLOUR)
        if sheet
        else aid_on_cards(Paper.A4, CARD_SIZES[0], Ink.COLOUR)
    )
    wanted = section_words(FRONT) + section_words(BACK)
    assert missing(wanted, render_pdf([page], "Aid")) == []


def test_sides_of_the_aid_are_all_sections_but_the_first() -> None:
    titles = [section.title for section in SECTIONS]
    assert titles[0] == "A round"
    assert [*titles[FRONT], *titles[BACK]] == titles[1:]


@papers
def test_fold_out_is_one_landscape_page_with_every_word(paper: Paper) -> None:
    pdf = render_pdf([fold_out(paper, Ink.COLOUR)], "Fold")
    ((width, height),) = page_sizes(pdf)
    assert width > height
    assert missing(section_words(slice(None)), pdf) == []


def test_panels_of_the_fold_out_are_all_sections_in_order() -> None:
    titles = [section.title for section in SECTIONS]
    assert sum((titles[panel] for panel in PANELS), list[str]()) == titles


@papers
def test_nothing_crosses_a_fold(paper: Paper) -> None:
    page = fold_out(paper, Ink.COLOUR)
    width, height = page.width / COLUMNS, page.height / ROWS
    for each in texts(page):
        assert int(each.x // width) == int((each.x + each.width) // width)
        assert int((each.y - each.size) // height) == int(each.y // height)


@printouts
def test_black_alone_is_black_alone(client: Client, printout: Printout) -> None:
    pdf = client.get(f"/rules/print/{printout.slug}.pdf?ink=black").content
    assert colours(pdf) == {(0.0, 0.0, 0.0)}


def test_colours_of_suits_are_those_of_the_pages() -> None:
    style = File(str(find("rules_ref/css/rules.css"))).read_text(encoding="utf-8")
    assert [suit for suit in COLOURS if f"--{suit}: light-dark({COLOURS[suit]}," in style] == [
        "jade",
        "pagoda",
        "star",
    ]


@pytest.mark.parametrize("code", ALL_CARDS)
def test_every_card_is_drawn_within_its_frame(code: str) -> None:
    drawing = draw_cards((code,), Ink.COLOUR)
    for shape in drawing.shapes:
        if isinstance(shape, Path):
            # The end points of lines and curves. The control points of a curve may be outside.
            ends = [values[-2:] for _, values in shape.commands if values]
            assert all(0 <= x <= drawing.width and 0 <= y <= drawing.height for x, y in ends)
        else:
            assert shape.x >= 0
            assert shape.x + shape.width <= drawing.width


def test_cards_of_the_sheet_are_all_taken_over() -> None:
    items = [
        item
        for section in SECTIONS
        for paragraph in section.paragraphs
        for item in paragraph.content
    ]
    codes = [code for item in items if isinstance(item, Cards) for code in item.codes]
    drawn = reference().quick_sheet.intro.count('<span class="card ')
    assert len(codes) == drawn


def test_rules_lead_to_what_can_be_printed(client: Client) -> None:
    assert 'href="/rules/print/"' in client.get("/rules/").content.decode()
    listed = client.get("/rules/print/").content.decode()
    addresses = re.findall(r'href="(/rules/print/[a-z-]+/)"', listed)
    assert addresses == [f"/rules/print/{each.slug}/" for each in PRINTOUTS]


@printouts
def test_page_shows_its_choices_the_pages_and_the_pdf(
    client: Client, printout: Printout
) -> None:
    html = client.get(f"/rules/print/{printout.slug}/?paper=letter").content.decode()
    assert re.findall(r'<select name="(.+?)"', html) == list(printout.fields)
    assert '<option value="letter" selected>' in html
    assert html.count("<svg ") == 1
    assert f'formaction="/rules/print/{printout.slug}.pdf"' in html


@printouts
@papers
def test_pdf_is_on_the_paper_that_was_chosen(
    client: Client, printout: Printout, paper: Paper
) -> None:
    response = client.get(f"/rules/print/{printout.slug}.pdf", {"paper": str(paper)})
    assert response["Content-Type"] == "application/pdf"
    (size,) = page_sizes(response.content)
    assert sorted(size) == SIZES_OF_PAPER[paper]


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("paper=a3", "Choose A4 or Letter as the paper."),
        ("ink=green", "Choose colour, or black and white."),
        ("size=stamp", "Choose one of the sizes in the list."),
    ],
)
def test_what_cannot_be_chosen_is_said(client: Client, query: str, sentence: str) -> None:
    response = client.get(f"/rules/print/aid/?{query}")
    assert response.status_code == 422
    assert sentence in response.content.decode()
    pdf = client.get(f"/rules/print/aid.pdf?{query}")
    assert (pdf.status_code, pdf["Location"]) == (302, f"/rules/print/aid/?{query}")


@pytest.mark.parametrize("address", ["napkin/", "napkin.pdf"])
def test_nothing_else_is_printed(client: Client, address: str) -> None:
    assert client.get(f"/rules/print/{address}").status_code == 404


@pytest.mark.parametrize("address", ["", "aid/", "aid.pdf", "score-pad/"])
def test_any_cache_may_keep_it(client: Client, address: str) -> None:
    response = client.get(f"/rules/print/{address}")
    assert response["Cache-Control"] == "public, no-cache"
    assert not response.cookies


@printouts
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_page_and_its_styles_are_within_the_weight_of_a_chapter(
    client: Client, encoding: str, printout: Printout
) -> None:
    address = f"/rules/print/{printout.slug}/"
    assert compressed_size(client, address, STYLES, encoding) <= 20_000
