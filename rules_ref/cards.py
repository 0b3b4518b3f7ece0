"""HTML images of cards, from codes such as `5j 10s K phoenix`."""

from dataclasses import dataclass

from django.utils.html import escape
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from rules_ref.errors import ContentError
from scoring.rules import RANKS, Special, Suit

_SUITS = {
    Suit.JADE: gettext_noop("%(rank)s of jade"),
    Suit.SWORD: gettext_noop("%(rank)s of sword"),
    Suit.PAGODA: gettext_noop("%(rank)s of pagoda"),
    Suit.STAR: gettext_noop("%(rank)s of star"),
}
_SPECIALS = {
    Special.MAH_JONG: gettext_noop("Mah Jong"),
    Special.DOG: gettext_noop("Dog"),
    Special.PHOENIX: gettext_noop("Phoenix"),
    Special.DRAGON: gettext_noop("Dragon"),
}
_COURT = {
    "J": gettext_noop("jack"),
    "Q": gettext_noop("queen"),
    "K": gettext_noop("king"),
    "A": gettext_noop("ace"),
}


@dataclass(frozen=True, slots=True)
class CardImage:
    """The name of a card, its rank in the corner, and its symbol. The symbol is a suit, a
    special card, or empty for a rank of any suit."""

    name: str
    corner: str
    symbol: str = ""

    @classmethod
    def from_code(cls, code: str) -> "CardImage":
        if code in list(Special):
            special = Special(code)
            return cls(_(_SPECIALS[special]), "1" if special is Special.MAH_JONG else "", code)
        if code in RANKS:
            return cls(_rank_name(code), code)
        rank, suit = code[:-1], code[-1:]
        if rank not in RANKS or suit not in list(Suit):
            raise ContentError(f"{code!r} is no card")
        name = _(_SUITS[Suit(suit)]) % {"rank": _rank_name(rank)}
        return cls(name, rank, Suit(suit).name.lower())

    @property
    def html(self) -> str:
        sign = f'<svg><use href="#sign-{self.symbol}"/></svg>' if self.symbol else ""
        return f'<span class="card {self.symbol}">{self.corner}{sign}</span>'


def render_cards(codes: str) -> str:
    """Return the HTML of the cards side by side, as one image with an accessible name.

    Raises ContentError for an unknown code."""
    cards = [CardImage.from_code(code) for code in codes.split()]
    names = escape(", ".join(card.name for card in cards))
    pictures = "".join(card.html for card in cards)
    return f'<span class="cards" role="img" aria-label="{names}">{pictures}</span>'


def _rank_name(rank: str) -> str:
    return _(_COURT[rank]) if rank in _COURT else rank
