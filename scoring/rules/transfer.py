"""The transfer at the end of a round: the hand and tricks of the last player (rule 92)."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Self

from scoring.rules.deck import DECK_POINTS
from scoring.rules.errors import IllegalRound
from scoring.rules.piles import can_divide_deck, check_pile_points
from scoring.rules.teams import BySeat, ByTeam, Seat, Team


class TransferReason(StrEnum):
    """Why the points of a pile count for a player's team."""

    OWN_TRICKS = "kept"
    LAST_TRICKS = "last_tricks"
    LAST_HAND = "last_hand"


@dataclass(frozen=True, slots=True)
class TransferLine:
    """The points of one pile, the player who had it, and the player whose team gets it."""

    source: Seat
    points: int
    to: Seat
    reason: TransferReason


@dataclass(frozen=True, slots=True)
class Transfer:
    """The points of each pile if one player still has cards at the end of the round.

    `captured` are the card points in each player's own tricks, after the Dragon was given away.
    `last_hand` are those in the hand of `last_player`. The deck must be divisible into these
    five piles (rule 4), so they add up to 100, and only the pile that contains the Phoenix can
    be negative.

    Raises IllegalRound: CARD_POINTS_NOT_INTEGER, CARD_POINTS_NOT_MULTIPLE_OF_5,
    CARD_POINTS_OUT_OF_RANGE, CARD_POINTS_SUM_NOT_100, PILES_IMPOSSIBLE.
    """

    captured: BySeat[int]
    last_hand: int
    last_player: Seat

    def __post_init__(self) -> None:
        piles = [*self.captured, self.last_hand]
        check_pile_points(piles)
        if sum(piles) != DECK_POINTS:
            raise IllegalRound("CARD_POINTS_SUM_NOT_100", total=sum(piles))
        if not can_divide_deck(piles):
            raise IllegalRound("PILES_IMPOSSIBLE")

    def lines(self, first_out: Seat) -> tuple[TransferLine, ...]:
        """Return the player whose team gets each pile. The first player out gets the tricks of
        `last_player`, even if they are partners; the opponents of `last_player` get the hand.

        Raises IllegalRound (FIRST_IS_LAST).
        """
        last = self.last_player
        if first_out is last:
            raise IllegalRound("FIRST_IS_LAST")
        return (
            *(
                TransferLine(seat, points, seat, TransferReason.OWN_TRICKS)
                for seat, points in self.captured.items()
                if seat is not last
            ),
            TransferLine(last, self.captured[last], first_out, TransferReason.LAST_TRICKS),
            TransferLine(last, self.last_hand, last.next, TransferReason.LAST_HAND),
        )

    def card_points(self, first_out: Seat) -> ByTeam[int]:
        """Return both teams' card points after the transfer. Raises IllegalRound."""
        lines = self.lines(first_out)

        def count(team: Team) -> int:
            return sum(line.points for line in lines if line.to.team is team)

        return ByTeam.from_function(count)

    @classmethod
    def from_dict(cls, facts: Mapping[str, Any]) -> Self:
        """Parse untrusted `captured` by player, `last_hand` and `last`. Raises IllegalRound."""
        captured = facts.get("captured") or {}
        if not facts.get("last"):
            raise IllegalRound("LAST_MISSING")
        return cls(
            BySeat.from_function(lambda seat: captured.get(seat, 0)),
            facts.get("last_hand", 0),
            Seat.parse(facts["last"]),
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the form that `from_dict` parses, for JSON."""
        return {
            "captured": {str(seat): points for seat, points in self.captured.items()},
            "last_hand": self.last_hand,
            "last": str(self.last_player),
        }
