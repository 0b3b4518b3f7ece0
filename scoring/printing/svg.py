"""A page as SVG. Browsers show and print the same shapes as in the PDF."""

from collections.abc import Iterator

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from scoring.printing.shapes import Page, Part, Path, Shape, Text


def render_svg(page: Page, prefix: str = "p") -> SafeString:
    """Return the page in its size on paper. A drawing that is used several times is sent once.
    `prefix` distinguishes the ids of this page from those of other pages."""
    parts = "".join(_part(part, f"{prefix}{index}") for index, part in enumerate(page.parts))
    width, height = _number(page.width), _number(page.height)
    css_class = f"paper {page.paper}{'-landscape' if page.landscape else ''}"
    if page.language:
        parts = f'<g lang="{page.language}">{parts}</g>'
    return mark_safe(  # noqa: S308 (only our own drawings and escaped texts)
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{css_class}" role="img"'
        f' aria-label="{escape(page.title)}"'
        f' width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}">{parts}</svg>'
    )


def _part(part: Part, name: str) -> str:
    shapes = "".join(map(_shape, part.drawing.shapes))
    (x, y), *others = part.corners
    first = f'<g id="{name}">{shapes}</g>' if others else shapes
    if (x, y) != (0, 0):
        first = f'<g transform="translate({_number(x)} {_number(y)})">{first}</g>'
    uses = (
        f'<use href="#{name}" x="{_number(each_x)}" y="{_number(each_y)}"/>'
        for each_x, each_y in others
    )
    return first + "".join(uses)


def _shape(shape: Shape) -> str:
    return _text(shape) if isinstance(shape, Text) else _path(shape)


def _text(text: Text) -> str:
    """Return a text with the width that it has on paper, because the device has another
    font."""
    bold = ' font-weight="700"' if text.bold else ""
    colour = "" if text.colour == "#000000" else f' fill="{text.colour}"'
    return (
        f'<text x="{_number(text.x)}" y="{_number(text.y)}" font-size="{_number(text.size)}"'
        f' textLength="{_number(text.width)}" lengthAdjust="spacingAndGlyphs"{bold}{colour}>'
        f"{escape(text.text)}</text>"
    )


def _path(path: Path) -> str:
    data = "".join(_commands(path))
    style = f' fill="{path.fill or "none"}"'
    if path.stroke:
        style += f' stroke="{path.stroke}" stroke-width="{_number(path.width)}"'
    if path.dashed:
        style += ' stroke-dasharray=".7 .7"'
    return f'<path d="{data}"{style}/>'


def _commands(path: Path) -> Iterator[str]:
    """Yield the path data. Horizontal and vertical lines have one coordinate. Lines of no
    length, which circles have between their arcs, are left out."""
    x = y = ""
    for letter, values in path.commands:
        numbers = [_number(value) for value in values]
        before, (x, y) = (x, y), numbers[-2:] or ("", "")
        if letter != "L":
            yield letter + " ".join(numbers)
        elif y == before[1]:
            yield f"H{x}" if x != before[0] else ""
        elif x == before[0]:
            yield f"V{y}"
        else:
            yield f"L{x} {y}"


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
