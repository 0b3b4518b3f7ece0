"""The round in progress: what the table has told of a round that is still being played."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

from scoring.rules.count import Count
from scoring.rules.errors import IllegalRound
from scoring.rules.moments import Moments
from scoring.rules.round import Call, HouseRules, Level, RoundResult, check_calls
from scoring.rules.teams import BySeat, ByTeam, Seat, Team
from scoring.rules.transfer import Transfer

HAND = "hand"


@dataclass(frozen=True, slots=True)
class RoundInProgress:
    """What is known of a round before it is recorded; all of it may still be missing.

    `order` are up to three players as they went out. `calls` hold at most one a player. `dealt`
    says that cards 9 to 14 are dealt, `played` that a first card was played: either closes
    Grand Tichu (rule 9). `by_team` counts the tricks of both teams, `by_player` every player's
    tricks (under the seat) and, under HAND, what `last` still holds.

    Raises IllegalRound: DUPLICATE_PLAYER_IN_ORDER, TWO_CALLS_BY_ONE_PLAYER.
    """

    order: tuple[Seat, ...] = ()
    calls: tuple[Call, ...] = ()
    dealt: bool = False
    played: bool = False
    by_team: Count[Team] = field(default_factory=lambda: Count({}))
    by_player: Count[str] = field(default_factory=lambda: Count({}))
    last: Seat | None = None
    moments: Moments = field(default_factory=Moments)

    def __post_init__(self) -> None:
        calls = tuple(sorted(self.calls, key=lambda call: call.seat.place))
        object.__setattr__(self, "calls", calls)
        if len(set(self.order)) < len(self.order):
            raise IllegalRound("DUPLICATE_PLAYER_IN_ORDER")
        if len({call.seat for call in calls}) < len(calls):
            raise IllegalRound("TWO_CALLS_BY_ONE_PLAYER")

    def __bool__(self) -> bool:
        return self != _NOTHING

    @property
    def grand_closed(self) -> bool:
        return self.dealt or self.played

    def call(self, seat: Seat) -> Call | None:
        """What this player called, if anything."""
        return next((call for call in self.calls if call.seat is seat), None)

    def card_points(self) -> ByTeam[int]:
        """What counting both teams' tricks came to. Raises IllegalRound while cards are
        missing."""
        points = self.by_team.of(*Team)
        return ByTeam.of(lambda team: points[team])

    def transfer(self) -> Transfer:
        """What counting every player's tricks and the last hand came to. Raises IllegalRound
        while a player or cards are missing."""
        if not self.order:
            raise IllegalRound("FIRST_OUT_MISSING")
        if self.last is None:
            raise IllegalRound("LAST_MISSING")
        points = self.by_player.of(*Seat, HAND)
        counted = Transfer(BySeat.of(lambda seat: points[seat]), points[HAND], self.last)
        counted.card_points(self.order[0])  # refuses the same player first and last
        return counted

    def follow(self, seen: Self, mine: Self, rules: HouseRules) -> Self:
        """Do to this what a phone did that saw `seen` and now shows `mine`: what the phone did
        not touch stays as others made it. Counts, `last` and moments are not its matter.

        Raises IllegalRound for a call that these rules do not allow, or no longer
        (GRAND_TOO_LATE).
        """
        calls = {seat: self.call(seat) for seat in Seat}
        for seat in Seat:
            if mine.call(seat) != seen.call(seat):
                calls[seat] = mine.call(seat)
        kept = tuple(call for call in calls.values() if call)
        if self.grand_closed and any(
            call.level is Level.GRAND and call not in self.calls for call in kept
        ):
            raise IllegalRound("GRAND_TOO_LATE")
        check_calls(kept, rules)
        return replace(
            self,
            calls=kept,
            order=self.order if mine.order == seen.order else mine.order,
            dealt=self.dealt if mine.dealt is seen.dealt else mine.dealt,
            played=self.played if mine.played is seen.played else mine.played,
        )

    def unheard(self, seen: Self, result: RoundResult) -> tuple[Seat, ...]:
        """Whose calls were made or taken back unseen by the phone that saw `seen` and sends
        `result`: recording it would lose them."""
        sent = {call.seat: call for call in result.calls}
        return tuple(
            seat for seat in Seat if self.call(seat) not in {seen.call(seat), sent.get(seat)}
        )

    @classmethod
    def from_facts(cls, facts: Mapping[str, Any]) -> Self:
        """Read `facts()`, trusting nothing. Raises IllegalRound."""
        last = facts.get("last")
        return cls(
            order=tuple(Seat.read(player) for player in facts.get("order") or ()),
            calls=tuple(Call.from_facts(call) for call in facts.get("calls") or ()),
            dealt=bool(facts.get("dealt")),
            played=bool(facts.get("played")),
            by_team=Count.from_facts(facts.get("by_team") or {}),
            by_player=Count.from_facts(facts.get("by_player") or {}),
            last=Seat.read(last) if last else None,
            moments=Moments.from_facts(facts),
        )

    def facts(self) -> dict[str, Any]:
        """What is known, without what is not, fit for JSON."""
        known = {
            "order": [str(seat) for seat in self.order],
            "calls": [call.facts() for call in self.calls],
            "dealt": self.dealt,
            "played": self.played,
            "by_team": self.by_team.facts(),
            "by_player": self.by_player.facts(),
            "last": self.last and str(self.last),
            **self.moments.facts(),
        }
        return {name: value for name, value in known.items() if value}


_NOTHING = RoundInProgress()
