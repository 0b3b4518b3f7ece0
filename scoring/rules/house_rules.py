"""Calls, and the house rules that define which calls are allowed and what a round is worth."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Self

from scoring.rules.errors import IllegalRound
from scoring.rules.extra_call import ExtraCall
from scoring.rules.teams import Seat


class CallLevel(StrEnum):
    """The level of a call: Tichu (rule 80), Grand Tichu (rule 83), or the extra call on which
    the players have agreed (HouseRules.extra_call)."""

    TICHU = "tichu"
    GRAND = "grand"
    EXTRA = "extra"


OFFICIAL_WORTHS = {CallLevel.TICHU: 100, CallLevel.GRAND: 200}


@dataclass(frozen=True, slots=True)
class Call:
    seat: Seat
    level: CallLevel

    @classmethod
    def from_dict(cls, facts: Mapping[str, Any]) -> Self:
        """Parse untrusted `player` and `level`. Raises IllegalRound."""
        seat = Seat.parse(facts.get("player"))
        try:
            return cls(seat, CallLevel(str(facts.get("level"))))
        except ValueError:
            raise IllegalRound("UNKNOWN_CALL") from None

    def to_dict(self) -> dict[str, str]:
        return {"player": str(self.seat), "level": str(self.level)}


class CallsPerTeam(StrEnum):
    """The calls that a team may make in a round: one for each player, one for the team, or one
    Tichu and one Grand Tichu."""

    ANY = "any"
    ONE = "one"
    ONE_OF_EACH = "one_of_each"


class FailedCalls(StrEnum):
    """The consequence of a failed call: for every call, or for Grand Tichu only.

    The caller's team loses the points of the call, or the opponents get them instead.
    """

    MINUS = "minus"
    OPPONENTS = "opponents"
    OPPONENTS_GRAND = "opponents_grand"

    def pay_opponents(self, level: CallLevel) -> bool:
        """Whether the points of a failed call of this level go to the opponents."""
        return self is FailedCalls.OPPONENTS or (
            self is FailedCalls.OPPONENTS_GRAND and level is CallLevel.GRAND
        )


DOUBLE_WINS = (100, 200, 300)


@dataclass(frozen=True, slots=True)
class HouseRules:
    """House rules that change the score of a round, or what is allowed in it.

    `grand` allows Grand Tichu; `double_win` is the number of points for a double win, one of
    DOUBLE_WINS. `extra_call` is None if only the calls of the rule book are allowed.
    """

    grand: bool = True
    calls_per_team: CallsPerTeam = CallsPerTeam.ANY
    double_win: int = 200
    failed_calls: FailedCalls = FailedCalls.MINUS
    extra_call: ExtraCall | None = None

    @property
    def official_points(self) -> bool:
        """Whether rounds are worth the points of the rule book."""
        official = self.double_win == 200 and self.failed_calls is FailedCalls.MINUS
        return official and self.extra_call is None

    def worth(self, level: CallLevel) -> int:
        """The points that a made call wins and a failed call loses. An extra call is worth 0 if
        the house rules have none."""
        if level is CallLevel.EXTRA:
            return self.extra_call.points if self.extra_call else 0
        return OFFICIAL_WORTHS[level]


OFFICIAL_RULES = HouseRules()


CALL_REFUSALS = (
    "GRAND_NOT_ALLOWED",
    "EXTRA_CALL_NOT_ALLOWED",
    "TWO_CALLS_IN_ONE_TEAM",
    "TWO_CALLS_OF_A_KIND_IN_ONE_TEAM",
)


def check_calls(calls: Sequence[Call], rules: HouseRules) -> None:
    """Check that these house rules allow the calls.

    Raises IllegalRound with one of CALL_REFUSALS.
    """
    if not rules.grand and any(call.level is CallLevel.GRAND for call in calls):
        raise IllegalRound("GRAND_NOT_ALLOWED")
    if not rules.extra_call and any(call.level is CallLevel.EXTRA for call in calls):
        raise IllegalRound("EXTRA_CALL_NOT_ALLOWED")
    teams = {call.seat.team for call in calls}
    kinds = {(call.seat.team, call.level) for call in calls}
    if rules.calls_per_team is CallsPerTeam.ONE and len(teams) < len(calls):
        raise IllegalRound("TWO_CALLS_IN_ONE_TEAM")
    if rules.calls_per_team is CallsPerTeam.ONE_OF_EACH and len(kinds) < len(calls):
        raise IllegalRound("TWO_CALLS_OF_A_KIND_IN_ONE_TEAM")


def further_levels(
    seat: Seat, calls: Sequence[Call], rules: HouseRules
) -> tuple[CallLevel, ...]:
    """The levels that a player can still call after `calls` under these house rules, in the
    order of their worth. Empty if the player has already called (rule 86)."""
    if any(call.seat is seat for call in calls):
        return ()
    levels = sorted(CallLevel, key=rules.worth)
    return tuple(level for level in levels if _may_follow(Call(seat, level), calls, rules))


def _may_follow(call: Call, calls: Sequence[Call], rules: HouseRules) -> bool:
    try:
        check_calls([*calls, call], rules)
    except IllegalRound:
        return False
    return True
