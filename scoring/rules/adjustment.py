"""Points that a team gets or loses in addition to the rounds, such as for a wish that was not
fulfilled."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Self

from scoring.rules.errors import IllegalRound
from scoring.rules.teams import ByTeam, Team

MAX_ADJUSTMENT = 1000
# For each game.
MAX_ADJUSTMENTS = 20
MAX_ADJUSTMENT_NOTE_LENGTH = 200


class AdjustmentReason(StrEnum):
    WISH = "wish"
    MISCOUNT = "miscount"
    LATE = "late"
    OTHER = "other"


def check_adjusted_points(points: int) -> None:
    """Raise IllegalRound (ADJUSTMENT_OUT_OF_RANGE) if `points` are above MAX_ADJUSTMENT or
    below -MAX_ADJUSTMENT."""
    if abs(points) > MAX_ADJUSTMENT:
        raise IllegalRound("ADJUSTMENT_OUT_OF_RANGE")


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points for each team, from -MAX_ADJUSTMENT to MAX_ADJUSTMENT, and the reason. If the
    reason is OTHER, the note contains it.

    Raises IllegalRound (ADJUSTMENT_OUT_OF_RANGE, ADJUSTMENT_OF_NOTHING,
    ADJUSTMENT_WITHOUT_REASON, ADJUSTMENT_NOTE_TOO_LONG).
    """

    points: ByTeam[int]
    reason: AdjustmentReason
    note: str = ""

    def __post_init__(self) -> None:
        for points in self.points:
            check_adjusted_points(points)
        if not any(self.points):
            raise IllegalRound("ADJUSTMENT_OF_NOTHING")
        if self.reason is AdjustmentReason.OTHER and not self.note:
            raise IllegalRound("ADJUSTMENT_WITHOUT_REASON")
        if len(self.note) > MAX_ADJUSTMENT_NOTE_LENGTH:
            raise IllegalRound("ADJUSTMENT_NOTE_TOO_LONG", most=MAX_ADJUSTMENT_NOTE_LENGTH)

    def to_dict(self) -> dict[str, Any]:
        return {
            "points": {str(team): points for team, points in self.points.items()},
            "reason": str(self.reason),
            "note": self.note,
        }

    @classmethod
    def from_dict(cls, facts: Mapping[str, Any]) -> Self:
        """Return the adjustment that `to_dict` has written."""
        points = facts["points"]
        return cls(
            ByTeam.from_function(lambda team: points[Team(team)]),
            AdjustmentReason(facts["reason"]),
            facts["note"],
        )
