"""What people say, and the words that the reference has for it."""

from collections.abc import Container

from rules_ref.search.words import words

_SAID = """
    again: back
    begin open start: first lead
    biggest best strongest: higher
    bonus extra: points
    both twice: two
    colour flush: suit
    compulsory duty forced need obliged: must
    draw: tie
    during: middle
    eight: 8
    equal: same tie
    everybody everyone: all
    exchange give swap trade: push
    finish: out
    forget ignore miss overlook: forgot
    four quad: 4 four
    keep: stay
    lose lost: fall
    mate teammate: partner player
    mix: shuffle
    myself: own
    negative: minus zero
    nine: 9
    one: 1
    own: myself
    previous: before earlier
    said say: name
    someone: player
    split apart: break
    still: hold last
    strong: high
    thousand: 1000
    three: 3
    throw: play
    until: close late
    optional voluntary: may must
    victory: win
    win winner won: first
"""


def alike(terms: Container[str]) -> dict[str, list[str]]:
    """For each word that people say, in its plainest form, those terms that it may mean."""
    meant: dict[str, list[str]] = {}
    for line in _SAID.split("\n"):
        said, _, ours = (words(part) for part in line.partition(":"))
        for word in said:
            meant[word] = [each for each in ours if each in terms and each != word]
    return {word: ours for word, ours in sorted(meant.items()) if ours}
