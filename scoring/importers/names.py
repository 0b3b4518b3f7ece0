"""Finds the known name that a person probably meant."""

from collections.abc import Iterable
from dataclasses import replace

from scoring.importers.found import FoundGame

_NEAR = 2  # changes of a letter
_SHORT = 4  # letters, in which one change is the most


def nearest(spelling: str, known: Iterable[str]) -> str:
    """The one of the known names that is nearest to the spelling, "" if none is near. Both are
    folded already, so that capitals make no difference. A first name stands for the whole one
    where only one begins with it."""
    names = list(known)
    if spelling in names:
        return spelling
    begin = [name for name in names if name.split()[:1] == spelling.split()[:1] and spelling]
    if len(begin) == 1:
        return begin[0]
    most = 1 if len(spelling) <= _SHORT else _NEAR
    near = sorted((distance(spelling, name, most), name) for name in names)
    if not near or near[0][0] > most or (len(near) > 1 and near[1][0] == near[0][0]):
        return ""
    return near[0][1]


def with_one_spelling(games: Iterable[FoundGame]) -> list[FoundGame]:
    """The games with names that differ by capitals alone written as where they first stand."""
    first: dict[str, str] = {}

    def known(name: str) -> str:
        return first.setdefault(name.casefold(), name)

    return [replace(game, names=game.names.map(known)) for game in games]


def distance(one: str, other: str, most: int) -> int:
    """How many letters have to be put in, left out or changed; more than `most` is `most` +
    1."""
    if abs(len(one) - len(other)) > most:
        return most + 1
    row = list(range(len(other) + 1))
    for place, letter in enumerate(one, 1):
        above, row = row, [place]
        for number, each in enumerate(other, 1):
            row.append(
                min(row[-1] + 1, above[number] + 1, above[number - 1] + (letter != each))
            )
    return min(row[-1], most + 1)
