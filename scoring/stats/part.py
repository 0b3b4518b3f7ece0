"""A round as one of its players had it: the place, the calls, the double win."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from scoring.rules import Level

# Who went out in which order, and who called what, as one number: what the database can count
# in, and a page tells apart. A place that nobody told is 4.
PATTERN = (
    "first + 4 * COALESCE(second, 4) + 20 * COALESCE(third, 4)"
    " + 100 * (call_a1 + 3 * call_b1 + 9 * call_a2 + 27 * call_b2)"
)
_UNTOLD = 4
_LEVELS = (None, Level.TICHU, Level.GRAND)


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """What a round was for one of its players. There is one object for each such part, so
    that they can be counted.

    `place` is 1 to 4, None where nobody told it; the first one is always known, so places
    are compared only where `order_told`. `faced` are the calls of both opponents, `busted`
    those of them that failed. `double_win` is 1 for one made, -1 for one suffered.
    """

    place: int | None
    order_told: bool
    call: Level | None
    anybody_called: bool
    faced: int
    busted: int
    double_win: int

    @property
    def first(self) -> bool:
        return self.place == 1

    @property
    def made(self) -> bool:
        return self.call is not None and self.first

    @property
    def missed(self) -> bool:
        """First out, and nobody had called."""
        return self.first and not self.anybody_called


@cache
def parts(pattern: int) -> tuple[Part, Part, Part, Part]:
    """The part of each seat in a round of this pattern."""
    places, called = _read(pattern)
    first, second, third = places
    told = third is not None
    order = list(places)
    if told:
        order.append(next(seat for seat in range(4) if seat not in places))
    double_win = second == (first + 2) % 4

    def part(seat: int) -> Part:
        theirs = [called[each] for each in ((seat + 1) % 4, (seat + 3) % 4)]
        faced = sum(1 for call in theirs if call)
        met = faced if first % 2 == seat % 2 else faced - (1 if called[first] else 0)
        return _part(
            order.index(seat) + 1 if seat in order else None,
            told,
            _LEVELS[called[seat]],
            any(called),
            faced,
            met,
            (1 if first % 2 == seat % 2 else -1) if double_win else 0,
        )

    return part(0), part(1), part(2), part(3)


_part: Callable[..., Part] = cache(Part)


@cache
def calls(pattern: int) -> int:
    """How many players called."""
    return sum(1 for call in _read(pattern)[1] if call)


def first_team(pattern: int) -> int:
    """The team that went out first, 0 or 1: all but the first seat weighs an even number."""
    return pattern % 2


def _read(pattern: int) -> tuple[tuple[int, int | None, int | None], list[int]]:
    order, called = pattern % 100, pattern // 100
    first, second, third = order % 4, order // 4 % 5, order // 20
    places = (first, None if second == _UNTOLD else second, None if third == _UNTOLD else third)
    return places, [called // 3**seat % 3 for seat in range(4)]
