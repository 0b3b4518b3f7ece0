"""Parses the path data of an SVG into absolute commands."""

import re
from collections.abc import Iterator

from scoring.printing.shapes import Command

_TOKENS = re.compile(r"[A-Za-z]|[-+]?(?:\d+\.?\d*|\.\d+)")
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Z": 0}


def parse_path(data: str) -> Iterator[Command]:
    """Yield moves, lines, curves and closings. Raises ValueError for arcs and other commands
    that our drawings do not contain."""
    tokens = _TOKENS.findall(data)
    x = y = start_x = start_y = 0.0
    control: tuple[float, float] | None = None  # the second control point of the curve before
    letter = ""
    while tokens:
        if tokens[0].isalpha():
            letter = tokens.pop(0)
        kind = letter.upper()
        if kind not in _TAKES:
            raise ValueError(f"{letter!r} is not drawn")
        values = [float(tokens.pop(0)) for _ in range(_TAKES[kind])]
        if letter.islower():
            shift = (y,) if kind == "V" else (x, y)
            values = [value + shift[index % len(shift)] for index, value in enumerate(values)]
        if kind == "Z":
            x, y = start_x, start_y
            yield "Z", ()
            control = None
            continue
        if kind == "S":
            before = control or (x, y)
            values = [2 * x - before[0], 2 * y - before[1], *values]
        if kind in "HV":
            values = [values[0], y] if kind == "H" else [x, values[0]]
        control = (values[2], values[3]) if kind in "CS" else None
        x, y = values[-2:]
        if kind == "M":
            start_x, start_y = x, y
            letter = "l" if letter == "m" else "L"  # more pairs of a move are lines
        yield {"S": "C", "H": "L", "V": "L"}.get(kind, kind), tuple(values)
