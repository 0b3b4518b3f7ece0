"""What the search knows of a language: stop words, endings and synonyms, read from
`languages/<language>.toml`."""

import tomllib
from collections.abc import Container, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rules_ref.search.figures import read_figures
from rules_ref.search.tokens import WORD_PATTERN, WordRules, join_phrases, to_plain, tokenize
from rules_ref.spelling import base_language

_FOLDER = Path(__file__).parent / "languages"


@dataclass(frozen=True)
class SearchLanguage:
    """The words that tell nothing about the subject of a question, and what words may mean."""

    rules: WordRules
    stop_words: frozenset[str]
    meanings: Mapping[str, tuple[str, ...]]  # by word or phrase; both stemmed

    def tokenize(self, text: str) -> list[str]:
        return tokenize(text, self.rules)

    def content_words(self, text: str) -> list[str]:
        """Return the distinct words and phrases of a text, and what its figures are, without
        stop words."""
        words = read_figures(self.tokenize(text))
        phrases = (each for each in join_phrases(words, self.meanings) if " " in each)
        return [
            each for each in dict.fromkeys((*words, *phrases)) if each not in self.stop_words
        ]

    def without_stop_words(self, text: str) -> str:
        """Return the words of a text that are no stop words, as they are written."""
        words = WORD_PATTERN.findall(text)
        return " ".join(
            word for word in words if not self.stop_words.issuperset(self.tokenize(word))
        )

    def synonyms(self, terms: Container[str]) -> dict[str, list[str]]:
        """Return the indexed terms that each word may mean."""
        found = {
            word: [each for each in meanings if each in terms and each != word]
            for word, meanings in sorted(self.meanings.items())
        }
        return {word: meanings for word, meanings in found.items() if meanings}


@cache
def search_language(language: str) -> SearchLanguage:
    """Return what is known of a language; of one without a file, that nothing is."""
    path = _FOLDER / f"{base_language(language)}.toml"
    return parse(path.read_text(encoding="utf-8") if path.exists() else "")


def parse(text: str) -> SearchLanguage:
    """Parse TOML with `stop_words`, `endings` and `synonyms` as words between spaces, a line of
    synonyms as `words: terms that the reference uses`, and one of `phrases` as `two words,
    three words so: terms`; docs/translating.md explains each."""
    data = tomllib.loads(text)
    endings = set(to_plain(data.get("endings", "")).split())
    rules = WordRules(
        endings=sorted(endings, key=lambda each: (-len(each), each)),
        min_stem=data.get("min_stem", 3),
        min_prefix=data.get("min_prefix", 4),
        compounds=data.get("compounds", False),
    )
    meanings: dict[str, tuple[str, ...]] = {}
    for line in data.get("synonyms", "").splitlines():
        words, _, terms = line.partition(":")
        meanings |= dict.fromkeys(tokenize(words, rules), tuple(tokenize(terms, rules)))
    for line in data.get("phrases", "").splitlines():
        phrases, _, terms = line.partition(":")
        keys = (" ".join(tokenize(phrase, rules)) for phrase in phrases.split(","))
        meanings |= dict.fromkeys(filter(None, keys), tuple(tokenize(terms, rules)))
    return SearchLanguage(
        rules, frozenset(tokenize(data.get("stop_words", ""), rules)), meanings
    )
