"""If the reference is only partly translated, each of its texts declares its language, by which
a screen reader chooses its voice and a browser its hyphenation.

The tests determine the language of a text themselves: it is English if it is on the English
pages and in no translation.
"""

import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser

import pytest
from django.conf import settings
from django.test import Client
from django.utils.translation import gettext, override

from rules_ref.loader import CONTENT, reference
from rules_ref.search import index
from tests.messages import read, texts_of

PAGES = [f"/rules/{page.slug}/" for page in reference().pages]
# Figures, which are not words of any language.
SEARCHES = [f"/rules/search/?q={figures}" for figures in ("7777", "1000", "1010")]
RULING = "/rules/play/?play=5j&play=5s"
WISH = "/rules/wish-helper/?hand=8j&wish=8"
ADDRESSES = ["/rules/", "/rules/disputes/", *PAGES, *SEARCHES, RULING, WISH]

partly_translated = pytest.mark.parametrize("language", sorted(settings.PARTLY_TRANSLATED))

_READ_ATTRIBUTES = ("alt", "aria-label", "placeholder", "title")
_UNREAD = {"script", "style"}
_VOID = {"br", "hr", "img", "input", "link", "meta", "source", "wbr"}
# Elements within a text.
_INNER = re.compile(r"</?(?:em|mark|strong)\b[^>]*>")
_WORD = re.compile(r"[^\W\d_]{3,}")
# Names, and the link to the choice of a language, which begins with the name of another
# language.
_OF_NO_LANGUAGE = re.compile(r"\S+\.(?:com|net)|Tichu Score|English …", re.IGNORECASE)


class _Reader(HTMLParser):
    """Reads the texts of a page and of its head, each with its language. Parts that are
    separated by a dot, as in a title, are separate texts."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[tuple[str, str]] = []  # open elements, each with its language
        self.texts: list[tuple[str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: text or "" for name, text in attrs}
        language = given.get("lang") or (self.open[-1][1] if self.open else "")
        told = [given[name] for name in _READ_ATTRIBUTES if name in given]
        if given.get("name") == "description":
            told.append(given["content"])
        for text in told:
            self._tell(text, language)
        if tag not in _VOID:
            self.open.append((tag, language))

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1][0] not in _UNREAD:
            self._tell(data, self.open[-1][1])

    def _tell(self, text: str, language: str) -> None:
        for part in text.split(" · "):
            plain = " ".join(part.strip(" \n‹›").split())
            if _WORD.search(plain) and not _OF_NO_LANGUAGE.fullmatch(plain):
                self.texts.append((plain, language))


def texts_on(address: str, language: str) -> list[tuple[str, str]]:
    page = Client(headers={"accept-language": language}).get(address).content.decode()
    reader = _Reader()
    reader.feed(_INNER.sub("", page))
    reader.close()
    return reader.texts


@cache
def _english() -> frozenset[str]:
    with override("en"):
        entries = index().payload["entries"]
    hits = {
        " ".join(text.split())
        for _, _, title, excerpt, *_ in entries
        for text in (title, excerpt)
    }
    return frozenset(
        hits | {text for address in ADDRESSES for text, _ in texts_on(address, "en")}
    )


@cache
def _written_in(language: str) -> str:
    """Return the text of the reference in the files of a language."""
    files = sorted((CONTENT / language).glob("*.md"))
    return " ".join("\n".join(path.read_text() for path in files).split()).casefold()


@cache
def _messages(language: str) -> frozenset[str]:
    return frozenset(text for each in read(language) for text in texts_of(each.string))


def misnamed(address: str, language: str) -> Iterator[tuple[str, str]]:
    """Yield the texts of a page whose language is not the declared one."""
    for text, named in texts_on(address, language):
        if named == language and text in _english():
            if text not in _messages(language) and text.casefold() not in _written_in(language):
                yield text, named
        elif named == "en" and text not in _english():
            # It may be a list of other names of a term, each of which is in the
            # English reference.
            names = text.casefold().split(", ")
            if any(name not in _written_in("en") for name in names):
                yield text, named


@partly_translated
def test_text_is_said_to_be_in_the_language_that_it_is_in(language: str) -> None:
    found = {address: [*misnamed(address, language)] for address in ADDRESSES}

    assert {address: texts for address, texts in found.items() if texts} == {}


@partly_translated
def test_chapter_that_is_not_translated_has_its_head_and_its_cards_in_english(
    language: str,
) -> None:
    texts = texts_on("/rules/bombs/", language)

    told = ("Bombs", "What a bomb is, when it may fall, and which one is bigger.")
    assert [named for text, named in texts if text in told] == ["en"] * 4
    assert ("7 of jade, 7 of sword, 7 of pagoda, 7 of star", "en") in texts


@partly_translated
def test_rule_that_a_ruling_names_is_in_its_own_language(language: str) -> None:
    assert {"en", language} == {named for _, named in texts_on(RULING, language)}


@partly_translated
@pytest.mark.parametrize("address", [RULING, WISH])
def test_link_to_a_rule_that_is_in_english_says_so(address: str, language: str) -> None:
    with override(language):
        note = gettext("in English")
    texts = texts_on(address, language)

    links = [text for text, named in texts if named == "en"]
    assert links
    assert texts.count((note, language)) == len(links)


@partly_translated
@pytest.mark.parametrize(
    ("address", "is_english"),
    [("/rules/combinations/", True), ("/rules/disputes/", True), ("/rules/glossary/", False)],
)
def test_page_whose_text_is_in_english_says_so(
    address: str, language: str, *, is_english: bool
) -> None:
    with override(language):
        note = gettext("The text of this page is in English so far.")
    assert (note in {text for text, _language in texts_on(address, language)}) == is_english
