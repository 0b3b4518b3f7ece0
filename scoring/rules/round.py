"""One round: the facts (RoundResult) and the points that they are worth (RoundScore)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Self

from scoring.rules.deck import DECK_POINTS, FEWEST_POINTS, MOST_POINTS, POINTS_STEP
from scoring.rules.errors import IllegalRound
from scoring.rules.teams import ByTeam, Seat, Team
from scoring.rules.transfer import Transfer


class Level(StrEnum):
    """What a player calls: Tichu (rule 80) or Grand Tichu (rule 83)."""

    TICHU = "tichu"
    GRAND = "grand"

    @property
    def worth(self) -> int:
        """Points won if the caller is first out, and lost if not."""
        return 100 if self is Level.TICHU else 200


@dataclass(frozen=True, slots=True)
class Call:
    seat: Seat
    level: Level

    @classmethod
    def from_facts(cls, facts: Mapping[str, Any]) -> Self:
        """Read `player` and `level`, trusting nothing. Raises IllegalRound."""
        seat = Seat.read(facts.get("player"))
        try:
            return cls(seat, Level(str(facts.get("level"))))
        except ValueError:
            raise IllegalRound("UNKNOWN_CALL") from None

    def facts(self) -> dict[str, str]:
        return {"player": str(self.seat), "level": str(self.level)}


@dataclass(frozen=True, slots=True)
class RoundResult:
    """The facts of one round; an impossible one cannot be made.

    `out_order` is the finishing order as far as the table told it, at least who went out
    first; the last place follows from three. Partners first and second are the double win
    (rule 89). `card_points` are what each team's tricks count after the last player's hand
    and tricks were passed on (rules 92 and 93): steps of five from -25 to 125 that add to 100,
    and None after a double win. `calls` hold at most one call a player (rule 86). `transfer` is
    what was counted where, if that was told: the card points follow from it.

    Raises IllegalRound with one of the codes in `errors.SENTENCES`.
    """

    out_order: tuple[Seat, ...]
    card_points: ByTeam[int] | None = None
    calls: tuple[Call, ...] = ()
    transfer: Transfer | None = None

    def __post_init__(self) -> None:
        set_field = object.__setattr__
        set_field(self, "out_order", _whole_order(self.out_order))
        set_field(self, "calls", tuple(sorted(self.calls, key=lambda call: call.seat.place)))
        if len({call.seat for call in self.calls}) < len(self.calls):
            raise IllegalRound("TWO_CALLS_BY_ONE_PLAYER")
        if self.double_win and (self.card_points is not None or self.transfer):
            raise IllegalRound("CARD_POINTS_WITH_DOUBLE_WIN")
        if self.transfer:
            self._check_transfer(self.transfer)
            set_field(self, "card_points", self.transfer.card_points(self.first_out))
        if not self.double_win:
            _check_card_points(self.card_points)

    @property
    def first_out(self) -> Seat:
        return self.out_order[0]

    @property
    def double_win(self) -> bool:
        return self.out_order[1:2] == (self.first_out.partner,)

    @property
    def last(self) -> Seat | None:
        """Who was left with cards, where the table told it."""
        if self.transfer:
            return self.transfer.last
        return self.out_order[3] if len(self.out_order) == 4 else None

    def level(self, seat: Seat) -> Level | None:
        """What this seat called, if it called."""
        return next((call.level for call in self.calls if call.seat is seat), None)

    def made(self, call: Call) -> bool:
        """A call is made by the player who goes out first himself (rules 80 and 84)."""
        return call.seat is self.first_out

    def _check_transfer(self, passed_on: Transfer) -> None:
        points = passed_on.card_points(self.first_out)
        if self.card_points not in {None, points}:
            raise IllegalRound("TRANSFER_CONTRADICTS_CARD_POINTS")
        if passed_on.last in self.out_order[:3]:
            raise IllegalRound("LAST_CONTRADICTS_ORDER")
        if len(self.out_order) == 2:
            third = next(seat for seat in Seat if seat not in {*self.out_order, passed_on.last})
            object.__setattr__(self, "out_order", _whole_order((*self.out_order, third)))

    @classmethod
    def from_facts(cls, facts: Mapping[str, Any]) -> Self:
        """Read a round in the form of `tests/vectors/scoring.json`, trusting nothing.

        `facts` has `first_out`, `double_win`, `card_points` by team, `calls` as a list of
        `player` and `level`, and may have `out_order`, from which a double win follows where
        `double_win` is left out, and `transfer`, as Transfer reads it. Raises IllegalRound.
        """
        first_out, passed_on = facts.get("first_out"), facts.get("transfer")
        if not first_out:
            raise IllegalRound("FIRST_OUT_MISSING")
        return cls(
            out_order=_read_order(
                Seat.read(first_out), facts.get("out_order"), double_win=facts.get("double_win")
            ),
            card_points=_read_card_points(facts.get("card_points")),
            calls=tuple(Call.from_facts(call) for call in facts.get("calls") or ()),
            transfer=passed_on and Transfer.from_facts(passed_on),
        )

    def facts(self) -> dict[str, Any]:
        """The same form that `from_facts` reads, fit for JSON."""
        order = [str(seat) for seat in self.out_order]
        points = self.card_points
        return {
            "first_out": order[0],
            "double_win": self.double_win,
            "card_points": points and {str(team): count for team, count in points.items()},
            "calls": [call.facts() for call in self.calls],
            **({"out_order": order} if len(order) > 1 else {}),
            **({"transfer": self.transfer.facts()} if self.transfer else {}),
        }


@dataclass(frozen=True, slots=True)
class HouseRules:
    """What a group may agree on that changes what a round scores or allows.

    `double_win` is its worth in points; `failed_to_opponents` gives a failed call to the other
    team instead of taking it from the caller's.
    """

    grand: bool = True
    one_call_per_team: bool = False
    double_win: int = 200
    failed_to_opponents: bool = False


OFFICIAL = HouseRules()


class Reason(StrEnum):
    CARD_POINTS = "card_points"
    DOUBLE_WIN = "double_win"
    CALL_MADE = "call_made"
    CALL_FAILED = "call_failed"


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One reason why a team gets points; `call` is set for calls only."""

    team: Team
    points: int
    reason: Reason
    call: Call | None = None


