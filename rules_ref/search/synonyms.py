"""Synonyms: words that people use, and the terms that the reference uses for them."""

from collections.abc import Container

from rules_ref.search.tokens import tokenize

_SYNONYMS = """
    10s: 10
    5s: 5
    again: back
    begin open start: first lead
    bid claim declare gamble: bet call
    biggest best strongest: higher
    bonus extra: points
    both twice: two
    capture collect: take
    colour flush: suit
    combo: combination
    compulsory duty forced need obliged: must
    draw: tie
    during: middle
    eight: 8
    equal: same tie
    everybody everyone: all
    exchange give swap trade: push
    finish: out
    forget ignore miss overlook: forgot
    fold: pass
    four quad quartet: 4 four
    grading tally: count points
    hundred: 100
    keep: stay
    lose lost: fall
    max maximum: most
    mate teammate: partner player
    min minimum: least
    mix: shuffle
    myself: own
    negative: minus zero
    nine: 9
    one: 1
    own: myself
    previous: before earlier
    quit: leave
    said say: name
    sf: flush
    someone: player
    split apart: break
    still: hold last
    strong: high
    thousand: 1000
    three: 3
    throw: play
    transfer: give
    triad trio: triple
    unplayed: hand left
    until: close late
    optional voluntary: may must
    victory: win
    void: out
    win winner won: first
"""


def synonyms(terms: Container[str]) -> dict[str, list[str]]:
    """Return the indexed terms that each word may mean; words and terms are stemmed."""
    found: dict[str, list[str]] = {}
    for line in _SYNONYMS.split("\n"):
        words, _, synonyms_ = (tokenize(part) for part in line.partition(":"))
        for word in words:
            found[word] = [each for each in synonyms_ if each in terms and each != word]
    return {word: meanings for word, meanings in sorted(found.items()) if meanings}
