"""Writes pages as PDF, without a browser: pydyf writes the objects, and the fonts are
embedded."""

import io
from collections.abc import Iterable, Sequence

import pydyf
from django.utils.translation import get_language

from scoring.printing.fonts import Font, font
from scoring.printing.shapes import Page, Path, Text

POINTS = 72 / 25.4  # per millimetre
_DASH = 2.0
_FACES = {False: "R", True: "B"}


def render_pdf(pages: Sequence[Page], title: str) -> bytes:
    """Return the pages as a PDF, each at its exact size. The language of the PDF is the one of
    the first page, or else the active one. The same pages always result in the same bytes."""
    document = pydyf.PDF()
    document.info["Title"] = pydyf.String(title)
    document.info["Producer"] = pydyf.String("Tichu Score")
    document.catalog["Lang"] = pydyf.String(pages[0].language or get_language())
    # The PDF is printed without scaling, so that a card has the size of a real one.
    document.catalog["ViewerPreferences"] = pydyf.Dictionary({"PrintScaling": "/None"})
    faces = _embed_faces(document, pages)
    for page in pages:
        _add_page(document, page, faces)
    output = io.BytesIO()
    document.write(output, compress=True)
    return output.getvalue()


def _embed_faces(document: pydyf.PDF, pages: Iterable[Page]) -> pydyf.Dictionary:
    """Add both fonts with the characters that the pages use. Return references to them by
    name."""
    texts = [shape for page in pages for shape in page.shapes if isinstance(shape, Text)]
    return pydyf.Dictionary(
        {
            name: _embed(
                document, font(bold=bold), (text.text for text in texts if text.bold is bold)
            )
            for bold, name in _FACES.items()
        }
    )


def _add_page(document: pydyf.PDF, page: Page, faces: pydyf.Dictionary) -> None:
    stream = _content(page)
    document.add_object(stream)
    box = pydyf.Array([0, 0, _number(page.width * POINTS), _number(page.height * POINTS)])
    document.add_page(
        pydyf.Dictionary(
            {
                "Type": "/Page",
                "Parent": document.pages.reference,
                "MediaBox": box,
                "Contents": stream.reference,
                "Resources": pydyf.Dictionary({"Font": faces}),
            }
        )
    )


def _content(page: Page) -> pydyf.Stream:
    stream = pydyf.Stream(compress=True)
    stream.set_line_cap(1)
    stream.set_line_join(1)
    for shape in page.shapes:
        if isinstance(shape, Text):
            _write(stream, shape, page.height)
        else:
            _draw(stream, shape, page.height)
    return stream


def _write(stream: pydyf.Stream, text: Text, height: float) -> None:
    face = font(bold=text.bold)
    glyphs = "".join(f"{face.glyph(character):04x}" for character in text.text)
    stream.set_color_rgb(*_colour(text.colour))
    stream.begin_text()
    stream.set_font_size(_FACES[text.bold], _number(text.size * POINTS))
    stream.move_text_to(_number(text.x * POINTS), _number((height - text.y) * POINTS))
    stream.show_text(f"<{glyphs}>")
    stream.end_text()


def _draw(stream: pydyf.Stream, path: Path, height: float) -> None:
    if path.stroke:
        stream.set_color_rgb(*_colour(path.stroke), stroke=True)
        stream.set_line_width(_number(path.width * POINTS))
        stream.set_dash([_DASH, _DASH] if path.dashed else [], 0)
    if path.fill:
        stream.set_color_rgb(*_colour(path.fill))
    for letter, values in path.commands:
        points = [
            _number((height - value if index % 2 else value) * POINTS)
            for index, value in enumerate(values)
        ]
        if letter == "M":
            stream.move_to(*points)
        elif letter == "L":
            stream.line_to(*points)
        elif letter == "C":
            stream.curve_to(*points)
        else:
            stream.close()
    if path.fill and path.stroke:
        stream.fill_and_stroke()
    elif path.fill:
        stream.fill()
    else:
        stream.stroke()


def _embed(document: pydyf.PDF, face: Font, texts: Iterable[str]) -> bytes:
    """Add a font, with the widths of the used glyphs and their characters. Return a reference
    to it."""
    glyphs = {face.glyph(character): character for text in texts for character in text}
    descendant = _glyph_font(document, face, glyphs)
    meaning = pydyf.Stream([_to_unicode(glyphs)], compress=True)
    document.add_object(meaning)
    whole = pydyf.Dictionary(
        {
            "Type": "/Font",
            "Subtype": "/Type0",
            "BaseFont": f"/{face.name}",
            "Encoding": "/Identity-H",
            "DescendantFonts": pydyf.Array([descendant.reference]),
            "ToUnicode": meaning.reference,
        }
    )
    document.add_object(whole)
    return bytes(whole.reference)


def _glyph_font(document: pydyf.PDF, face: Font, glyphs: Iterable[int]) -> pydyf.Dictionary:
    """Add the font by the numbers of its glyphs (ISO 32000-1, 9.7.4), with their widths."""
    descriptor = _descriptor(document, face)
    system = pydyf.Dictionary(
        {
            "Registry": pydyf.String("Adobe"),
            "Ordering": pydyf.String("Identity"),
            "Supplement": 0,
        }
    )
    widths = pydyf.Array()
    for glyph in sorted(glyphs):
        widths += [glyph, pydyf.Array([face.advance(glyph)])]
    added = pydyf.Dictionary(
        {
            "Type": "/Font",
            "Subtype": "/CIDFontType0",
            "BaseFont": f"/{face.name}",
            "CIDSystemInfo": system,
            "FontDescriptor": descriptor.reference,
            "W": widths,
        }
    )
    document.add_object(added)
    return added


def _descriptor(document: pydyf.PDF, face: Font) -> pydyf.Dictionary:
    """Add the file of the font, and its metrics (ISO 32000-1, 9.8)."""
    program = pydyf.Stream([face.data], {"Subtype": "/OpenType"}, compress=True)
    document.add_object(program)
    added = pydyf.Dictionary(
        {
            "Type": "/FontDescriptor",
            "FontName": f"/{face.name}",
            "Flags": 4,
            "FontBBox": pydyf.Array(face.box),
            "ItalicAngle": 0,
            "Ascent": face.ascent,
            "Descent": face.descent,
            "CapHeight": face.ascent,
            "StemV": 80,
            "FontFile3": program.reference,
        }
    )
    document.add_object(added)
    return added


def _to_unicode(glyphs: dict[int, str]) -> bytes:
    """Return the table that is used to copy, search and read out text (ISO 32000-1, 9.10.3)."""
    pairs = sorted(glyphs.items())
    lines = ["/CIDInit /ProcSet findresource begin 12 dict begin begincmap"]
    lines += ["/CMapName /Unicode def /CMapType 2 def"]
    lines += ["1 begincodespacerange <0000> <ffff> endcodespacerange"]
    for start in range(0, len(pairs), 100):  # a list has at most 100 entries
        some = pairs[start : start + 100]
        lines.append(f"{len(some)} beginbfchar")
        lines += [f"<{glyph:04x}> <{text.encode('utf-16-be').hex()}>" for glyph, text in some]
        lines.append("endbfchar")
    lines.append("endcmap end end")
    return "\n".join(lines).encode()


def _colour(code: str) -> tuple[float, float, float]:
    """Return the parts of red, green and blue, from 0 to 1, of a colour such as #1d6b45."""
    red, green, blue = (round(int(code[at : at + 2], 16) / 255, 3) for at in (1, 3, 5))
    return red, green, blue


def _number(value: float) -> float:
    return round(value, 3)
