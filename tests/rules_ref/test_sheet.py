"""The quick sheet answers the questions that interrupt a game, without the chapters."""

import re

import pytest

from rules_ref.loader import CONTENT
from rules_ref.markdown import to_text

_, _, SHEET = (CONTENT / "en" / "sheet.md").read_text(encoding="utf-8").split("---\n", 2)
# The text of a link is the name of a chapter and part of its sentence.
TEXT_WEIGHT = " ".join(to_text(re.sub(r"\[(.+?)\]\(.+?\)", r"\1", SHEET)))
PHOENIX = (
    "Or a joker for one card from 2 to ace: in a pair, triple, stairs, full house, or a"
    " straight, in a gap or at an end. Never in a bomb."
)


@pytest.mark.parametrize(
    "told",
    [
        "Whoever has passed may come back in.",
        "If it is bombed, the biggest bomb takes the trick, the Dragon too.",
        "If your partner is out, to the next player after your partner who has cards.",
        "Straight: five or more in a row; nothing follows the ace",
        PHOENIX,
    ],
)
def test_quick_sheet_settles_what_slows_a_table_down(told: str) -> None:
    assert told in TEXT_WEIGHT
