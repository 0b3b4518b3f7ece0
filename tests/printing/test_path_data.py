"""The path data of drawings, converted to absolute moves, lines and curves."""

import pytest

from scoring.printing.path_data import parse_path


@pytest.mark.parametrize(
    ("data", "commands"),
    [
        ("M1 2L3 4", [("M", (1, 2)), ("L", (3, 4))]),
        ("m1 2 2 2", [("M", (1, 2)), ("L", (3, 4))]),
        ("M1 2h3v-1H0V0", [
            ("M", (1, 2)), ("L", (4, 2)), ("L", (4, 1)), ("L", (0, 1)), ("L", (0, 0)),
        ]),
        ("M1 1l1 0zm2 2l1 1", [
            ("M", (1, 1)), ("L", (2, 1)), ("Z", ()), ("M", (3, 3)), ("L", (4, 4)),
        ]),
        ("M10 10c1 2 3 4 5 6", [("M", (10, 10)), ("C", (11, 12, 13, 14, 15, 16))]),
        # The first control point of a smooth curve is the reflection of the control point
        # before it.
        ("M0 0C0 1 2 3 4 4s2 3 4 4", [
            ("M", (0, 0)), ("C", (0, 1, 2, 3, 4, 4)), ("C", (6, 5, 6, 7, 8, 8)),
        ]),
        ("M0 0s1 1 2 2", [("M", (0, 0)), ("C", (0, 0, 1, 1, 2, 2))]),
        ("M.5-1.5l-.5.5", [("M", (0.5, -1.5)), ("L", (0, -1))]),
    ],
)  # fmt: skip
def test_path_is_read_into_absolute_commands(data: str, commands: list[object]) -> None:
    assert list(parse_path(data)) == commands


def test_what_is_not_drawn_is_refused() -> None:
    with pytest.raises(ValueError, match="'A' is not drawn"):
        list(parse_path("M0 0A1 1 0 0 0 2 2"))
