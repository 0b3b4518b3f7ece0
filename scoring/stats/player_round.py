"""A round from the view of one player: the place, the calls, and whether there was a double
win."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from scoring.rules import CallLevel

# SQL that packs the finishing order and the calls of a round into one number. An unknown place
# is 4.
ROUND_CODE = (
    "first + 4 * COALESCE(second, 4) + 20 * COALESCE(third, 4)"
    " + 100 * (call_a1 + 4 * call_b1 + 16 * call_a2 + 64 * call_b2)"
)
_UNKNOWN = 4
_LEVELS = (None, CallLevel.TICHU, CallLevel.GRAND, CallLevel.EXTRA)


@dataclass(frozen=True, slots=True, eq=False)
class PlayerRound:
    """A round from the view of one player. Equal values are the same object, so that they can
    be counted quickly.

    `place` is 1 to 4, or None if it is unknown. The first place is always known, so places are
    compared only if `order_known` is true. `opponent_calls` is the number of calls of both
    opponents, `opponent_calls_failed` the number of those that failed. `double_win` is 1 if the
    player's team got a double win, -1 if the opponents got one.
    """

    place: int | None
    order_known: bool
    call: CallLevel | None
    anybody_called: bool
    opponent_calls: int
    opponent_calls_failed: int
    double_win: int

    @property
    def first(self) -> bool:
        return self.place == 1

    @property
    def made(self) -> bool:
        return self.call is not None and self.first

    @property
    def uncalled_first(self) -> bool:
        """Whether the player was first out and nobody had called."""
        return self.first and not self.anybody_called


@cache
def player_rounds(code: int) -> tuple[PlayerRound, PlayerRound, PlayerRound, PlayerRound]:
    """Return the round with this code from the view of each seat, in the order of play."""
    places, called = _decode(code)
    first, second, third = places
    order_known = third is not None
    order = list(places)
    if order_known:
        order.append(next(seat for seat in range(4) if seat not in places))
    double_win = second == (first + 2) % 4

    def from_seat(seat: int) -> PlayerRound:
        opponents = (seat + 1) % 4, (seat + 3) % 4
        opponent_calls = sum(1 for each in opponents if called[each])
        made = first % 2 != seat % 2 and called[first] > 0
        return _player_round(
            order.index(seat) + 1 if seat in order else None,
            order_known,
            _LEVELS[called[seat]],
            any(called),
            opponent_calls,
            opponent_calls - made,
            (1 if first % 2 == seat % 2 else -1) if double_win else 0,
        )

    return from_seat(0), from_seat(1), from_seat(2), from_seat(3)


_player_round: Callable[..., PlayerRound] = cache(PlayerRound)


@cache
def call_count(code: int) -> int:
    """Return the number of players who called."""
    return sum(1 for call in _decode(code)[1] if call)


def team_of_first(code: int) -> int:
    """Return the team that was first out, 0 or 1. All terms of the code except the first seat
    are even."""
    return code % 2


def _decode(code: int) -> tuple[tuple[int, int | None, int | None], list[int]]:
    order, called = code % 100, code // 100
    first, second, third = order % 4, order // 4 % 5, order // 20
    places = (
        first,
        None if second == _UNKNOWN else second,
        None if third == _UNKNOWN else third,
    )
    return places, [called // 4**seat % 4 for seat in range(4)]
