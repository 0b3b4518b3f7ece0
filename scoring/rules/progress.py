"""The round in progress: the known facts of a round before it is recorded, and how the changes
of several devices to it are merged."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, Self, TypeVar

from scoring.rules.card_count import CardCount
from scoring.rules.errors import IllegalRound
from scoring.rules.house_rules import Call, CallLevel, HouseRules, check_calls
from scoring.rules.round import RoundResult
from scoring.rules.round_notes import RoundNotes
from scoring.rules.teams import BySeat, ByTeam, Seat, Team
from scoring.rules.transfer import Transfer

T = TypeVar("T")

HAND = "hand"


@dataclass(frozen=True, slots=True)
class RoundInProgress:
    """The known facts about a round before it is recorded; every field may be empty.

    `out_order` contains up to three players in the order in which they went out. `calls`
    contains at most one call per player. `all_dealt` (cards 9 to 14 are dealt) and
    `play_started` (a card was played) each rule out a new Grand Tichu (rule 9), and a new extra
    call that closes at the same moment. `by_team` counts the tricks of both teams. `by_player`
    counts the tricks of every player (by seat) and, under HAND, the hand of `last_player`.

    Raises IllegalRound: DUPLICATE_PLAYER_IN_ORDER, TWO_CALLS_BY_ONE_PLAYER.
    """

    out_order: tuple[Seat, ...] = ()
    calls: tuple[Call, ...] = ()
    all_dealt: bool = False
    play_started: bool = False
    by_team: CardCount[Team] = field(default_factory=lambda: CardCount({}))
    by_player: CardCount[str] = field(default_factory=lambda: CardCount({}))
    last_player: Seat | None = None
    notes: RoundNotes = field(default_factory=RoundNotes)

    def __post_init__(self) -> None:
        calls = tuple(sorted(self.calls, key=lambda call: call.seat.position))
        object.__setattr__(self, "calls", calls)
        if len(set(self.out_order)) < len(self.out_order):
            raise IllegalRound("DUPLICATE_PLAYER_IN_ORDER")
        if len({call.seat for call in calls}) < len(calls):
            raise IllegalRound("TWO_CALLS_BY_ONE_PLAYER")

    def __bool__(self) -> bool:
        return self != _EMPTY

    @property
    def grand_too_late(self) -> bool:
        return self.all_dealt or self.play_started

    def call(self, seat: Seat) -> Call | None:
        """Return the call of this player, if any."""
        return next((call for call in self.calls if call.seat is seat), None)

    def card_points(self) -> ByTeam[int]:
        """Return the card points from the count by team. Raises IllegalRound if cards are
        missing."""
        points = self.by_team.points_for(*Team)
        return ByTeam.from_function(lambda team: points[team])

    def transfer(self) -> Transfer:
        """Return the transfer from the count by player. Raises IllegalRound if the first
        player, the last player or cards are missing."""
        if not self.out_order:
            raise IllegalRound("FIRST_OUT_MISSING")
        if self.last_player is None:
            raise IllegalRound("LAST_MISSING")
        points = self.by_player.points_for(*Seat, HAND)
        counted = Transfer(
            BySeat.from_function(lambda seat: points[seat]), points[HAND], self.last_player
        )
        counted.card_points(self.out_order[0])  # raises if the same player is first and last
        return counted

    def merge(self, base: Self, edited: Self, rules: HouseRules) -> Self:
        """Merge the changes of a device into this state (a three-way merge). Values that differ
        between `base`, the state that the device last saw, and `edited`, its own state, are
        taken from `edited`. Counts, `last_player` and notes are not changed.

        Raises IllegalRound for a call that the rules do not allow, or no longer allow
        (GRAND_TOO_LATE, EXTRA_CALL_TOO_LATE).
        """
        merged = (_merged(self.call(seat), base.call(seat), edited.call(seat)) for seat in Seat)
        calls = tuple(call for call in merged if call)
        if self.grand_too_late:
            self._check_late({call.level for call in calls if call not in self.calls}, rules)
        check_calls(calls, rules)
        return replace(
            self,
            calls=calls,
            out_order=_merged(self.out_order, base.out_order, edited.out_order),
            all_dealt=_merged(self.all_dealt, base.all_dealt, edited.all_dealt),
            play_started=_merged(self.play_started, base.play_started, edited.play_started),
        )

    @staticmethod
    def _check_late(levels: set[CallLevel], rules: HouseRules) -> None:
        """Raise IllegalRound if one of these levels can no longer be called after the deal."""
        if CallLevel.GRAND in levels:
            raise IllegalRound("GRAND_TOO_LATE")
        extra = rules.extra_call
        if CallLevel.EXTRA in levels and extra and extra.closes_with_deal:
            raise IllegalRound("EXTRA_CALL_TOO_LATE")

    def missed_calls(self, base: Self, result: RoundResult) -> tuple[Seat, ...]:
        """Return the players whose calls changed after `base`, the state that the device last
        saw, if `result` does not contain the change. To record `result` would lose these
        changes."""
        sent = {call.seat: call for call in result.calls}
        return tuple(
            seat for seat in Seat if self.call(seat) not in {base.call(seat), sent.get(seat)}
        )

    @classmethod
    def from_dict(cls, facts: Mapping[str, Any]) -> Self:
        """Parse untrusted data in the form of `to_dict`. Raises IllegalRound."""
        last = facts.get("last")
        return cls(
            out_order=tuple(Seat.parse(player) for player in facts.get("order") or ()),
            calls=tuple(Call.from_dict(call) for call in facts.get("calls") or ()),
            all_dealt=bool(facts.get("dealt")),
            play_started=bool(facts.get("played")),
            by_team=CardCount.from_dict(facts.get("by_team") or {}),
            by_player=CardCount.from_dict(facts.get("by_player") or {}),
            last_player=Seat.parse(last) if last else None,
            notes=RoundNotes.from_dict(facts),
        )

    def to_dict(self) -> dict[str, Any]:
        """Return all fields that are not empty, for JSON."""
        known = {
            "order": [str(seat) for seat in self.out_order],
            "calls": [call.to_dict() for call in self.calls],
            "dealt": self.all_dealt,
            "played": self.play_started,
            "by_team": self.by_team.to_dict(),
            "by_player": self.by_player.to_dict(),
            "last": self.last_player and str(self.last_player),
            **self.notes.to_dict(),
        }
        return {name: value for name, value in known.items() if value}


class SeenProgress(NamedTuple):
    """The states of a round in progress that a device has seen.

    `known` is the state that the server last sent to the device. `sent` is the state that the
    device has sent since, if it has not received a response.
    """

    known: RoundInProgress
    sent: RoundInProgress | None = None

    def base(self, now: RoundInProgress) -> RoundInProgress:
        """Return the state that the device has seen, for `merge`; `now` is the present state of
        the round. The result is `known`, except for values that are the same in `now` and
        `sent`: these have been received from the device, and count as seen."""
        known, sent = self
        if sent is None:
            return known
        calls = (_arrived(now.call(seat), sent.call(seat), known.call(seat)) for seat in Seat)
        return replace(
            known,
            calls=tuple(call for call in calls if call),
            out_order=_arrived(now.out_order, sent.out_order, known.out_order),
            all_dealt=_arrived(now.all_dealt, sent.all_dealt, known.all_dealt),
            play_started=_arrived(now.play_started, sent.play_started, known.play_started),
        )


def _merged(current: T, base: T, edited: T) -> T:
    """Return `edited` if it differs from `base`, else `current`."""
    return current if edited == base else edited


def _arrived(current: T, sent: T, known: T) -> T:
    """Return `sent` if it equals `current`, else `known`."""
    return sent if sent == current else known


_EMPTY = RoundInProgress()
