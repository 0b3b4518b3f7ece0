"""The indexed fields of an entry, and the index that is made of them."""

from dataclasses import dataclass
from typing import TypedDict

from rules_ref.search.tokens import WordRules

# The code point of the first word of an index: behind those that JSON escapes, and far enough
# before those that are halves of a character.
FIRST_CODE = 0x100


@dataclass(frozen=True)
class Document:
    """The texts by which an entry is found.

    `names` are its other names, and questions that it answers. `boost` scales its score, in
    percent; it is below 100 for entries that rank after rules and disputes. A title with
    `is_topic` counts as text, because a person who asks for no more than that wants the rules
    about it first.
    """

    title: str
    names: tuple[str, ...]
    text: str
    boost: int = 100
    is_topic: bool = False


class IndexPayload(TypedDict):
    """The JSON of the index.

    `rules` are how words are compared, `names` the titles of glossary terms by their names of
    one word, `synonyms` terms by word or phrase. A page is its address and title, an entry its
    page number, id, title, excerpt and boost; each has the language of its text behind that,
    where it is not that of the index. `phrases` has for each entry its title, the further words
    of its text, and its names, with spaces between them. A character is a word: the number of
    its code point, less FIRST_CODE, is that of the word in `words`.

    A page of an earlier release that asks for its index gets this one, cannot read it, and
    sends its form instead.
    """

    rules: WordRules
    stop_words: list[str]
    names: dict[str, list[str]]
    synonyms: dict[str, list[str]]
    pages: list[tuple[str, str, *tuple[str, ...]]]
    entries: list[tuple[int, str, str, str, int, *tuple[str, ...]]]
    words: list[str]
    phrases: list[str]
