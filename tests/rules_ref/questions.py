"""Questions by which the search is tuned and evaluated, and terms that it must know.

Each language has a training set, by which its questions, synonyms and weights are chosen, and
an evaluation set, which measures the search on questions by which it was not tuned. Nobody
looks at an evaluation set while tuning. If somebody has looked at the misses of an evaluation
set, it is added to the training set, and a new one is written. After the search has normalised
its words, no question of an evaluation set is equal to a question of the training set or to a
title, name or question of an entry.
"""

import json
from itertools import chain
from pathlib import Path
from typing import NamedTuple, TypedDict

from rules_ref.loader import reference
from rules_ref.reference import GlossaryTerm
from rules_ref.search import index, search_entries
from rules_ref.search.language import search_language


class Question(TypedDict):
    """A question as somebody asks it at a table, with the ids of all entries that answer it."""

    question: str
    answers: list[str]


class HitCounts(NamedTuple):
    """The numbers of questions that have an answer as the first hit, and among the first three
    hits."""

    at_1: int
    at_3: int


def training_set(language: str = "en") -> list[Question]:
    return _read(f"questions_training{_suffix(language)}")


def evaluation_set(language: str) -> list[Question]:
    return _read(f"questions_evaluation{_suffix(language)}")


def indexed_phrases(language: str) -> set[str]:
    """Return the titles, other names and questions of all entries."""
    found = set(chain.from_iterable(search_language(language).questions.values()))
    book = reference(language)
    for page in (book.quick_sheet, *book.pages):
        for entry in page.entries:
            names = entry.other_names if isinstance(entry, GlossaryTerm) else entry.aliases
            found |= {entry.title, *names}
    return found


def count_hits(questions: list[Question]) -> HitCounts:
    """Search in the active language, and count the hits."""
    found = [
        [hit.id in each["answers"] for hit in search_entries(index(), each["question"]).hits]
        for each in questions
    ]
    return HitCounts(*(sum(any(hits[:most]) for hits in found) for most in (1, 3)))


def _suffix(language: str) -> str:
    return "" if language == "en" else f"_{language}"


def _read(name: str) -> list[Question]:
    path = Path(__file__).parent / f"{name}.json"
    return list(json.loads(path.read_text(encoding="utf-8")))


# Official terms, each with the glossary entry of the term.
NAMES = {
    "Hund": "word-dog",
    "chien": "word-dog",
    "Moineau": "word-mah-jong",
    "참새": "word-mah-jong",
    "Drache": "word-dragon",
    "Δράκος": "word-dragon",
    "Phénix": "word-phoenix",
    "봉황": "word-phoenix",
    "Treppe": "word-stairs",
    "souhait": "word-wish",
    "Fenice": "word-phoenix",
    "desiderio": "word-wish",
    "소원": "word-wish",
    "μπόμπα": "word-bomb",
    "ΒΟΜΒΑ": "word-bomb",
    "폭탄": "word-bomb",
}
# Official terms of several words, each with a rule that must be among the first three hits.
PHRASES = {
    "Drache verschenken": "dragon-gift",
    "give away the Dragon": "dragon-gift",
    "double victoire": "double-win",
    "victoire double": "double-win",
    "suite de paires": "stairs",
    "doppia vittoria": "double-win",
    "카드 교환": "push",
    "μεγάλο Τίτσου": "grand-tichu",
}

# Other terms, each with a rule that must be among the first three hits.
TERMS = {
    "slam": "double-win",
    "getting a slam": "double-win",
    "double victory": "double-win",
    "bird": "mah-jong",
    "sparrow": "mah-jong",
    "mahjong": "mah-jong",
    "Mahjongg": "mah-jong",
    "volcano": "house-dragon-name",
    "jokers": "phoenix-joker",
    "wildcard": "phoenix-joker",
    "singleton": "single-pair-triple",
    "triad": "single-pair-triple",
    "quartet": "four-of-a-kind",
    "combo": "single-pair-triple",
    "stair steps": "stairs",
    "run of pairs": "stairs",
    "pair-sequence": "word-stairs",
    "wraparound": "straight-ends",
    "straight flush": "suited-straight",
    "SF": "suited-straight",
    "duck": "beat-or-pass",
    "fold": "beat-or-pass",
    "swap": "push",
    "gamble": "tichu",
    "bid": "tichu",
    "claim": "tichu",
    "declare": "tichu",
    "small Tichu": "tichu",
    "large Tichu": "word-grand-tichu",
    "hundred points": "card-points",
    "tally": "card-points",
    "unplayed cards": "last-player",
    "captured cards": "trick-winner",
    "target score": "race",
    "one more round": "house-tie",
    "round x": "house-fixed-rounds",
    "tichujoin": "house-change-partners",
    "tournament mode": "house-tournament",
    "chips": "house-stakes",
    "Elo ranking": "house-stakes",
    "quits": "house-stakes",
}
