"""The avatars of a group's players: a colour with a monogram, or the colour, symbol or photo
that was chosen.

Only choices are stored. Everything else follows from the order in which the players were added,
so a new player does not change the avatars of the others.
"""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Protocol

from scoring.grapheme_clusters import grapheme_clusters
from scoring.models.names import clean_text

# In the order in which they are assigned, so that the first four differ most. The blue and the
# amber of the teams are not among them. `tichu.css` defines the colours.
COLOURS = ("violet", "olive", "pink", "teal", "brown", "purple", "green", "slate")
# In characters: the emoji of a family of four with skin tones has eleven.
MAX_SYMBOL_LENGTH = 16

_SHOWN = "LNSC"  # the first letters of the categories whose characters a monogram can contain


class Person(Protocol):
    """A player: the primary key, the name, and the choices, None if nothing was chosen."""

    @property
    def pk(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def colour(self) -> str | None: ...
    @property
    def symbol(self) -> str | None: ...
    @property
    def photo(self) -> str | None: ...


@dataclass(frozen=True, slots=True)
class Avatar:
    """One of COLOURS, with a monogram of one or two grapheme clusters, or a symbol instead of
    the monogram. If photos are allowed, a `photo` (its digest) is shown instead of both."""

    colour: str
    monogram: str
    symbol: str | None = None
    photo: str | None = None

    @property
    def shown(self) -> str:
        return self.symbol or self.monogram


@dataclass(frozen=True, slots=True)
class AvatarChoice:
    """The avatar that was chosen for a player; None for a value that follows from the group."""

    colour: str | None = None
    symbol: str | None = None


def is_symbol(text: str) -> bool:
    """Whether the text can be a player's symbol: one visible grapheme cluster in composed form
    (NFC), of at most MAX_SYMBOL_LENGTH characters."""
    shown = text == clean_text(text) and len(text) <= MAX_SYMBOL_LENGTH
    return shown and len(grapheme_clusters(text)) == 1


def avatars(players: Iterable[Person]) -> dict[int, Avatar]:
    """The avatars of `players` by primary key. `players` are all players of a group, including
    those who were merged, so that a merge does not change the avatars of the others."""
    ordered = sorted(players, key=lambda player: player.pk)
    colours = _colours([player.colour for player in ordered])
    monograms = _monograms([player.name for player in ordered])
    return {
        player.pk: Avatar(colour, monogram, player.symbol, player.photo)
        for player, colour, monogram in zip(ordered, colours, monograms, strict=True)
    }


def _colours(chosen: Sequence[str | None]) -> list[str]:
    """A colour for each player: the chosen colour, or else the colour of the player's place in
    the group. If another player has chosen that colour, the player gets an unused one. Two
    players have the same colour only if no colour is unused."""
    places = [COLOURS[place % len(COLOURS)] for place in range(len(chosen))]
    found = list(chosen)
    taken = Counter(colour for colour in chosen if colour)
    left = {place for place, colour in zip(places, chosen, strict=True) if colour}
    for number, place in enumerate(places[: len(COLOURS)]):
        if not found[number] and not taken[place]:
            found[number] = place
            taken[place] += 1
    for number, place in enumerate(places):
        if not found[number]:
            start = COLOURS.index(place)
            near = [*COLOURS[start:], *COLOURS[:start]]
            fewest = min(near, key=lambda each: (taken[each], each not in left))
            found[number] = fewest
            taken[fewest] += 1
    return [colour or "" for colour in found]


def _monograms(names: Sequence[str]) -> list[str]:
    """A monogram for each name: the first letters of the first and the last word, the first
    letter alone, or the first letter and one by which the name differs from earlier names."""
    found: list[str] = []
    before: list[list[str]] = []
    for name in names:
        letters = _letters(name)
        taken = {monogram.casefold() for monogram in found}
        candidates = list(_candidates(name, letters, before))
        free = (each for each in candidates if each.casefold() not in taken)
        found.append(next(free, candidates[0]))
        before.append(letters)
    return found


def _candidates(name: str, letters: list[str], before: Iterable[list[str]]) -> Iterator[str]:
    """The possible monograms of a name, the best one first."""
    first = _capital(letters[0])
    words = name.split()
    if len(words) > 1:
        yield first + _capital(_letters(words[-1])[0])
    yield first
    start = max((1, *(_differ_at(letters, other) for other in before)))
    for letter in [*letters[start:], *letters[1:start]]:
        yield first + letter


def _differ_at(letters: list[str], others: list[str]) -> int:
    """The number of equal letters at the start of two names."""
    pairs = zip(letters, others, strict=False)
    same = takewhile(lambda pair: pair[0].casefold() == pair[1].casefold(), pairs)
    return len(list(same))


def _letters(name: str) -> list[str]:
    """The grapheme clusters of a name that are letters, digits or symbols; all clusters if
    there are none of these."""
    clusters = [each for each in grapheme_clusters(name) if not each.isspace()]
    shown = [each for each in clusters if unicodedata.category(each[0])[0] in _SHOWN]
    return shown or clusters


def _capital(letter: str) -> str:
    """The letter in title case if that is a single letter; otherwise (for example ß)
    unchanged."""
    capital = letter.title()
    return capital if len(grapheme_clusters(capital)) == 1 else letter
