"""The indexed fields of an entry, and the format of the index."""

from dataclasses import dataclass
from typing import TypedDict

from rules_ref.search.tokens import WordRules

# The code point of the first word of an index. It is above the characters that JSON escapes,
# and low enough that no word gets the code point of a surrogate.
FIRST_CODE = 0x100


@dataclass(frozen=True)
class Document:
    """The texts by which an entry is found.

    `names` are its other names, and questions that it answers. `boost` is the percentage by
    which its score is scaled; it is below 100 for entries that rank after rules and disputes.
    If `is_topic` is true, the title counts as text, because a person who searches only for it
    wants the rules on it first.
    """

    title: str
    names: tuple[str, ...]
    text: str
    boost: int = 100
    is_topic: bool = False


class IndexPayload(TypedDict):
    """The JSON of the index.

    - `rules`: the way in which words are compared
    - `names`: the titles of glossary terms by their names of one word
    - `synonyms`: terms by word or phrase
    - `pages`: the address and the title of each page
    - `entries`: the page number, id, title, excerpt and boost of each entry
    - `phrases`: for each entry its title, the further words of its text, and its names,
      separated by spaces. Each character is a word: its code point minus FIRST_CODE is the
      index of the word in `words`.

    A page or an entry ends with the language of its text if that is not the language of the
    index. A page of an earlier release that requests its index receives this one, cannot read
    it, and sends its form instead.
    """

    rules: WordRules
    stop_words: list[str]
    names: dict[str, list[str]]
    synonyms: dict[str, list[str]]
    pages: list[tuple[str, str, *tuple[str, ...]]]
    entries: list[tuple[int, str, str, str, int, *tuple[str, ...]]]
    words: list[str]
    phrases: list[str]
