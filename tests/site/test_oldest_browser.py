"""Scripts and styles need nothing that Safari 16.6 lacks: see docs/pages.md.

It is the last one of phones of 2017. `e2e/test_older_browsers.py` shows pages without such
functions.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server import ROOT
from tichu_score.static_files import APPS, minify_style

STATIC = [path for app in APPS for path in sorted((ROOT / app / "static").rglob("*.*"))]
SCRIPTS = [path for path in STATIC if path.suffix == ".js"]
STYLES = [path for path in STATIC if path.suffix == ".css"]

# Methods that Safari has since 17.0 or later, and the syntax of regular expressions that it has
# since 17.0. A method that is called only if it is there (`?.`) is allowed.
NEWER_IN_SCRIPTS = re.compile(
    r"(?<!\?)\.(?:checkVisibility|groupBy|fromAsync|withResolvers|canParse|isWellFormed|"
    r"toWellFormed|union|intersection|difference|symmetricDifference|isSubsetOf|isSupersetOf|"
    r"isDisjointFrom|startViewTransition|showPopover|hidePopover|togglePopover|moveBefore|"
    r"requestIdleCallback|toArray|take|drop|escape)\(|\bAbortSignal\.any\b|\bURL\.parse\b|"
    r"(?:values|keys|entries)\(\)\.(?:map|filter|flatMap|find|some|every|reduce|forEach)\(|"
    r"\(\?[ims-]+:"
)
# At-rules, functions and properties that Safari has since 17.0 or later, and without which a
# part of a page would be missing. `light-dark()` is replaced when files are collected.
NEWER_IN_STYLES = re.compile(
    r"@(?:starting-style|scope|position-try|function)\b|:(?:open|popover-open|user-valid|"
    r"user-invalid|state)\b|::details-content|\b(?:anchor|calc-size|if|sibling-index)\(|"
    r"\brgb\(from|\binterpolate-size\b|\bfield-sizing\b|\banimation-timeline\b"
)
TRIANGLE = re.compile(r"^ *([^{}\n]*summary[^{}\n]*)::before \{ content: \"▸\"", re.MULTILINE)


def names(path: Path) -> str:
    return path.name


def nested_selectors(text: str) -> Iterator[str]:
    """Yield the selectors of all rules that are nested in another rule."""
    blocks: list[str] = []
    for prelude, mark in re.findall(r"([^{};]*)([{};])", minify_style(text).strip()):
        if mark == "{":
            if not prelude.startswith("@") and any(not each.startswith("@") for each in blocks):
                yield from re.split(r",(?![^(]*\))", prelude)
            blocks.append(prelude)
        elif mark == "}":
            blocks.pop()


@pytest.mark.parametrize("path", SCRIPTS, ids=names)
def test_script_calls_nothing_newer(path: Path) -> None:
    assert NEWER_IN_SCRIPTS.findall(path.read_text()) == []


@pytest.mark.parametrize("path", STYLES, ids=names)
def test_style_needs_nothing_newer(path: Path) -> None:
    assert NEWER_IN_STYLES.findall(path.read_text()) == []


@pytest.mark.parametrize("path", STYLES, ids=names)
def test_nested_selector_does_not_begin_with_a_name(path: Path) -> None:
    """Safari accepts one since 17.2."""
    found = [
        each
        for each in nested_selectors(path.read_text())
        if re.match(r"[a-z]", each.strip()) and each.strip() not in {"from", "to"}
    ]
    assert found == []


@pytest.mark.parametrize("path", STYLES, ids=names)
def test_selection_has_the_property_of_safari(path: Path) -> None:
    """Safari has `user-select` only with its prefix."""
    text = path.read_text()
    assert re.findall(r"(?<!-webkit-)user-select: (\w+)", text) == re.findall(
        r"-webkit-user-select: (\w+)", text
    )


@pytest.mark.parametrize("path", STYLES, ids=names)
def test_summary_with_a_sign_of_its_own_has_no_second_one(path: Path) -> None:
    text = path.read_text()
    for summary in TRIANGLE.findall(text):
        if "[open]" not in summary:
            assert f"{summary}::-webkit-details-marker {{ display: none; }}" in text
