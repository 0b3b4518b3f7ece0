"""The browser's own look at names: that it says what the server says."""

import unicodedata
from collections import defaultdict

import pytest

from scoring.models import clean_text, name_key
from tests.javascript import JavaScript

NAMES = "scoring/js/shared/names.js"
JS = JavaScript(NAMES)
LAST = 0x110000
# By numbers of characters: half a one cannot travel as JSON.
ALIKE = f"""({{ "{NAMES}": {{ nameKey }} }}, numbers) => {{
  const alike = {{}};
  for (const number of numbers) {{
    (alike[nameKey(`x${{String.fromCodePoint(number)}}y`)] ??= []).push(number);
  }}
  return Object.values(alike);
}}"""
SEEN = f"""({{ "{NAMES}": {{ isSeen }} }}, numbers) =>
  numbers.filter((number) => isSeen(String.fromCodePoint(number)))"""

KNOWN = "(_, numbers) => numbers.filter((each) => !/\\p{Cn}/u.test(String.fromCodePoint(each)))"
# Characters for private use are all of one kind, and unassigned ones are of none.
LEFT_OUT = {"Cn", "Co"}


@pytest.fixture(scope="module")
def numbers() -> list[int]:
    """Those that the Unicode of this Python has and that of QuickJS, whichever is newer."""
    own = [each for each in range(LAST) if unicodedata.category(chr(each)) not in LEFT_OUT]
    return list(JS.run(KNOWN, own))


def test_browser_finds_the_same_names_alike(numbers: list[int]) -> None:
    expected = defaultdict(list)
    for number in numbers:
        expected[name_key(f"x{chr(number)}y")].append(number)

    alike = JS.run(ALIKE, numbers)

    assert sorted(alike) == sorted(expected.values())


def test_browser_sees_what_the_server_sees(numbers: list[int]) -> None:
    expected = [number for number in numbers if clean_text(chr(number))]

    assert JS.run(SEEN, numbers) == expected
