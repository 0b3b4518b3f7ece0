"""The picture to share: what it shows, and that the PNG looks like the site."""

import re
import struct
from dataclasses import replace

import pytest
from resvg_py import svg_to_bytes

from scoring.charts import (
    Disc,
    LineStyle,
    Marker,
    MarkerShape,
    Picture,
    PictureNote,
    PictureRow,
    render_lines,
    render_picture,
)
from scoring.charts.png import _FONTS, PIXELS, _style, render_png
from scoring.charts.text_metrics import truncate
from tests.charts.examples import LONG, NASTY, race, sixty
from tests.charts.svg_parsing import SVG, coordinates, find_by_class, parse, words
from tests.server import ROOT

CSS = ROOT / "scoring" / "static" / "scoring" / "css"


def won(left: str = "Ada + Cleo", right: str = "Ben + Dora") -> Picture:
    lines = race((0, 60, 1040), (0, 40, -125), Marker(1, 0, MarkerShape.UP, "Tichu made"))
    return Picture(
        heading="Friday group · 21 November 2026",
        title=f"{left} win!",
        rows=(
            PictureRow(tuple(left.split(" + ")), "1040", LineStyle.A, won=True),
            PictureRow(tuple(right.split(" + ")), "−125", LineStyle.B),
        ),
        chart=render_lines("race", lines),
        footer="after 2 rounds",
    )


def size(picture: bytes) -> tuple[int, int]:
    """Return the width and height in the header of the PNG."""
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", picture[16:24])
    return width, height


def test_picture_says_who_won_when_and_by_how_much() -> None:
    assert words(parse(render_picture(won())))[:6] == [
        "Friday group · 21 November 2026",
        "Ada + Cleo win!",
        "Ada + Cleo",
        "1040",
        "Ben + Dora",
        "−125",
    ]


def test_picture_has_the_chart_as_it_is_on_the_page() -> None:
    picture = won()
    assert picture.chart is not None

    root, chart = parse(render_picture(picture)), parse(picture.chart.svg)
    (drawn,) = find_by_class(root, "drawing")
    assert [(each.tag, each.get("d")) for each in drawn.iter()] == [
        (each.tag, each.get("d")) for each in chart.iter()
    ]


def test_heading_of_a_chart_keeps_its_distance_from_the_chart() -> None:
    root = parse(render_picture(replace(won(), chart_heading="Points ahead")))

    (heading,) = [each for each in root.iter(f"{SVG}text") if each.text == "Points ahead"]
    (chart,) = [each for each in root if each.find(f"{SVG}svg") is not None]
    top = float(chart.attrib["transform"].removesuffix(")").split()[1])
    assert top - float(heading.attrib["y"]) == 8


def test_key_of_a_picture_leaves_out_what_its_rows_tell() -> None:
    assert words(parse(render_picture(won())), "meaning") == ["Tichu made"]


def test_long_names_are_on_lines_of_their_own_and_leave_the_totals_alone() -> None:
    root = parse(render_picture(won("Maximilianastasiaalexand + Bartholomäus-Ferdinandus")))

    assert words(root, "who") == [
        "Maximilianastasiaalexand",
        "Bartholomäus-Ferdinandus",
        "Ben + Dora",
    ]


def with_discs(left: str) -> Picture:
    discs = Disc("violet", "A"), Disc("slate", "MM")
    picture = won(left)
    return replace(picture, rows=tuple(replace(row, discs=discs) for row in picture.rows))


def discs(picture: Picture) -> list[tuple[str, float, float]]:
    """Return colour and position of each disc in the first row."""
    found = parse(render_picture(picture)).findall(f"{SVG}circle")[:2]
    return [
        (each.attrib["class"], float(each.attrib["cx"]), float(each.attrib["cy"]))
        for each in found
    ]


def test_avatars_are_side_by_side_before_the_names() -> None:
    picture = with_discs("Ada + Cleo")

    (one, x, y), (other, next_x, next_y) = discs(picture)
    assert (one, other) == ("avatar violet", "avatar slate")
    assert (next_x - x, next_y - y) == (23, 0)
    assert words(parse(render_picture(picture)))[2:6] == ["A", "MM", "Ada + Cleo", "1040"]


def test_avatars_are_before_their_names_on_lines_of_their_own() -> None:
    picture = with_discs("Maximilianastasiaalexand + Bartholomäus-Ferdinandus")

    (_, x, y), (_, next_x, next_y) = discs(picture)
    assert (next_x - x, next_y - y) == (0, 24)
    drawn = words(parse(render_picture(picture)))
    start = drawn.index("A")
    one, other = "Maximilianastasiaale…", "Bartholomäus-Ferdina…"
    assert drawn[start : start + 4] == ["A", one, "MM", other]


def test_avatars_of_whom_the_title_names_are_above_it_and_are_larger() -> None:
    picture = replace(won("Ada + Cleo"), discs=(Disc("violet", "A"), Disc("slate", "MM")))

    root = parse(render_picture(picture))

    assert [(each.attrib["class"], each.attrib["r"]) for each in root.iter(f"{SVG}circle")][
        :2
    ] == [
        ("avatar violet", "20"),
        ("avatar slate", "20"),
    ]
    assert words(root)[1:4] == ["A", "MM", picture.title]


