"""Finds problems of a screen in another language that it does not have in English."""

import re
from collections.abc import Iterable
from functools import cache
from html import unescape
from typing import Any
from urllib.parse import urljoin

from playwright.sync_api import BrowserContext, Page

from rules_ref.loader import reference
from rules_ref.reference import Chapter, Entry
from tests.e2e.layout import CUT, NARROWEST, OVERLAPPING, STICKING_OUT, UNSEEN, resize
from tests.messages import LANGUAGES, read, texts_of

# The texts that a person reads or hears, except those that are marked as being in another
# language.
TEXTS = """() => {
  const own = each => each.closest("[lang]") === document.documentElement;
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data, parentElement: holder } = texts.currentNode;
    if (own(holder) && !holder.closest("script, noscript")) found.push(data);
  }
  for (const name of ["aria-label", "title", "placeholder"])
    for (const each of document.body.querySelectorAll(`[${name}]`))
      if (own(each)) found.push(each.getAttribute(name));
  return found.map(each => each.replace(/\\s+/g, " ").trim()).filter(Boolean);
}"""

# Landmarks of one kind that have the same name in the list of a screen reader.
SAME_NAMES = """() => {
  const found = [...document.querySelectorAll("nav, section, form, aside, [role=region]")]
    .filter(each => each.checkVisibility())
    .map(each => [each, each.getAttribute("aria-label")
      ?? document.getElementById(each.getAttribute("aria-labelledby"))?.textContent.trim()])
    .filter(([, name]) => name)
    .map(([each, name]) => `${each.localName}: ${name}`);
  return found.filter((each, place) => found.indexOf(each) < place);
}"""

# Boxes that can be scrolled by touch but not by keys: neither the box nor anything in it can
# have the focus.
OUT_OF_REACH_OF_KEYS = """() => [...document.body.querySelectorAll("*")]
  .filter(each => {
    const { overflowX, overflowY } = getComputedStyle(each);
    return /auto|scroll/.test(overflowX) && each.scrollWidth > each.clientWidth + 1
      || /auto|scroll/.test(overflowY) && each.scrollHeight > each.clientHeight + 1;
  })
  .filter(each => each.checkVisibility() && each.tabIndex < 0
    && ![...each.querySelectorAll("*")].some(inner => inner.tabIndex >= 0))
  .map(each => each.outerHTML.slice(0, 120))"""

# Words that are broken across two lines, except in texts that the browser hyphenates by a
# dictionary.
BROKEN_WORDS = f"""() => {{
  {UNSEEN}
  const found = new Set();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (texts.nextNode()) {{
    const {{ currentNode: node }} = texts, {{ parentElement: holder }} = node;
    if (!holder.checkVisibility() || unseen(holder) || holder.closest("svg, option")) continue;
    if (getComputedStyle(holder).hyphens === "auto") continue;
    for (const {{ 0: word, index }} of node.data.matchAll(/\\p{{L}}+/gu)) {{
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = [...range.getClientRects()].map(({{ top }}) => Math.round(top));
      if (new Set(lines).size > 1) found.add(word);
    }}
  }}
  return [...found];
}}"""

LOOK = f"""scrolling => ({{
  language: document.documentElement.lang,
  width: document.documentElement.scrollWidth,
  texts: ({TEXTS})(),
  "sticks out": ({STICKING_OUT})(scrolling),
  "overlaps": ({OVERLAPPING})(),
  "broken words": ({BROKEN_WORDS})(),
  "same names": ({SAME_NAMES})(),
  "out of reach of keys": ({OUT_OF_REACH_OF_KEYS})(),
}})"""

_TAG = re.compile(r"<[^<>]*>")
_PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w*\}")
_WORD = re.compile(r"[^\W\d_]{3,}")
_SENTENCES = re.compile(r"(?<=[.!?]) | · ")

NO_PROBLEMS: dict[str, Any] = {
    "English": [],
    "width": NARROWEST,
    "sticks out": [],
    "overlaps": [],
    "broken words": [],
    "same names": [],
    "out of reach of keys": [],
}

# The languages with the longest words. In these a screen must also fit text of twice the size.
LONG_WORDS = ("de", "el", "nl")
LARGE_TEXT_WIDTH = 390

LOOK_AT_LARGE_TEXT = f"""scrolling => {{
  document.documentElement.style.fontSize = "200%";
  return {{
    width: document.documentElement.scrollWidth,
    "sticks out": ({STICKING_OUT})(scrolling),
    overlaps: ({OVERLAPPING})(),
    cut: ({CUT})(),
  }};
}}"""

NO_PROBLEMS_OF_LARGE_TEXT: dict[str, Any] = {
    "width": LARGE_TEXT_WIDTH,
    "sticks out": [],
    "overlaps": [],
    "cut": [],
}


