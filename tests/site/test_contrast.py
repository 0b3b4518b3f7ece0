"""Everybody can read scores: their colours have the AAA contrast of WCAG 2.2 (1.4.6)."""

import re

import pytest

from tests.contrast import contrast
from tests.server import ROOT

SITE = (ROOT / "scoring" / "static" / "scoring" / "css" / "tichu.css").read_text()
COLOURS = dict(re.findall(r"--([\w-]+): light-dark\(([^)]+)\)", SITE))


def colour(name: str, scheme: int) -> str:
    """Return the colour of this name in the light (0) or dark (1) scheme, with six digits."""
    found = COLOURS[name].split(", ")[scheme] if name in COLOURS else name
    return "#" + "".join(2 * digit for digit in found[1:]) if len(found) == 4 else found


@pytest.mark.parametrize("scheme", [0, 1])
@pytest.mark.parametrize(
    ("digits", "ground"),
    [
        *(("#ffffff", "half-a"), ("#ffffff", "half-b")),
        *(("a", "paper"), ("b", "paper"), ("a", "card"), ("b", "card")),
    ],
)
def test_scores_have_the_contrast_of_aaa(digits: str, ground: str, scheme: int) -> None:
    assert contrast(colour(digits, scheme), colour(ground, scheme)) >= 7
