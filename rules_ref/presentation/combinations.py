"""Describes combinations of cards by names and as images."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from rules_ref.cards import CardImage, render_cards
from rules_ref.play import Combination, CombinationKind, PlayOption
from rules_ref.play.codes import CARDS
from rules_ref.play.combination import ACE, DOG, DRAGON, MAH_JONG
from scoring.rules import DECK, RANKS, Card, Special

# The most lines that are shown of a list of plays.
MAX_LINES = 24

_CODES = {card: code for code, card in CARDS.items()}
_SPECIAL_RANKS: dict[Special, float] = {
    Special.DOG: DOG,
    Special.MAH_JONG: MAH_JONG,
    Special.PHOENIX: ACE + 0.5,
    Special.DRAGON: DRAGON,
}

_NAMES = {
    CombinationKind.SINGLE: gettext_noop("Single %(rank)s"),
    CombinationKind.PAIR: gettext_noop("Pair of %(rank)ss"),
    CombinationKind.TRIPLE: gettext_noop("Triple of %(rank)ss"),
    CombinationKind.STAIRS: gettext_noop("Stairs of %(length)s cards up to %(rank)s"),
    CombinationKind.FULL_HOUSE: gettext_noop("Full house with three %(rank)ss"),
    CombinationKind.STRAIGHT: gettext_noop("Straight of %(length)s cards up to %(rank)s"),
    CombinationKind.QUAD_BOMB: gettext_noop("Bomb of four %(rank)ss"),
    CombinationKind.STRAIGHT_BOMB: gettext_noop(
        "Bomb, a straight of %(length)s cards up to %(rank)s"
    ),
    CombinationKind.DOG: gettext_noop("Dog"),
}


class Plays(NamedTuple):
    """Lines of equivalent plays, each with the number of plays, and the number of plays that
    are left out."""

    lines: list[tuple[PlayOption, int]]
    more: int


def rank_name(rank: float) -> str:
    """Return the name of a rank, such as 8 or ace, or 8½ for a Phoenix as a single card."""
    if rank % 1:
        return f"{int(rank)}½"
    sign = next((sign for sign, number in RANKS.items() if number == rank), None)
    return CardImage.from_code(sign).name if sign else str(int(rank))


def combination_name(combination: Combination) -> str:
    """Describe a combination, and the rank for which the Phoenix stands in it."""
    if combination.kind is CombinationKind.SINGLE:
        return _single_name(combination)
    name = _(_NAMES[combination.kind]) % {
        "rank": rank_name(combination.rank),
        "length": combination.length,
    }
    if combination.phoenix_as is None:
        return name
    return _("%(combination)s, the Phoenix as %(rank)s") % {
        "combination": name,
        "rank": rank_name(combination.phoenix_as),
    }


def card_images(cards: Iterable[Card], combination: Combination | None = None) -> str:
    """Render the cards, the lowest first. The Phoenix is placed at the rank for which it
    stands."""
    as_what = combination.phoenix_as if combination else None

    def place(card: Card) -> tuple[float, int]:
        rank = _SPECIAL_RANKS[card.special] if card.special else card.rank or 0
        if card.special is Special.PHOENIX and as_what:
            rank = as_what
        return rank, DECK.index(card)

    return render_cards(" ".join(_CODES[card] for card in sorted(cards, key=place)))


def group_by_rank(options: Sequence[PlayOption]) -> Plays:
    """Group plays that differ only in suits."""
    by_shape: dict[object, list[PlayOption]] = {}
    for option in options:
        ranks = sorted((card.rank or 0) for card in option.cards)
        by_shape.setdefault((option.combination, *ranks), []).append(option)
    lines = [(ways[0], len(ways)) for ways in by_shape.values()][:MAX_LINES]
    return Plays(lines, len(options) - sum(ways for _option, ways in lines))


def _single_name(combination: Combination) -> str:
    if combination.lone_phoenix:
        return _("Phoenix, worth %(value)s") % {"value": rank_name(combination.rank)}
    if combination.rank == DRAGON:
        return _("Dragon")
    if combination.rank == MAH_JONG:
        return _("Mah Jong")
    return _(_NAMES[CombinationKind.SINGLE]) % {"rank": rank_name(combination.rank)}
