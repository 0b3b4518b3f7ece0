"""Notes on a round in addition to its score: bombs, long straights, and a text."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Self

from scoring.rules.deck import HAND_SIZE, RANKS, Card, Suit
from scoring.rules.errors import IllegalRound
from scoring.rules.teams import Seat

FOUR_OF_A_KIND_LENGTH = 4
MAH_JONG = 1
LOWEST, HIGHEST = min(RANKS.values()), max(RANKS.values())
MAX_STRAIGHT_LENGTH = HIGHEST - LOWEST + 1
MAX_NOTE_LENGTH = 200
# Only straights of at least this length can be noted, as shorter ones are too frequent.
MIN_LONG_STRAIGHT_LENGTH = 8
MAX_LONG_STRAIGHT_LENGTH = HAND_SIZE


@dataclass(frozen=True, slots=True)
class Bomb:
    """A bomb: four of a kind, or a straight of one suit.

    `length` is 4 for four of a kind and 5 to 13 for a straight; `top` is the highest rank, 2 to
    14 (ace). Neither the Mah Jong nor the Phoenix can be part of a bomb (rules 29, 70). Raises
    IllegalRound (UNKNOWN_BOMB, BOMB_BELOW_TWO).
    """

    seat: Seat
    length: int
    top: int

    def __post_init__(self) -> None:
        lengths, tops = (
            range(FOUR_OF_A_KIND_LENGTH, MAX_STRAIGHT_LENGTH + 1),
            range(LOWEST, HIGHEST + 1),
        )
        if self.length not in lengths or self.top not in tops:
            raise IllegalRound("UNKNOWN_BOMB")
        if self.ranks[0] < LOWEST:
            raise _too_long("BOMB_BELOW_TWO", self.length, LOWEST)

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
        return cls(*_parse_combination(facts, "UNKNOWN_BOMB"))

    def to_dict(self) -> dict[str, Any]:
        return {"player": str(self.seat), "length": self.length, "top": self.top}


@dataclass(frozen=True, slots=True)
class LongStraight:
    """A long straight that is not a bomb.

    `length` is 8 to 14; `top` is the highest rank, 8 to 14 (ace). The lowest card may be the
    Mah Jong, the 1, and one of the other cards may be the Phoenix (rules 26, 44). Raises
    IllegalRound (UNKNOWN_STRAIGHT, STRAIGHT_BELOW_MAH_JONG).
    """

    seat: Seat
    length: int
    top: int

    def __post_init__(self) -> None:
        lengths = range(MIN_LONG_STRAIGHT_LENGTH, MAX_LONG_STRAIGHT_LENGTH + 1)
        if self.length not in lengths or self.top > HIGHEST:
            raise IllegalRound("UNKNOWN_STRAIGHT")
        if self.ranks[0] < MAH_JONG:
            raise _too_long("STRAIGHT_BELOW_MAH_JONG", self.length, MAH_JONG)

    @property
    def ranks(self) -> range:
        """The ranks of the cards, the lowest first; the Mah Jong is rank 1."""
        return range(self.top - self.length + 1, self.top + 1)

    @classmethod
    def from_dict(cls, facts: Mapping[str, Any]) -> Self:
        """Parse untrusted `player`, `length` and `top`. Raises IllegalRound."""
        return cls(*_parse_combination(facts, "UNKNOWN_STRAIGHT"))

    def to_dict(self) -> dict[str, Any]:
        return {"player": str(self.seat), "length": self.length, "top": self.top}


@dataclass(frozen=True, slots=True)
class RoundNotes:
    """The bombs and the long straights of a round, each in the order in which they were noted,
    and a note of at most 200 characters.

    Raises IllegalRound: BOMBS_SHARE_CARDS if the deck does not contain the cards for all bombs;
    COMBINATIONS_SHARE_CARDS if it does not contain them for bombs and straights together, or if
    one player would have had more cards than a hand; NOTE_TOO_LONG.
    """

    bombs: tuple[Bomb, ...] = ()
    note: str = ""
    straights: tuple[LongStraight, ...] = ()

    def __post_init__(self) -> None:
        if len(self.note) > MAX_NOTE_LENGTH:
            raise IllegalRound("NOTE_TOO_LONG", most=MAX_NOTE_LENGTH)
        if self.bombs:
            self._check_bombs()
        if self.straights:
            self._check_straights()

    def _check_bombs(self) -> None:
        # Each straight that contains a rank uses one suit of it, and four of a kind uses all
        # four. If there are enough suits at every rank, the bombs are possible together.
        for rank in RANKS.values():
            if self._in_bombs(rank) > len(Suit):
                raise IllegalRound("BOMBS_SHARE_CARDS")

    def _check_straights(self) -> None:
        """Check that the deck contains the cards of straights and bombs together, the Phoenix
        for at most one card and the Mah Jong once, and that no player has more cards than a
        hand."""
        needed = {
            rank: self._in_bombs(rank) + sum(rank in each.ranks for each in self.straights)
            for rank in RANKS.values()
        }
        lacking = sum(max(0, cards - len(Suit)) for cards in needed.values())
        from_mah_jong = sum(MAH_JONG in each.ranks for each in self.straights)
        if lacking > 1 or from_mah_jong > 1 or self._most_cards() > HAND_SIZE:
            raise IllegalRound("COMBINATIONS_SHARE_CARDS")

    def _in_bombs(self, rank: int) -> int:
        """The number of cards of a rank in the bombs."""
        at_rank = (bomb for bomb in self.bombs if rank in bomb.ranks)
        return sum(len(Suit) if bomb.four_of_a_kind else 1 for bomb in at_rank)

    def _most_cards(self) -> int:
        """The number of cards in the combinations of the player who has the most of them."""
        combinations: Iterable[Bomb | LongStraight] = (*self.bombs, *self.straights)
        cards = Counter[Seat]()
        for each in combinations:
            cards[each.seat] += each.length
        return max(cards.values())

    def __bool__(self) -> bool:
        return bool(self.bombs or self.note or self.straights)

    @classmethod
    def from_dict(cls, facts: Mapping[str, Any]) -> Self:
        """Parse untrusted `bombs`, `straights` and `note`. Raises IllegalRound."""
        bombs = tuple(Bomb.from_dict(bomb) for bomb in facts.get("bombs") or ())
        straights = map(LongStraight.from_dict, facts.get("straights") or ())
        return cls(bombs, str(facts.get("note") or ""), tuple(straights))

    def to_dict(self) -> dict[str, Any]:
        """Return the form that `from_dict` parses, without empty values, for JSON."""
        found = {
            "bombs": [bomb.to_dict() for bomb in self.bombs],
            "straights": [straight.to_dict() for straight in self.straights],
            "note": self.note,
        }
        return {name: value for name, value in found.items() if value}


def _too_long(code: str, length: int, lowest: int) -> IllegalRound:
    """Return the error for a straight of this length whose top card is so low that the straight
    would begin below the `lowest` rank."""
    return IllegalRound(code, length=length, lowest_top=Card(lowest + length - 1).symbol)


def _parse_combination(facts: Mapping[str, Any], refusal: str) -> tuple[Seat, int, int]:
    """Return the player of a combination, its length and its highest rank. Raises IllegalRound
    with the code `refusal` if length and rank are not numbers."""
    try:
        length, top = int(facts["length"]), int(facts["top"])
    except (KeyError, TypeError, ValueError):
        raise IllegalRound(refusal) from None
    return Seat.parse(facts.get("player")), length, top
