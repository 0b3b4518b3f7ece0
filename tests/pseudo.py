"""The pseudo-language: a catalogue of all messages, which tests make from the sources.

Each translation is in brackets, has accents on its letters, and is two fifths longer than the
message. Placeholders and markup are unchanged. So a text of a page without accents is not a
message, and two pairs of brackets in one sentence are fragments that were joined.
"""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from html.parser import HTMLParser
from itertools import cycle, islice
from pathlib import Path

import django
from babel.messages import Catalog
from babel.messages.pofile import read_po
from django.test import override_settings

import scoring.languages
from tests.messages import KEPT, compiled, template

CODE = "en-xa"
OPEN, CLOSE = "⟦", "⟧"
_PLAIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_ACCENTED = "ÂƁÇÐÊƑĜĤÎĴĶĹṀŃÔÞɊŔŠŢÛṼŴẊÝŽâƀçðéƒĝĥîĵķļɱñöþɋŕšţûṽŵẋýž"
_ACCENTS = str.maketrans(_PLAIN, _ACCENTED)
_MORE = "ļöñĝéŕ "
_LONGER = 0.4
_ENDS = re.compile(r"(\s*)(.*?)([.!?:…]*\s*)\Z", re.DOTALL)
_NO_WORDS = re.compile(r"\{\w+\}|https?://\S+")
# A message within another one, without its brackets.
_INNER = re.compile(rf"(?<={OPEN})([^{OPEN}{CLOSE}]*){OPEN}([^{OPEN}{CLOSE}]*){CLOSE}")
_PUT_TOGETHER = re.compile(rf"[^.!?:…]{CLOSE} {OPEN}(?!“).*|[a-z] {OPEN}.*|{CLOSE} [a-z].*")

# Attributes that a person reads or hears; texts that scripts show are in `data-` attributes.
_SPOKEN = {"alt", "aria-description", "aria-label", "aria-valuetext", "placeholder", "title"}
_UNREAD = {"noscript", "script", "style"}
_VOID = {"base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}
# Elements that do not begin a new text.
_INLINE = {"a", "abbr", "b", "bdi", "code", "em", "i", "mark", "output", "q", "small", "span"}
_INLINE |= {"strong", "sub", "sup", "time", "wbr"}


def accented(text: str) -> str:
    """Return the translation of a message. Punctuation at the end of the message remains at the
    end."""
    parts = KEPT.split(text)  # every second part is one that remains unchanged
    told = [part if place % 2 else part.translate(_ACCENTS) for place, part in enumerate(parts)]
    letters = sum(map(len, parts[::2]))
    more = "".join(islice(cycle(_MORE), round(_LONGER * letters))).rstrip()
    start, body, end = _ENDS.findall("".join(told))[0]
    return f"{start}{OPEN}{body}{more}{end.rstrip()}{CLOSE}{end[len(end.rstrip()) :]}"


@contextmanager
def pseudo_language(folder: Path) -> Iterator[None]:
    """Offer the pseudo-language. Its catalogue is written to this folder. It includes Django's
    own messages, for example the names of months."""
    path = folder / "en_XA" / "LC_MESSAGES" / "django.mo"
    path.parent.mkdir(parents=True)
    path.write_bytes(_compiled())
    languages = [("en", "English"), (CODE, "Pseudo")]
    try:
        with override_settings(LANGUAGES=languages, LOCALE_PATHS=[folder]):
            yield
    finally:
        # The cache has languages that were resolved among these two; other tests resolve among
        # all.
        scoring.languages._resolve.cache_clear()


@cache
def _compiled() -> bytes:
    catalog = Catalog(locale="en", fuzzy=False)
    of_django = Path(django.__file__).parent / "conf/locale/en/LC_MESSAGES/django.po"
    with of_django.open("rb") as file:
        messages = [*read_po(file), *template()]
    for message in messages:
        if message.id:
            several = not isinstance(message.id, str)
            texts = tuple(map(accented, message.id)) if several else accented(message.id)
            catalog.add(message.id, texts, context=message.context)
    return compiled(catalog)


class _Reader(HTMLParser):
    """Reads a page. The text of each block element is one text."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.strings: list[str] = []  # as they are between tags
        self.block: list[str] = []
        self.open: list[tuple[str, str]] = []  # open elements, each with its language

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: text for name, text in attrs if text}
        is_unread = tag in _UNREAD or given.get("translate") == "no"
        lang = "" if is_unread else given.get("lang", self._lang)
        if tag not in _INLINE:
            self.end_block()
        if lang == CODE:
            self.texts += [text for name, text in given.items() if _is_read(name, text)]
        if tag not in _VOID:
            self.open.append((tag, lang))

    def handle_endtag(self, tag: str) -> None:
        if tag not in _INLINE:
            self.end_block()
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if self._lang == CODE:
            self.block.append(data)
            self.strings.append(data)

    def end_block(self) -> None:
        if text := " ".join("".join(self.block).split()):
            self.texts.append(text)
        self.block.clear()

    @property
    def _lang(self) -> str:
        return self.open[-1][1] if self.open else CODE


def _is_read(name: str, text: str) -> bool:
    words = re.search(r"[^\W\d_]{2,} [^\W\d_]", text)
    return name in _SPOKEN or (name.startswith("data-") and bool(words) and text[0] != "{")


def read_page(page: str) -> _Reader:
    """Read what a person reads or hears of a page, except parts that are marked as being in
    another language or as not to be translated."""
    reader = _Reader()
    reader.feed(page)
    reader.close()
    reader.end_block()
    return reader


def english_in(text: str, names: Iterable[str]) -> list[str]:
    """Return the words of a text that are in no message. These names, addresses and
    placeholders are ignored."""
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, "")
    return re.findall(r"[A-Za-z]{2,}", _NO_WORDS.sub("", text))


def fragments_in(text: str) -> list[str]:
    """Return the parts of a text in which a message is joined to a message or to words."""
    while (outer := _INNER.sub(r"\1\2", text)) != text:
        text = outer
    return _PUT_TOGETHER.findall(" ".join(text.split()))
