"""The index of the search, as it goes to the browser."""

import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from textwrap import shorten
from typing import TypedDict

from django.urls import reverse

from rules_ref.reading import reference
from rules_ref.reference import Chapter, Entry, Part, Reference, Word
from rules_ref.search.alike import alike
from rules_ref.search.weighing import FILLERS, Item, Weights, weigh
from rules_ref.search.words import words

# What is shown of an entry's text.
MOST_LETTERS = 110


class Shipped(TypedDict):
    """An entry is its page's number, id, title and text. The weights of a term are lists of a
    weight and the entries that have it, each as its distance from the one before."""

    fillers: list[str]
    alike: dict[str, list[str]]  # by what people say, the terms that it may mean
    pages: list[tuple[str, str]]  # address, title
    entries: list[tuple[int, str, str, str]]
    terms: dict[str, int]  # the number of its weights
    weights: list[list[list[int]]]


@dataclass(frozen=True)
class Index:
    shipped: Shipped

    @cached_property
    def body(self) -> str:
        return json.dumps(self.shipped, ensure_ascii=False, separators=(",", ":"))

    @cached_property
    def digest(self) -> str:
        """Changes with the content, so that any cache may keep the index for good."""
        return sha256(self.body.encode()).hexdigest()[:12]


@cache
def index() -> Index:
    """The index of the whole reference, made once a process."""
    return Index(build(reference()))


def build(book: Reference) -> Shipped:
    pages = (book.sheet, *book.pages)
    found = [(number, *each) for number, page in enumerate(pages) for each in _entries(page)]
    terms = weigh([item for *_, item in found], [word for page in pages for word in page.words])
    packed = {term: _pack(weights) for term, weights in terms.items()}
    lists = list(dict.fromkeys(packed.values()))
    numbers = {weights: number for number, weights in enumerate(lists)}
    return Shipped(
        fillers=sorted(FILLERS),
        alike=alike(terms),
        pages=[(_address(page, book), page.title) for page in pages],
        entries=[
            (number, entry_id, item.title, shorten(item.text, MOST_LETTERS, placeholder=" …"))
            for number, entry_id, item in found
        ],
        terms={term: numbers[weights] for term, weights in packed.items()},
        weights=[[[*each] for each in weights] for weights in lists],
    )


def _address(page: Chapter, book: Reference) -> str:
    return reverse("rules") if page is book.sheet else reverse("chapter", args=[page.slug])


def _entries(page: Chapter) -> Iterator[tuple[str, Item]]:
    """The page itself and all that is on it, by id."""
    yield "", Item(page.title, page.keywords, "", page.about, worth=0.4)
    for entry in page.entries:
        yield entry.id, _item(entry, page)


def _item(entry: Entry, page: Chapter) -> Item:
    text = " ".join(entry.text)
    if isinstance(entry, Word):
        long_names = tuple(name for name in entry.other_names if len(words(name)) > 1)
        return Item(entry.title, long_names, page.title, text, worth=0.5)
    worth = 0.8 if page.part is Part.MORE else 1.0
    return Item(entry.title, entry.also, page.title, text, worth)


def _pack(weights: Weights) -> tuple[tuple[int, ...], ...]:
    by_weight: dict[int, list[int]] = defaultdict(list)
    for number, weight in weights.items():
        by_weight[weight].append(number)
    return tuple(
        (weight, *(number - before for before, number in zip([0, *numbers], numbers)))  # noqa: B905
        for weight, numbers in by_weight.items()
        if weight
    )