@pytest.mark.parametrize(
    ("figure", "drawn"),
    [
        ("49 rounds", ["The longest evening", "49 rounds", "Four games."]),
        (LONG, [truncate(f"The longest evening: {LONG}", 320, 13), "Four games."]),
        ("", ["The longest evening", "Four games."]),
    ],
)
def test_figure_of_a_note_is_beside_its_heading_where_there_is_room(
    figure: str, drawn: list[str]
) -> None:
    notes = (PictureNote("The longest evening", "Four games.", figure),)
    root = parse(render_picture(replace(won("Ada + Cleo"), notes=notes)))
    found = words(root)
    assert found[found.index(drawn[0]) :][: len(drawn)] == drawn


def test_avatars_of_a_picture_have_the_colours_of_the_site() -> None:
    assert ".avatar { fill: #6b7481; }\n.avatar.violet { fill: #7c5ae5; }" in _style()


@pytest.mark.parametrize("name", [LONG, NASTY, f"{LONG} + {LONG}", ""])
def test_picture_of_awkward_names_stays_on_its_sheet(name: str) -> None:
    root = parse(render_picture(won(name, name)))

    (sheet,) = find_by_class(root, "sheet")
    width, height = float(sheet.attrib["width"]), float(sheet.attrib["height"])
    outside = root.findall(f"{SVG}text")
    for each in outside:
        assert 0 <= float(each.attrib["x"]) <= width
        assert 0 <= float(each.attrib["y"]) <= height


def test_picture_needs_no_chart() -> None:
    root = parse(
        render_picture(Picture("Over", "Title", (PictureRow(("Ada",), "3"),), None, "Foot"))
    )

    assert words(root) == ["Over", "Title", "Ada", "3", "Foot"]
    assert list(coordinates(root)) != []


def test_no_word_of_a_sentence_is_alone_on_its_last_line() -> None:
    picture = replace(won(), sentences=("A comeback: 800 points behind after round 2.",))

    root = parse(render_picture(picture))

    assert words(root, "note") == ["A comeback: 800 points", "behind after round 2."]


def test_notes_are_under_each_other_in_lines_that_fit() -> None:
    long = "Maximilianastasiaalexand + Bartholomäus-Ferdinandus against Ada + Cleo"
    notes = (
        PictureNote("1040 : 605", "Ada + Cleo against Ben + Dora"),
        PictureNote("5 : 95", long),
    )
    root = parse(render_picture(Picture("", "Friday", (), None, "", notes)))

    assert words(root, "who") == ["1040 : 605", "5 : 95"]
    first, *others = words(root, "note")
    assert (first, " ".join(others)) == (notes[0].words, long)
    assert len(others) == 3
    heights = [float(each.attrib["y"]) for each in root.findall(f"{SVG}text")][2:]
    assert heights == sorted(heights)


def test_picture_becomes_a_png_as_wide_as_a_phone_is_sharp() -> None:
    drawing = render_picture(won())
    _, _, width, height = (float(part) for part in parse(drawing).attrib["viewBox"].split())

    across, down = size(render_png(drawing))
    assert (across, round(down / across, 2)) == (PIXELS, round(height / width, 2))


def test_picture_of_sixty_rounds_becomes_a_png() -> None:
    picture = Picture("Over", "Title", (), render_lines("race", sixty()), "Foot")

    assert size(render_png(render_picture(picture)))[0] == PIXELS


@pytest.mark.parametrize("name", ["Ada", "Ωμέγα", "Жук", "Łukasz", "Nguyễn", "한국"])
def test_picture_shows_names_in_any_letters(name: str) -> None:
    """Letters that no font has are drawn so that it is visible that there is a name."""
    without = render_png(render_picture(Picture("", "", (PictureRow((" ",), "3"),), None, "")))

    assert len(
        render_png(render_picture(Picture("", "", (PictureRow((name,), "3"),), None, "")))
    ) > len(without)


@pytest.mark.parametrize(("one", "other"), [("ΩΜ", "ΜΩ"), ("ЖУ", "УЖ"), ("한국", "국한")])
def test_letters_of_the_languages_that_are_offered_are_no_boxes(one: str, other: str) -> None:
    """With the fonts of the site: a missing letter would be the same box for both."""
    drawn = set()
    for name in (one, other):
        picture = Picture("", "", (PictureRow((name,), "3"),), None, "")
        drawn.add(
            svg_to_bytes(
                svg_string=render_picture(picture),
                style_sheet=_style(),
                font_files=_FONTS,
                font_family="Inter",
                skip_system_fonts=True,
            )
        )

    assert len(drawn) == 2


def test_letters_that_xml_cannot_hold_are_left_out_of_a_picture() -> None:
    drawing = render_picture(
        Picture("", "", (PictureRow(("A\x01d\x0ca\ufffe",), "3"),), None, "")
    )

    assert render_png(drawing) == render_png(
        render_picture(Picture("", "", (PictureRow(("Ada",), "3"),), None, ""))
    )


def test_picture_is_in_the_colours_of_the_site() -> None:
    by_day = dict(re.findall(r"--(\w+): light-dark\((#\w+),", (CSS / "tichu.css").read_text()))

    style = _style()
    assert f".drawing .line.a {{ stroke: {by_day['a']}; }}" in style
    assert f".sheet {{ fill: {by_day['paper']}; }}" in style


def test_every_colour_of_a_picture_is_known_where_no_browser_is() -> None:
    painted = re.findall(r"(?:fill|stroke): ([^;}]+)", _style())

    unknown = [each for each in painted if not re.fullmatch(r"#\w+|none", each.strip())]
    assert len(painted) > 30
    assert unknown == []
