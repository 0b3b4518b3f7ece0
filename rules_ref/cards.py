"""Cards as the reference draws them: from codes such as `5j 10s K phoenix`."""

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
class DrawnCard:
    """A card's name, what stands in its corner, and its sign: of a suit, a special card, or
    none, where any suit is meant."""

    name: str
    corner: str
    sign: str = ""

    @classmethod
    def of(cls, code: str) -> "DrawnCard":
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
        sign = f'<svg><use href="#sign-{self.sign}"/></svg>' if self.sign else ""
        return f'<span class="card {self.sign}">{self.corner}{sign}</span>'


def draw(codes: str) -> str:
    """Draw the cards side by side, as one picture with their names."""
    cards = [DrawnCard.of(code) for code in codes.split()]
    names = escape(", ".join(card.name for card in cards))
    pictures = "".join(card.html for card in cards)
    return f'<span class="cards" role="img" aria-label="{names}">{pictures}</span>'


def _rank_name(rank: str) -> str:
    return _(_COURT[rank]) if rank in _COURT else rank