@dataclass(frozen=True, slots=True)
class RoundScore:
    """What a round is worth, line by line; `points` are the sums, with no floor (rule 95)."""

    lines: tuple[ScoreLine, ...]

    @property
    def points(self) -> ByTeam[int]:
        return ByTeam.of(
            lambda team: sum(line.points for line in self.lines if line.team is team)
        )


def score_round(result: RoundResult, rules: HouseRules = OFFICIAL) -> RoundScore:
    """Score a round: card points or the double win, then every call (rules 80 to 93).

    Raises IllegalRound for a call that these house rules do not allow.
    """
    check_calls(result.calls, rules)
    calls = tuple(_call_line(result, call, rules) for call in result.calls)
    return RoundScore(_card_lines(result, rules) + calls)


def check_calls(calls: Sequence[Call], rules: HouseRules) -> None:
    """Refuse calls that these house rules do not allow.

    Raises IllegalRound: GRAND_NOT_ALLOWED, TWO_CALLS_IN_ONE_TEAM.
    """
    if not rules.grand and any(call.level is Level.GRAND for call in calls):
        raise IllegalRound("GRAND_NOT_ALLOWED")
    if rules.one_call_per_team and len({call.seat.team for call in calls}) < len(calls):
        raise IllegalRound("TWO_CALLS_IN_ONE_TEAM")


def _card_lines(result: RoundResult, rules: HouseRules) -> tuple[ScoreLine, ...]:
    if result.card_points is None:
        return (ScoreLine(result.first_out.team, rules.double_win, Reason.DOUBLE_WIN),)
    return tuple(
        ScoreLine(team, points, Reason.CARD_POINTS)
        for team, points in result.card_points.items()
    )


def _call_line(result: RoundResult, call: Call, rules: HouseRules) -> ScoreLine:
    if result.made(call):
        return ScoreLine(call.seat.team, call.level.worth, Reason.CALL_MADE, call)
    if rules.failed_to_opponents:
        return ScoreLine(call.seat.team.opponents, call.level.worth, Reason.CALL_FAILED, call)
    return ScoreLine(call.seat.team, -call.level.worth, Reason.CALL_FAILED, call)


def _whole_order(order: tuple[Seat, ...]) -> tuple[Seat, ...]:
    if not order:
        raise IllegalRound("FIRST_OUT_MISSING")
    if len(set(order)) < len(order):
        raise IllegalRound("DUPLICATE_PLAYER_IN_ORDER")
    if len(order) == 3:
        return (*order, *(seat for seat in Seat if seat not in order))
    return order


def _check_card_points(points: ByTeam[int] | None) -> None:
    if points is None:
        raise IllegalRound("CARD_POINTS_MISSING")
    if any(type(count) is not int for count in points):
        raise IllegalRound("CARD_POINTS_NOT_INTEGER")
    if any(count % POINTS_STEP for count in points):
        raise IllegalRound("CARD_POINTS_NOT_MULTIPLE_OF_5")
    if not all(FEWEST_POINTS <= count <= MOST_POINTS for count in points):
        raise IllegalRound("CARD_POINTS_OUT_OF_RANGE")
    if sum(points) != DECK_POINTS:
        raise IllegalRound("CARD_POINTS_SUM_NOT_100", total=sum(points))


def _read_order(
    first_out: Seat, told: Sequence[object] | None, *, double_win: bool | None
) -> tuple[Seat, ...]:
    """Bring first out, finishing order and double win, which say partly the same, together."""
    if told is None:
        return (first_out, first_out.partner) if double_win else (first_out,)
    order = tuple(Seat.read(player) for player in told)
    if len(set(order)) < len(order):
        raise IllegalRound("DUPLICATE_PLAYER_IN_ORDER")
    if len(order) < 2:
        raise IllegalRound("OUT_ORDER_TOO_SHORT")
    if order[0] is not first_out:
        raise IllegalRound("FIRST_OUT_CONTRADICTS_ORDER")
    if double_win is not None and bool(double_win) is not (order[1] is first_out.partner):
        raise IllegalRound("DOUBLE_WIN_CONTRADICTS_ORDER")
    return order


def _read_card_points(points: Mapping[str, Any] | None) -> ByTeam[int] | None:
    if points is None:
        return None
    if any(points.get(team) is None for team in Team):
        raise IllegalRound("CARD_POINTS_MISSING")
    return ByTeam(points[Team.A], points[Team.B])
