"""The rules that explain why cards form no combination."""

from collections import Counter
from itertools import pairwise

from rules_ref.play.combination import ACE, MAH_JONG, TWO
from rules_ref.play.situation import Play
from scoring.rules.deck import Special

# Cards of at least this many ranks look like a straight, even if they are too few for one.
_LIKE_A_STRAIGHT = 4
EVERY_KIND = ("single-pair-triple", "stairs", "full-house", "straight", "bomb")


def rules_for_no_combination(play: Play) -> tuple[str, ...]:
    """Return the ids of the rules, the most specific first."""
    specials = {card.special for card in play.cards}
    if Special.DRAGON in specials:
        return ("dragon",)
    if Special.DOG in specials:
        return ("dog",)
    held = Counter(
        card.rank or MAH_JONG for card in play.cards if card.special is not Special.PHOENIX
    )
    return _with_phoenix(play, held) if Special.PHOENIX in specials else _without_phoenix(held)


def _without_phoenix(held: Counter[int]) -> tuple[str, ...]:
    if len(held) > 1 and set(held.values()) == {3} and _consecutive(held):
        return ("no-triple-chain",)
    if len(held) > 1 and set(held.values()) == {2}:
        return ("stairs",)
    if len(held) >= _LIKE_A_STRAIGHT and max(held.values()) == 1:
        return ("straight-ends", "ace-high") if _wraps_around(held) else ("straight",)
    return ("mah-jong",) if MAH_JONG in held else EVERY_KIND


def _with_phoenix(play: Play, held: Counter[int]) -> tuple[str, ...]:
    counts = sorted(held.values())
    if play.phoenix_as is not None and (possible := Play(play.cards).readings):
        return ("phoenix-two-readings",) if len(possible) > 1 else ("phoenix-joker",)
    if counts == [3]:
        return ("four-of-a-kind",)
    if counts == [4]:
        return ("four-and-phoenix",)
    if sorted(held) == list(range(TWO, ACE + 1)):
        return ("phoenix-straight-ends",)
    if len(held) + 1 >= _LIKE_A_STRAIGHT and counts[-1] == 1:
        corner = _wraps_around(held, jokers=1)
        return ("straight-ends", "ace-high") if corner else ("straight", "phoenix-joker")
    return ("phoenix-joker", *EVERY_KIND)


def _consecutive(held: Counter[int]) -> bool:
    return all(high - low == 1 for low, high in pairwise(sorted(held)))


def _wraps_around(held: Counter[int], jokers: int = 0) -> bool:
    """Whether the ranks are consecutive if the lowest rank follows the ace, with this number of
    jokers."""
    lowest = MAH_JONG if MAH_JONG in held else TWO
    ranks = list(range(lowest, ACE + 1))
    length = len(held) + jokers
    return any(
        held.keys() <= {*ranks[-before:], *ranks[: length - before]}
        for before in range(1, length)
    )
