"""The metrics of fonts in a PDF are those of the font files."""

import pytest

from scoring.printing.fonts import font

# Glyph and width in 1/1000 em, as fontTools reads the same files.
REGULAR = {"A": (1, 676), "i": (423, 237), "ß": (542, 609), "½": (810, 926), "Ω": (626, 761)}
BOLD = {"A": (1, 748), "i": (423, 272), "ß": (542, 664), "½": (810, 916), "Ω": (626, 778)}


@pytest.mark.parametrize(("bold", "known"), [(False, REGULAR), (True, BOLD)])
def test_glyphs_and_widths_are_those_of_the_file(
    bold: bool,  # noqa: FBT001 (a case of a table)
    known: dict[str, tuple[int, int]],
) -> None:
    face = font(bold=bold)
    read = {each: (face.glyph(each), face.advance(face.glyph(each))) for each in known}
    assert read == known


@pytest.mark.parametrize("text", ["Müller-Groß", "Γιώργος", "Жанна", "Şükrü Çelik", "Łódź"])
def test_letters_of_names_have_glyphs(text: str) -> None:
    assert 0 not in {font(bold=bold).glyph(each) for bold in (False, True) for each in text}


def test_width_of_a_text_is_the_sum_of_its_letters() -> None:
    assert font(bold=False).width("Ai", 10) == pytest.approx(6.76 + 2.37)
