"""A round: its result (RoundResult), and the points it scores (RoundScore)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Self

from scoring.rules.deck import DECK_POINTS
from scoring.rules.errors import IllegalRound
from scoring.rules.house_rules import OFFICIAL_RULES, Call, CallLevel, HouseRules, check_calls
from scoring.rules.piles import check_pile_points
from scoring.rules.teams import ByTeam, Seat, Team
from scoring.rules.transfer import Transfer


@dataclass(frozen=True, slots=True)
class RoundResult:
    """The result of a round, validated on construction.

    `out_order` is the known part of the finishing order, at least the first player out; the
    last place follows from three places. If partners are first and second, it is a double win
    (rule 89). `card_points` are each team's card points after the transfer of the last player's
    hand and tricks (rules 92 and 93): multiples of five from -25 to 125 that add up to 100, or
    None after a double win. `calls` contains at most one call per player (rule 86). `transfer`
    contains the points of each pile, if the piles were counted; then `card_points` are computed
    from it.

    Raises IllegalRound with one of the codes in `errors.MESSAGES`.
    """

    out_order: tuple[Seat, ...]
    card_points: ByTeam[int] | None = None
    calls: tuple[Call, ...] = ()
    transfer: Transfer | None = None

    def __post_init__(self) -> None:
        set_field = object.__setattr__
        set_field(self, "out_order", _complete_order(self.out_order))
        set_field(self, "calls", tuple(sorted(self.calls, key=lambda call: call.seat.position)))
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
    def last_player(self) -> Seat | None:
        """The player who still has cards at the end of the round, if known."""
        if self.transfer:
            return self.transfer.last_player
        return self.out_order[3] if len(self.out_order) == 4 else None

    def level(self, seat: Seat) -> CallLevel | None:
        """Return the level of this player's call, if any."""
        return next((call.level for call in self.calls if call.seat is seat), None)

    def is_made(self, call: Call) -> bool:
        """Whether the caller went out first (rules 80 and 84)."""
        return call.seat is self.first_out

    def _check_transfer(self, transfer: Transfer) -> None:
        points = transfer.card_points(self.first_out)
        if self.card_points not in {None, points}:
            raise IllegalRound("TRANSFER_CONTRADICTS_CARD_POINTS")
        if transfer.last_player in self.out_order[:3]:
            raise IllegalRound("LAST_CONTRADICTS_ORDER")
        if len(self.out_order) == 2:
            third = next(
                seat for seat in Seat if seat not in {*self.out_order, transfer.last_player}
            )
            object.__setattr__(self, "out_order", _complete_order((*self.out_order, third)))

    @classmethod
    def from_dict(cls, facts: Mapping[str, Any]) -> Self:
        """Parse an untrusted dict in the form of `tests/vectors/scoring.json`.

        Keys: `first_out`, `double_win`, `card_points` by team, `calls` as a list of `player`
        and `level`; optional `out_order`, from which `double_win` follows, and `transfer` (see
        Transfer.from_dict). Raises IllegalRound.
        """
        first_out, transfer = facts.get("first_out"), facts.get("transfer")
        if not first_out:
            raise IllegalRound("FIRST_OUT_MISSING")
        return cls(
            out_order=_parse_order(
                Seat.parse(first_out),
                facts.get("out_order"),
                double_win=facts.get("double_win"),
            ),
            card_points=_parse_card_points(facts.get("card_points")),
            calls=tuple(Call.from_dict(call) for call in facts.get("calls") or ()),
            transfer=transfer and Transfer.from_dict(transfer),
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the form that `from_dict` parses, for JSON."""
        order = [str(seat) for seat in self.out_order]
        points = self.card_points
        return {
            "first_out": order[0],
            "double_win": self.double_win,
            "card_points": points and {str(team): count for team, count in points.items()},
            "calls": [call.to_dict() for call in self.calls],
            **({"out_order": order} if len(order) > 1 else {}),
            **({"transfer": self.transfer.to_dict()} if self.transfer else {}),
        }


class ScoreReason(StrEnum):
    CARD_POINTS = "card_points"
    DOUBLE_WIN = "double_win"
    CALL_MADE = "call_made"
    CALL_FAILED = "call_failed"


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """The points of a team for one reason; `call` is set only if the reason is a call."""

    team: Team
    points: int
    reason: ScoreReason
    call: Call | None = None


@dataclass(frozen=True, slots=True)
class RoundScore:
    """The score of a round, line by line. `points` are the sums, which have no minimum (rule
    95)."""

    lines: tuple[ScoreLine, ...]

    @property
    def points(self) -> ByTeam[int]:
        return ByTeam.from_function(
            lambda team: sum(line.points for line in self.lines if line.team is team)
        )


def score_round(result: RoundResult, rules: HouseRules = OFFICIAL_RULES) -> RoundScore:
    """Score a round: card points or the double win, then every call (rules 80 to 93).

    Raises IllegalRound for a call that these house rules do not allow.
    """
    check_calls(result.calls, rules)
    calls = tuple(_call_line(result, call, rules) for call in result.calls)
    return RoundScore(_card_lines(result, rules) + calls)


def _card_lines(result: RoundResult, rules: HouseRules) -> tuple[ScoreLine, ...]:
    if result.card_points is None:
        return (ScoreLine(result.first_out.team, rules.double_win, ScoreReason.DOUBLE_WIN),)
    return tuple(
        ScoreLine(team, points, ScoreReason.CARD_POINTS)
        for team, points in result.card_points.items()
    )


def _call_line(result: RoundResult, call: Call, rules: HouseRules) -> ScoreLine:
    team, points = call.seat.team, rules.worth(call.level)
    if result.is_made(call):
        return ScoreLine(team, points, ScoreReason.CALL_MADE, call)
    if rules.failed_calls.pay_opponents(call.level):
        return ScoreLine(team.opponents, points, ScoreReason.CALL_FAILED, call)
    return ScoreLine(team, -points, ScoreReason.CALL_FAILED, call)


def _complete_order(order: tuple[Seat, ...]) -> tuple[Seat, ...]:
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
    check_pile_points(points)
    if sum(points) != DECK_POINTS:
        raise IllegalRound("CARD_POINTS_SUM_NOT_100", total=sum(points))


def _parse_order(
    first_out: Seat, players: Sequence[object] | None, *, double_win: bool | None
) -> tuple[Seat, ...]:
    """Return the finishing order from the first player out, the known places and the double
    win, which overlap."""
    if players is None:
        return (first_out, first_out.partner) if double_win else (first_out,)
    order = tuple(Seat.parse(player) for player in players)
    if len(set(order)) < len(order):
        raise IllegalRound("DUPLICATE_PLAYER_IN_ORDER")
    if len(order) < 2:
        raise IllegalRound("OUT_ORDER_TOO_SHORT")
    if order[0] is not first_out:
        raise IllegalRound("FIRST_OUT_CONTRADICTS_ORDER")
    if double_win is not None and bool(double_win) is not (order[1] is first_out.partner):
        raise IllegalRound("DOUBLE_WIN_CONTRADICTS_ORDER")
    return order


def _parse_card_points(points: Mapping[str, Any] | None) -> ByTeam[int] | None:
    if points is None:
        return None
    if any(points.get(team) is None for team in Team):
        raise IllegalRound("CARD_POINTS_MISSING")
    return ByTeam(points[Team.A], points[Team.B])
