"""How much every word says about every entry, in whole numbers."""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rules_ref.reference import Word
from rules_ref.search.words import words

# What a question is made of, and what says nothing of its subject.
FILLERS = frozenset(
    words(
        """
        a allowed am an and any are as at be been but by can cannot cant could d did didnt do
        does doesnt don dont done for from get gets got had has have havent he her here him his
        how i if im in is isn isnt it its just ll m may me my no not of ok okay on or our please
        possible re really s she should so t than that thats the their them then there these
        they this those to us ve was we were what whats when where which who whos whose why will
        with would you your

        auf aus das dem den der des die ein eine er es gilt hat ich ihr ist kann man mit muss
        sie und von wann was wenn wer wie wird zu
        """
    )
)
# What a word counts in a title, in another name, in the title of the page, and in the text.
TITLE, ALSO, AROUND, TEXT = 36.0, 24.0, 10.0, 4.5
# A long phrase says less by each of its words.
SPREAD = 0.5
# Another name of a word says nearly as much as the word.
OTHER_NAME = 0.8

Weights = dict[int, int]  # by the entry's number


@dataclass(frozen=True)
class Item:
    """An entry as it is weighed. A page, a house rule or a word of the glossary is worth
    less than a rule or a dispute."""

    title: str
    also: tuple[str, ...]
    around: str
    text: str
    worth: float = 1.0

    @property
    def shares(self) -> dict[str, float]:
        phrases = [(TITLE, self.title), (AROUND, self.around)]
        phrases += [(ALSO, name) for name in self.also]
        shares = dict.fromkeys(telling(self.text), TEXT)
        for share, phrase in phrases:
            told = telling(phrase)
            for word in told:
                shares[word] = max(shares.get(word, 0), share / len(told) ** SPREAD)
        return {word: share * self.worth for word, share in shares.items()}


def telling(text: str) -> list[str]:
    return [word for word in dict.fromkeys(words(text)) if word not in FILLERS]


def weigh(items: Sequence[Item], glossary: Iterable[Word]) -> dict[str, Weights]:
    """What each word says of which items: most if it is rare."""
    shares = [item.shares for item in items]
    spread = Counter(word for share in shares for word in share)
    terms: dict[str, Weights] = defaultdict(dict)
    for number, share in enumerate(shares):
        for word, part in share.items():
            terms[word][number] = round(part * math.log(1 + len(items) / spread[word]))
    for entry in glossary:
        for name in map(words, entry.other_names):
            if len(name) == 1:
                _lend(terms, telling(entry.title), name[0])
    return dict(sorted(terms.items()))


def _lend(terms: dict[str, Weights], title: list[str], name: str) -> None:
    """Have `Hund` find what is said of the Dog."""
    parts = [terms[word] for word in title]
    weights = dict(terms.get(name, {}))
    for number in set.intersection(*map(set, parts)):
        lent = round(OTHER_NAME * min(part[number] for part in parts))
        weights[number] = max(weights.get(number, 0), lent)
    terms[name] = dict(sorted(weights.items()))
