"""The parts of a printed page: texts and paths, in millimetres from the upper left corner."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from scoring.printing.fonts import font
from scoring.printing.paper import Paper, paper_size

BLACK = "#000000"
# The distance of the control points of a quarter circle from its ends, relative to the radius.
_ROUND = 0.5523

# A letter of SVG path data (M, L, C or Z), and absolute coordinates.
Command = tuple[str, tuple[float, ...]]


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text from `x` on, on the base line `y`."""

    x: float
    y: float
    text: str
    size: float
    bold: bool = False
    colour: str = BLACK

    @property
    def width(self) -> float:
        return font(bold=self.bold).width(self.text, self.size)

    def placed(self, x: float, y: float, scale: float) -> "Text":
        return replace(self, x=x + self.x * scale, y=y + self.y * scale, size=self.size * scale)


@dataclass(frozen=True, slots=True)
class Path:
    """A path that is filled, stroked with a line of `width`, or both."""

    commands: tuple[Command, ...]
    fill: str = ""
    stroke: str = ""
    width: float = 0
    dashed: bool = False

    def placed(self, x: float, y: float, scale: float) -> "Path":
        commands = tuple(
            (
                letter,
                tuple(
                    value * scale + (y if index % 2 else x)
                    for index, value in enumerate(values)
                ),
            )
            for letter, values in self.commands
        )
        return replace(self, commands=commands, width=self.width * scale)


Shape = Text | Path


@dataclass(frozen=True, slots=True)
class Drawing:
    """Shapes on an area of `width` and `height`."""

    width: float
    height: float
    shapes: tuple[Shape, ...]

    def placed(self, x: float, y: float, scale: float = 1) -> tuple[Shape, ...]:
        """Return the shapes, moved so that the upper left corner of the drawing is at this
        place."""
        return tuple(shape.placed(x, y, scale) for shape in self.shapes)


@dataclass(frozen=True, slots=True)
class Part:
    """A drawing, and the positions of its upper left corner: it is drawn once at each."""

    drawing: Drawing
    corners: tuple[tuple[float, float], ...] = ((0, 0),)


@dataclass(frozen=True, slots=True)
class Page:
    """A page to print. `title` describes it for people who do not see it. `language` is the
    language of its text, if it is not that of the site."""

    title: str
    paper: Paper
    parts: tuple[Part, ...]
    landscape: bool = False
    language: str = ""

    @property
    def width(self) -> float:
        return paper_size(self.paper, landscape=self.landscape)[0]

    @property
    def height(self) -> float:
        return paper_size(self.paper, landscape=self.landscape)[1]

    @property
    def shapes(self) -> list[Shape]:
        return [
            shape
            for part in self.parts
            for corner in part.corners
            for shape in part.drawing.placed(*corner)
        ]


def line(
    start: tuple[float, float],
    end: tuple[float, float],
    width: float,
    *,
    colour: str = BLACK,
    dashed: bool = False,
) -> Path:
    """A straight line."""
    return Path((("M", start), ("L", end)), stroke=colour, width=width, dashed=dashed)


def rectangle(  # noqa: PLR0913 (a box, and how it is drawn)
    x: float,
    y: float,
    width: float,
    height: float,
    *,
    radius: float = 0,
    fill: str = "",
    stroke: str = "",
    line_width: float = 0,
) -> Path:
    """Return a box. Its corners are round if there is a radius."""
    right, bottom, arc = x + width, y + height, radius * (1 - _ROUND)
    if not radius:
        points = ((x, y), (right, y), (right, bottom), (x, bottom))
        return Path(polygon(points), fill, stroke, line_width)
    commands: tuple[Command, ...] = (
        ("M", (x + radius, y)),
        ("L", (right - radius, y)),
        ("C", (right - arc, y, right, y + arc, right, y + radius)),
        ("L", (right, bottom - radius)),
        ("C", (right, bottom - arc, right - arc, bottom, right - radius, bottom)),
        ("L", (x + radius, bottom)),
        ("C", (x + arc, bottom, x, bottom - arc, x, bottom - radius)),
        ("L", (x, y + radius)),
        ("C", (x, y + arc, x + arc, y, x + radius, y)),
        ("Z", ()),
    )
    return Path(commands, fill, stroke, line_width)


def circle(x: float, y: float, radius: float) -> tuple[Command, ...]:
    """Return the commands of a circle around a point."""
    return rectangle(x - radius, y - radius, 2 * radius, 2 * radius, radius=radius).commands


def polygon(points: Sequence[tuple[float, float]]) -> tuple[Command, ...]:
    """Return the commands of a closed line through the points."""
    first, *rest = points
    return (("M", first), *(("L", point) for point in rest), ("Z", ()))


def squares(corners: Iterable[tuple[float, float]], side: float) -> Path:
    """Return black squares, such as those of a QR code, as one path."""
    commands: list[Command] = []
    for x, y in corners:
        commands += polygon(((x, y), (x + side, y), (x + side, y + side), (x, y + side)))
    return Path(tuple(commands), fill=BLACK)
