"""Damages files at random."""

import random

_PIECES = [
    *(b"null", b"{}", b"[]", b"-1", b"1e999", b"NaN", b'"', b"\\ud800", b"\xff", b"\0"),
    *(b"\n", b";", b",", b"\t", b"9" * 5000, b"true", b"[[[[", b"31/02/2024", b"0", b'"team"'),
]


def damaged(data: bytes, chance: random.Random) -> bytes:
    """Return the text with one to six random changes."""
    found = bytearray(data)
    for _ in range(chance.randint(1, 6)):
        place = chance.randrange(len(found) + 1)
        end = min(len(found), place + chance.choice([0, 1, 2, 5, 20, 80]))
        move = chance.randrange(6)
        if move == 0:
            del found[place:end]
        elif move == 1:
            found[place:place] = found[place:end] * 3
        elif move == 2:
            found[place:end] = chance.choice(_PIECES)
        elif move == 3:
            found[place : place + 1] = bytes([chance.randrange(256)])
        elif move == 4:
            del found[place:]
        else:
            other = chance.randrange(len(found) + 1)
            found[place:end] = found[other : other + 40]
    return bytes(found)
