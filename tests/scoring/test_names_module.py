"""The check of names in the browser gives the same results as that of the server."""

import unicodedata
from collections import defaultdict

import pytest

from scoring.models import clean_text, name_key
from tests.javascript import JavaScript

NAMES = "scoring/js/shared/names.js"
JS = JavaScript(NAMES)
LAST = 0x110000
# Characters are passed as numbers, because JSON cannot contain unpaired surrogates.
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
# All characters for private use behave alike, and unassigned ones are not characters.
LEFT_OUT = {"Cn", "Co"}


@pytest.fixture(scope="module")
def numbers() -> list[int]:
    """The characters that both the Unicode version of this Python and that of QuickJS know."""
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
