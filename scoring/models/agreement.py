"""The rules that a table agrees on for a game."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from enum import StrEnum
from functools import lru_cache
from typing import Any, Self

from django.db.models import Q

from scoring.rules import (
    DOUBLE_WINS,
    EXTRA_CALL_POINTS,
    CallsPerTeam,
    ExtraCall,
    FailedCalls,
    HouseRules,
    LastMoment,
    Race,
    TieRule,
)

_CHOICES: dict[str, type[StrEnum]] = {
    "tie": TieRule,
    "calls_per_team": CallsPerTeam,
    "failed_calls": FailedCalls,
    "extra_call_until": LastMoment,
}


@dataclass(frozen=True, slots=True)
class Agreement:
    """The rules of a game: what ends it (see Race), which calls are allowed and what rounds are
    worth (see HouseRules), and whether the Dragon keeps the last trick (house rule 17). The
    rule on the Dragon affects how the cards are counted, but not the score of points that were
    already counted.

    `extra_call` is the name of the extra call. It is empty if there is none; then
    `extra_call_points` is 0 and `extra_call_until` has its default."""

    target: int | None = 1000
    fixed_rounds: int | None = None
    lead: int | None = None
    floor: int | None = None
    tie: TieRule = TieRule.PLAY_ON
    grand: bool = True
    calls_per_team: CallsPerTeam = CallsPerTeam.ANY
    double_win: int = 200
    failed_calls: FailedCalls = FailedCalls.MINUS
    dragon_keeps_last_trick: bool = False
    time_limit: int | None = None
    extra_call: str = ""
    extra_call_points: int = 0
    extra_call_until: LastMoment = LastMoment.FIRST_LOOK

    @classmethod
    def of(cls, row: Any) -> Self:
        """The agreement in the columns of a game or a group."""
        return cls._of_values(*[getattr(row, name) for name in _NAMES])

    @classmethod
    @lru_cache(1000)  # a page needs it some thirty times, mostly with the same values
    def _of_values(cls, *values: Any) -> Self:
        return cls.from_columns(dict(zip(_NAMES, values, strict=True)))

    @classmethod
    def from_columns(cls, columns: Mapping[str, Any]) -> Self:
        """The agreement with these values; a missing value is that of the official rules."""
        values = {name: columns[name] for name in _NAMES if name in columns}
        known = {name: choice for name, choice in _CHOICES.items() if name in values}
        return cls(**values | {name: choice(values[name]) for name, choice in known.items()})

    def without_extra_call(self) -> Self:
        """The same agreement with only the calls of the official rules."""
        until = LastMoment.FIRST_LOOK
        return replace(self, extra_call="", extra_call_points=0, extra_call_until=until)

    @property
    def columns(self) -> dict[str, Any]:
        """The values of the columns that `of` reads."""
        return asdict(self)

    @property
    def race(self) -> Race:
        ends = (self.target, self.fixed_rounds, self.lead, self.floor)
        return Race(*ends, self.tie, time_limit=self.time_limit)

    @property
    def house_rules(self) -> HouseRules:
        extra = ExtraCall(self.extra_call, self.extra_call_points, self.extra_call_until)
        return HouseRules(
            self.grand,
            self.calls_per_team,
            self.double_win,
            self.failed_calls,
            extra if self.extra_call else None,
        )


_NAMES = tuple(field.name for field in fields(Agreement))

# Every game needs one of these, so that it can end.
HAS_AN_END = Q(target__isnull=False) | Q(fixed_rounds__isnull=False) | Q(lead__isnull=False)


HOUSE_RULES_KNOWN = Q(
    calls_per_team__in=[str(most) for most in CallsPerTeam],
    double_win__in=DOUBLE_WINS,
    failed_calls__in=[str(failed) for failed in FailedCalls],
)

# An extra call has a name and a worth, or there is none.
EXTRA_CALL_KNOWN = Q(extra_call_until__in=[str(moment) for moment in LastMoment]) & (
    Q(extra_call="", extra_call_points=0)
    | ~Q(extra_call="") & Q(extra_call_points__in=EXTRA_CALL_POINTS)
)
