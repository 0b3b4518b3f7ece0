"""Notes on a round besides its score: bombs, and a text."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from scoring.rules.deck import RANKS, Suit
from scoring.rules.errors import IllegalRound
from scoring.rules.teams import Seat

FOUR_OF_A_KIND_LENGTH = 4
MIN_STRAIGHT_LENGTH = 5
LOWEST, HIGHEST = min(RANKS.values()), max(RANKS.values())
MAX_STRAIGHT_LENGTH = HIGHEST - LOWEST + 1
MAX_NOTE_LENGTH = 200


@dataclass(frozen=True, slots=True)
class Bomb:
    """A bomb: four of a kind, or a straight of one suit.

    `length` is 4 for four of a kind and 5 to 13 for a straight, `top` the highest rank, 2 to 14
    (ace). Neither Mah Jong nor Phoenix can be in a bomb (rules 29, 70).
    Raises IllegalRound (UNKNOWN_BOMB).
    """

    seat: Seat
    length: int
    top: int

    def __post_init__(self) -> None:
        lengths, tops = (
            range(FOUR_OF_A_KIND_LENGTH, MAX_STRAIGHT_LENGTH + 1),
            range(LOWEST, HIGHEST + 1),
        )
        if self.length not in lengths or self.top not in tops or self.ranks[0] < LOWEST:
            raise IllegalRound("UNKNOWN_BOMB")

    @property
    def four_of_a_kind(self) -> bool:
        return self.length == FOUR_OF_A_KIND_LENGTH

    @property
    def ranks(self) -> range:
        """The ranks of the cards, the lowest first."""
        lowest = self.top if self.four_of_a_kind else self.top - self.length + 1
        return range(lowest, self.top + 1)

    @classmethod
    def from_dict(cls, facts: Mapping[str, Any]) -> Self:
        """Parse untrusted `player`, `length` and `top`. Raises IllegalRound."""
        try:
            length, top = int(facts["length"]), int(facts["top"])
        except (KeyError, TypeError, ValueError):
            raise IllegalRound("UNKNOWN_BOMB") from None
        return cls(Seat.parse(facts.get("player")), length, top)

    def to_dict(self) -> dict[str, Any]:
        return {"player": str(self.seat), "length": self.length, "top": self.top}


@dataclass(frozen=True, slots=True)
class RoundNotes:
    """The bombs of a round in the order in which they were noted, and a note of at most 200
    characters.

    Raises IllegalRound: BOMBS_SHARE_CARDS if the deck does not have the cards for all bombs,
    NOTE_TOO_LONG.
    """

    bombs: tuple[Bomb, ...] = ()
    note: str = ""

    def __post_init__(self) -> None:
        if len(self.note) > MAX_NOTE_LENGTH:
            raise IllegalRound("NOTE_TOO_LONG", most=MAX_NOTE_LENGTH)
        if not self.bombs:
            return
        # Straights that share a rank need a suit each, and four of a kind takes all four. If
        # the suits suffice at every rank, the bombs are possible together.
        for rank in RANKS.values():
            at_rank = [bomb for bomb in self.bombs if rank in bomb.ranks]
            if sum(len(Suit) if bomb.four_of_a_kind else 1 for bomb in at_rank) > len(Suit):
                raise IllegalRound("BOMBS_SHARE_CARDS")

    def __bool__(self) -> bool:
        return bool(self.bombs or self.note)

    @classmethod
    def from_dict(cls, facts: Mapping[str, Any]) -> Self:
        """Parse untrusted `bombs` and `note`. Raises IllegalRound."""
        bombs = tuple(Bomb.from_dict(bomb) for bomb in facts.get("bombs") or ())
        return cls(bombs, str(facts.get("note") or ""))

    def to_dict(self) -> dict[str, Any]:
        """Return the form that `from_dict` parses, without empty values, for JSON."""
        bombs = [bomb.to_dict() for bomb in self.bombs]
        return ({"bombs": bombs} if bombs else {}) | ({"note": self.note} if self.note else {})
