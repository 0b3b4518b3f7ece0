"""The rounds that the benchmark plays, as values of the rules and as fields of forms."""

from collections.abc import Iterator

from scoring.rules import ByTeam, Call, CallLevel, RoundResult, Seat


def _plain(first: Seat, points_a: int, *calls: Call) -> RoundResult:
    return RoundResult((first,), ByTeam(points_a, 100 - points_a), calls)


def _double(first: Seat, *calls: Call) -> RoundResult:
    return RoundResult((first, first.partner), None, calls)


# Ten rounds with totals of 570 : 630, so the game continues.
PLAYED = [
    _plain(Seat.A1, 60),
    _plain(Seat.B1, 35, Call(Seat.B1, CallLevel.TICHU)),
    _double(Seat.A1),
    _plain(Seat.A2, 50),
    _plain(Seat.A1, 75, Call(Seat.A1, CallLevel.TICHU)),
    _plain(Seat.B2, 20),
    _plain(Seat.B1, 45, Call(Seat.A1, CallLevel.GRAND)),
    _plain(Seat.A1, 100),
    _plain(Seat.B2, 30, Call(Seat.B2, CallLevel.TICHU)),
    _plain(Seat.A2, 55),
]
# Two more rounds; the totals are 1170 : 630.
FINISHED = [
    *PLAYED,
    _double(Seat.A1, Call(Seat.A1, CallLevel.TICHU)),
    _double(Seat.A2, Call(Seat.A2, CallLevel.TICHU)),
]


def fields(result: RoundResult) -> Iterator[tuple[str, str]]:
    """Yield the fields that the form on the table page sends for this round."""
    yield from zip(("first", "second"), result.out_order, strict=False)
    if result.card_points:
        yield "card_points", str(result.card_points.a)
    for call in result.calls:
        yield call.level, call.seat
