"""The browser's own look at names: that it says what the server says."""

import json
import unicodedata
from collections import defaultdict

import pytest
from playwright.sync_api import Page

from scoring.models import clean_text, name_key
from tests.e2e.modules import run_module
from tests.server import Server

pytestmark = pytest.mark.one_database

LAST = 0x110000
# By numbers of characters: half a one cannot travel as JSON.
ALIKE = """({ nameKey }, numbers) => {
  const alike = {};
  for (const number of numbers) {
    (alike[nameKey(`x${String.fromCodePoint(number)}y`)] ??= []).push(number);
  }
  return Object.values(alike);
}"""
SEEN = """({ isSeen }, numbers) =>
  numbers.filter((number) => isSeen(String.fromCodePoint(number)))"""

# Those of a newer Unicode than this Python's are known to the browser alone; those for private
# use are all of one kind.
LEFT_OUT = {"Cn", "Co"}
NUMBERS = [each for each in range(LAST) if unicodedata.category(chr(each)) not in LEFT_OUT]


def test_browser_finds_the_same_names_alike(page: Page, server: Server) -> None:
    expected = defaultdict(list)
    for number in NUMBERS:
        expected[name_key(f"x{chr(number)}y")].append(number)

    alike = json.loads(run_module(page, server, "shared/names.js", ALIKE, NUMBERS))

    assert sorted(alike) == sorted(expected.values())


def test_browser_sees_what_the_server_sees(page: Page, server: Server) -> None:
    expected = [number for number in NUMBERS if clean_text(chr(number))]

    assert json.loads(run_module(page, server, "shared/names.js", SEEN, NUMBERS)) == expected
