"""What a round is remembered for beside its points: its bombs, and a note."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from scoring.rules.deck import RANKS, Suit
from scoring.rules.errors import IllegalRound
from scoring.rules.teams import Seat

FOUR = 4
SHORTEST_RUN = 5
LOWEST, HIGHEST = min(RANKS.values()), max(RANKS.values())
LONGEST_RUN = HIGHEST - LOWEST + 1
MOST_LETTERS = 200


@dataclass(frozen=True, slots=True)
class Bomb:
    """A bomb that somebody played: four of a kind, or a run of one suit.

    `length` is 4 for four of a kind and 5 to 13 for a run, `top` the rank of its highest card,
    2 to 14 (ace). Neither Mah Jong nor Phoenix is ever in one (rules 29, 70).
    Raises IllegalRound (UNKNOWN_BOMB).
    """

    seat: Seat
    length: int
    top: int

    def __post_init__(self) -> None:
        lengths, tops = range(FOUR, LONGEST_RUN + 1), range(LOWEST, HIGHEST + 1)
        if self.length not in lengths or self.top not in tops or self.ranks[0] < LOWEST:
            raise IllegalRound("UNKNOWN_BOMB")

    @property
    def four_of_a_kind(self) -> bool:
        return self.length == FOUR

    @property
    def ranks(self) -> range:
        """The ranks of its cards, the lowest first."""
        lowest = self.top if self.four_of_a_kind else self.top - self.length + 1
        return range(lowest, self.top + 1)

    @classmethod
    def from_facts(cls, facts: Mapping[str, Any]) -> Self:
        """Read `player`, `length` and `top`, trusting nothing. Raises IllegalRound."""
        try:
            length, top = int(facts["length"]), int(facts["top"])
        except (KeyError, TypeError, ValueError):
            raise IllegalRound("UNKNOWN_BOMB") from None
        return cls(Seat.read(facts.get("player")), length, top)

    def facts(self) -> dict[str, Any]:
        return {"player": str(self.seat), "length": self.length, "top": self.top}


@dataclass(frozen=True, slots=True)
class Moments:
    """The bombs of a round in the order in which they were noted, and a note of at most 200
    letters.

    Raises IllegalRound: BOMBS_SHARE_CARDS where the deck has not the cards for all of them,
    NOTE_TOO_LONG.
    """

    bombs: tuple[Bomb, ...] = ()
    note: str = ""

    def __post_init__(self) -> None:
        if len(self.note) > MOST_LETTERS:
            raise IllegalRound("NOTE_TOO_LONG", most=MOST_LETTERS)
        # Runs over a rank have a suit each, and four of a kind takes all four: what fits rank
        # by rank can be dealt.
        for rank in RANKS.values():
            here = [bomb for bomb in self.bombs if rank in bomb.ranks]
            if sum(len(Suit) if bomb.four_of_a_kind else 1 for bomb in here) > len(Suit):
                raise IllegalRound("BOMBS_SHARE_CARDS")

    def __bool__(self) -> bool:
        return bool(self.bombs or self.note)

    @classmethod
    def from_facts(cls, facts: Mapping[str, Any]) -> Self:
        """Read `bombs` and `note`, trusting nothing. Raises IllegalRound."""
        bombs = tuple(Bomb.from_facts(bomb) for bomb in facts.get("bombs") or ())
        return cls(bombs, str(facts.get("note") or ""))

    def facts(self) -> dict[str, Any]:
        """The same form that `from_facts` reads, without what there is not; fit for JSON."""
        bombs = [bomb.facts() for bomb in self.bombs]
        return ({"bombs": bombs} if bombs else {}) | ({"note": self.note} if self.note else {})
