"""The end of a round: the last player's hand and tricks become somebody else's (rule 92)."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Self

from scoring.rules.deck import DECK_POINTS, FEWEST_POINTS, MOST_POINTS, POINTS_STEP
from scoring.rules.errors import IllegalRound
from scoring.rules.teams import BySeat, ByTeam, Seat, Team


class Why(StrEnum):
    """Why points go where they go."""

    KEPT = "kept"
    LAST_TRICKS = "last_tricks"
    LAST_HAND = "last_hand"


@dataclass(frozen=True, slots=True)
class Move:
    """The points of one pile and where they end: at a player's, whose team counts them."""

    source: Seat
    points: int
    to: Seat
    why: Why


@dataclass(frozen=True, slots=True)
class Transfer:
    """What was counted where when one player was left with cards.

    `captured` are the card points in each player's own tricks after Dragon gifts, `last_hand`
    those still in the hand of `last`: steps of five from -25 to 125 that add to the deck's 100.

    Raises IllegalRound: CARD_POINTS_SUM_NOT_100, CARD_POINTS_NOT_INTEGER,
    CARD_POINTS_NOT_MULTIPLE_OF_5, CARD_POINTS_OUT_OF_RANGE.
    """

    captured: BySeat[int]
    last_hand: int
    last: Seat

    def __post_init__(self) -> None:
        piles = [*self.captured, self.last_hand]
        if any(type(points) is not int for points in piles):
            raise IllegalRound("CARD_POINTS_NOT_INTEGER")
        if sum(piles) != DECK_POINTS:
            raise IllegalRound("CARD_POINTS_SUM_NOT_100", total=sum(piles))
        if any(points % POINTS_STEP for points in piles):
            raise IllegalRound("CARD_POINTS_NOT_MULTIPLE_OF_5")
        if not all(FEWEST_POINTS <= points <= MOST_POINTS for points in piles):
            raise IllegalRound("CARD_POINTS_OUT_OF_RANGE")

    def moves(self, first_out: Seat) -> tuple[Move, ...]:
        """Where each pile goes: the tricks of `last` to the player who went out first, even if
        that is his own partner, and the hand to his opponents.

        Raises IllegalRound (FIRST_IS_LAST).
        """
        last = self.last
        if first_out is last:
            raise IllegalRound("FIRST_IS_LAST")
        return (
            *(
                Move(seat, points, seat, Why.KEPT)
                for seat, points in self.captured.items()
                if seat is not last
            ),
            Move(last, self.captured[last], first_out, Why.LAST_TRICKS),
            Move(last, self.last_hand, last.next, Why.LAST_HAND),
        )

    def card_points(self, first_out: Seat) -> ByTeam[int]:
        """Both teams' card points once everything is passed on. Raises IllegalRound."""
        moves = self.moves(first_out)

        def count(team: Team) -> int:
            return sum(move.points for move in moves if move.to.team is team)

        return ByTeam.of(count)

    @classmethod
    def from_facts(cls, facts: Mapping[str, Any]) -> Self:
        """Read `captured` by player, `last_hand` and `last`, trusting nothing. Raises
        IllegalRound."""
        captured = facts.get("captured") or {}
        if not facts.get("last"):
            raise IllegalRound("LAST_MISSING")
        return cls(
            BySeat.of(lambda seat: captured.get(seat, 0)),
            facts.get("last_hand", 0),
            Seat.read(facts["last"]),
        )

    def facts(self) -> dict[str, Any]:
        """The same form that `from_facts` reads, fit for JSON."""
        return {
            "captured": {str(seat): points for seat, points in self.captured.items()},
            "last_hand": self.last_hand,
            "last": str(self.last),
        }


def transfer(
    captured: BySeat[int], last_hand: int, *, first_out: Seat, last: Seat
) -> ByTeam[int]:
    """Return both teams' card points when one player is left with cards; see Transfer.

    After a double win nothing is counted, and nothing is passed on.
    Raises IllegalRound: FIRST_IS_LAST, and what Transfer raises.
    """
    if first_out is last:
        raise IllegalRound("FIRST_IS_LAST")
    return Transfer(captured, last_hand, last).card_points(first_out)
