"""A page for a browser has its size on paper, and is safe whatever text is on it."""

from xml.etree import ElementTree

from scoring.printing import Drawing, Page, Paper, Part, render_svg
from scoring.printing.shapes import Path, Text, line

SVG = "{http://www.w3.org/2000/svg}"


def test_page_has_its_size_and_a_name() -> None:
    root = ElementTree.fromstring(render_svg(Page("Pad <1>", Paper.LETTER, (), landscape=True)))
    assert root.attrib == {
        "class": "paper letter-landscape",
        "role": "img",
        "aria-label": "Pad <1>",
        "width": "279.4mm",
        "height": "215.9mm",
        "viewBox": "0 0 279.4 215.9",
    }


def test_text_is_as_wide_as_on_paper() -> None:
    text = Text(10, 20, "</text><script>", 4)
    root = ElementTree.fromstring(
        render_svg(Page("P", Paper.A4, (Part(Drawing(1, 1, (text,))),)))
    )
    (drawn,) = root.iter(f"{SVG}text")
    assert drawn.text == "</text><script>"
    assert drawn.attrib["textLength"] == f"{text.width:.2f}".rstrip("0").rstrip(".")


def test_path_is_sent_without_what_it_says_twice() -> None:
    start, corner, end = (1.001, 2.0), (5.0, 2.004), (5.0, 9.0)
    path = Path(
        (
            ("M", start), ("L", start), ("L", corner), ("L", end), ("L", start), ("Z", ()),
            ("M", end), ("C", (*end, *corner, *start)), ("L", end),
        )
    )  # fmt: skip
    root = ElementTree.fromstring(
        render_svg(Page("P", Paper.A4, (Part(Drawing(1, 1, (path,))),)))
    )
    (drawn,) = root.iter(f"{SVG}path")
    assert drawn.attrib["d"] == "M1 2H5V9L1 2ZM5 9C5 9 5 2 1 2L5 9"


def test_repeated_text_is_sent_once() -> None:
    mark = Drawing(5, 5, (line((0, 0), (5, 0), 0.2),))
    page = Page("P", Paper.A4, (Part(mark, ((10, 10), (20, 40))),))
    root = ElementTree.fromstring(render_svg(page))
    (use,) = root.iter(f"{SVG}use")
    assert len(list(root.iter(f"{SVG}path"))) == 1
    assert (use.attrib["href"], use.attrib["x"], use.attrib["y"]) == ("#p0", "20", "40")
