"""Finds the known name that a spelling most probably means."""

from collections.abc import Iterable
from dataclasses import replace

from scoring.importers.found import FoundGame

_MAX_DISTANCE = 2
_SHORT_NAME = 4  # letters; names of at most this length may differ in one letter only


def nearest(spelling: str, known: Iterable[str]) -> str:
    """Return the known name that is most similar to the spelling, or "" if none is similar
    enough, or if two are equally similar. All names must be case-folded. A first name matches a
    full name if that is the only known name that begins with it."""
    names = list(known)
    if spelling in names:
        return spelling
    begin = [name for name in names if name.split()[:1] == spelling.split()[:1] and spelling]
    if len(begin) == 1:
        return begin[0]
    most = 1 if len(spelling) <= _SHORT_NAME else _MAX_DISTANCE
    near = sorted((edit_distance(spelling, name, most), name) for name in names)
    if not near or near[0][0] > most or (len(near) > 1 and near[1][0] == near[0][0]):
        return ""
    return near[0][1]


def with_one_spelling(games: Iterable[FoundGame]) -> list[FoundGame]:
    """Return the games with one spelling for names that differ only in capitals: the spelling
    that occurs first."""
    first: dict[str, str] = {}

    def known(name: str) -> str:
        return first.setdefault(name.casefold(), name)

    return [replace(game, names=game.names.map(known)) for game in games]


def edit_distance(one: str, other: str, most: int) -> int:
    """Return the Levenshtein distance: the number of letters that are inserted, deleted or
    replaced. Returns `most` + 1 for any distance of more than `most`.
    """
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
