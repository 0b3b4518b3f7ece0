"""The stop words, endings and synonyms of a language, from `languages/<language>.toml`."""

import tomllib
from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, partial
from itertools import chain
from pathlib import Path

from rules_ref.search.figures import read_figures
from rules_ref.search.questions import questions
from rules_ref.search.tokens import (
    WORD_PATTERN,
    WordRules,
    plain_words,
    to_plain,
    to_token,
    tokenize,
)
from rules_ref.spelling import base_language

_FOLDER = Path(__file__).parent / "languages"


@dataclass(frozen=True)
class SearchLanguage:
    """The stop words, the synonyms and the questions of a language, and the way in which its
    words are compared."""

    rules: WordRules
    stop_words: frozenset[str]
    ignored_words: frozenset[str]  # the stop words that are not indexed at all
    meanings: Mapping[str, tuple[str, ...]]  # by word or phrase; both stemmed
    questions: Mapping[str, tuple[str, ...]]  # by entry id

    @cached_property
    def _to_token(self) -> Callable[[str], str]:
        """`to_token` with a cache, because the same words occur often in the reference."""
        return cache(partial(to_token, rules=self.rules))

    def tokenize(self, text: str) -> list[str]:
        return [self._to_token(word) for word in plain_words(text)]

    def indexed_words(self, text: str) -> list[str]:
        """Return the words of a text, and the meaning of its figures, without ignored words."""
        words = read_figures(self.tokenize(text))
        return [word for word in words if word not in self.ignored_words]

    def content_words(self, text: str) -> list[str]:
        """Return the distinct words of a text, without stop words."""
        words = dict.fromkeys(self.tokenize(text))
        return [word for word in words if word not in self.stop_words]

    def without_stop_words(self, text: str) -> str:
        """Return the words of a text that are no stop words, in their original form."""
        words = WORD_PATTERN.findall(text)
        return " ".join(
            word for word in words if not self.stop_words.issuperset(self.tokenize(word))
        )

    def synonyms(
        self, words: Container[str], titles: Mapping[str, list[str]]
    ) -> dict[str, list[str]]:
        """Return for each word or phrase the terms that it may mean and whose words are all
        indexed. If it means a name of a glossary term, it means the title of the term too."""
        found = {
            word: (*meanings, *chain.from_iterable(titles.get(each, ()) for each in meanings))
            for word, meanings in sorted(self.meanings.items())
        }
        return only_indexed(found, words)


def only_indexed(
    meanings: Mapping[str, Iterable[str]], words: Container[str]
) -> dict[str, list[str]]:
    """Leave out terms that are the word itself, or that contain words that are not indexed."""
    found = {
        word: [
            term
            for term in dict.fromkeys(terms)
            if term != word and all(part in words for part in term.split(" "))
        ]
        for word, terms in meanings.items()
    }
    return {word: terms for word, terms in found.items() if terms}


@cache
def search_language(language: str) -> SearchLanguage:
    """Return the search language for a language. It has no words if there is no file for
    it."""
    path = _FOLDER / f"{base_language(language)}.toml"
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    return parse(text, questions(language))


def parse(text: str, asked: Mapping[str, tuple[str, ...]] | None = None) -> SearchLanguage:
    """Parse the TOML file of a language.

    `stop_words`, `ignored_words` and `endings` are words that are separated by spaces. A line
    of `variants` is `word: other words for it`, a line of `synonyms` is `words: terms that the
    reference uses`, and a line of `phrases` is `two words, three words so: terms`.
    docs/translating.md explains each. `asked` are the questions of the language by entry id.
    """
    data = tomllib.loads(text)
    endings = set(to_plain(data.get("endings", "")).split())
    rules = WordRules(
        endings=sorted(endings, key=lambda each: (-len(each), each)),
        min_stem=data.get("min_stem", 3),
        min_prefix=data.get("min_prefix", 4),
        compounds=data.get("compounds", False),
        variants={},
    )
    for line in data.get("variants", "").splitlines():
        word, *variants = tokenize(line, rules) or [""]
        rules["variants"] |= dict.fromkeys(variants, word)
    meanings: dict[str, tuple[str, ...]] = {}
    for line in data.get("synonyms", "").splitlines():
        words, _, terms = line.partition(":")
        meanings |= dict.fromkeys(tokenize(words, rules), tuple(tokenize(terms, rules)))
    for line in data.get("phrases", "").splitlines():
        phrases, _, terms = line.partition(":")
        keys = (" ".join(tokenize(phrase, rules)) for phrase in phrases.split(","))
        meanings |= dict.fromkeys(filter(None, keys), tuple(tokenize(terms, rules)))
    stop_words, ignored_words = (
        frozenset(tokenize(data.get(key, ""), rules)) for key in ("stop_words", "ignored_words")
    )
    return SearchLanguage(
        rules, stop_words | ignored_words, ignored_words, meanings, asked or {}
    )