def choose_language(context: BrowserContext, language: str, url: str) -> None:
    """Set the language that a person has chosen, for the site of this address."""
    context.add_cookies([{"name": "language", "value": language, "url": urljoin(url, "/")}])


# A page with live updates, a form that submits itself, or a script that sends unsent changes.
MAY_LEAD_ELSEWHERE = "#table, [data-auto-submit], script[src*='/offline/']"


def reset_page(page: Page) -> str:
    """Restore the network of a page, and set the width of the narrowest phone. Returns the
    address of the page without its fragment."""
    address = page.url.partition("#")[0]
    page.goto("about:blank")
    page.context.set_offline(False)
    page.unroute_all()
    resize(page, NARROWEST, 640)
    return address


def leave(page: Page) -> None:
    """Close pages that send unsent changes or that reload themselves in another language:
    either can interrupt the navigation of the test."""
    if page.locator(MAY_LEAD_ELSEWHERE).count():
        page.goto("about:blank")


def open_translated(page: Page, language: str, address: str) -> bool:
    """Open this address in this language. Returns False if the address redirects, as some do
    that only answer forms."""
    leave(page)
    page.context.set_offline(False)
    choose_language(page.context, language, address)
    page.goto(address)
    return page.url == address


def find_problems(page: Page, language: str) -> dict[str, Any]:
    """Return the problems of a page on the narrowest phone, by kind."""
    found: dict[str, Any] = page.evaluate(LOOK, [NARROWEST, ".numbers"])
    texts = set(found.pop("texts"))
    assert found.pop("language") == language
    found["broken words"] = sorted(words_of(language).intersection(found["broken words"]))
    return found | {"English": sorted(texts & english_of(language))}


def find_problems_of_large_text(page: Page) -> dict[str, Any]:
    """Return what does not fit on the page with text of twice the size, by kind of problem.

    The page keeps this text size until the next one is opened.
    """
    resize(page, LARGE_TEXT_WIDTH, 844)
    found: dict[str, Any] = page.evaluate(LOOK_AT_LARGE_TEXT, [LARGE_TEXT_WIDTH, ".numbers"])
    resize(page, NARROWEST, 640)
    return found


def foreign_texts(page: Page, language: str, others: Iterable[str]) -> list[str]:
    """Return the texts of a page, and sentences of them, that are messages in one of the other
    languages and not in this one. A placeholder of a message matches any text."""
    texts = {
        part
        for text in page.evaluate(TEXTS)
        for part in (text, *_SENTENCES.split(text))
        if _WORD.search(part)
    }
    return sorted(
        text
        for text in texts
        if not _is_message(text, language) and any(_is_message(text, each) for each in others)
    )


def _is_message(text: str, language: str) -> bool:
    plain, with_placeholders = _messages(language)
    return text in plain or any(
        max(pieces, key=len) in text and re.fullmatch(".+?".join(map(re.escape, pieces)), text)
        for pieces in with_placeholders
    )


@cache
def _messages(language: str) -> tuple[frozenset[str], tuple[list[str], ...]]:
    """Return the texts of a language as they are between two tags: those without placeholders,
    and the parts around the placeholders of the others."""
    parts = {
        " ".join(part.split())
        for text in _texts_in(language)
        for part in _TAG.split(unescape(text))
        if _WORD.search(_PLACEHOLDER.sub("", part))
    }
    split = [[piece.replace("%%", "%") for piece in _PLACEHOLDER.split(each)] for each in parts]
    plain = frozenset(pieces[0] for pieces in split if len(pieces) == 1)
    return plain, tuple(pieces for pieces in split if len(pieces) > 1)


@cache
def _texts_in(language: str) -> set[str]:
    """Return the messages of a language and the titles of the rules that are translated into
    it."""
    messages = read(LANGUAGES[0] if language == "en" else language)
    found = {
        text
        for message in messages
        for text in texts_of(message.id if language == "en" else message.string)
    }
    for page in reference(language).pages:
        entries: tuple[Chapter | Entry, ...] = (page, *page.entries)
        found |= {entry.title for entry in entries if entry.language == language}
    return found


@cache
def words_of(language: str) -> frozenset[str]:
    """Return the words of the messages. Words that people entered are excluded, because they
    may be of any length."""
    return frozenset(
        word
        for text in _texts_in(language)
        for word in re.findall(
            r"[^\W\d_]+", _TAG.sub(" ", _PLACEHOLDER.sub(" ", unescape(text)))
        )
    )


@cache
def english_of(language: str) -> frozenset[str]:
    """Return the English texts that must not be on a page in this language."""
    messages = list(read(language))
    translated = {text for message in messages for text in texts_of(message.string)}
    return frozenset(
        source
        for message in messages
        for source, text in zip(texts_of(message.id), texts_of(message.string), strict=False)
        if source != text and source not in translated
    )
