"""Likely corrections of a round: which ones, their order, and how many mistakes they
correct."""

from collections.abc import Iterator
from random import Random

from scoring.rules import (
    ByTeam,
    Call,
    CallLevel,
    HouseRules,
    IllegalRound,
    RoundResult,
    Seat,
    Transfer,
)
from scoring.rules.corrections import CorrectionKind, likely_corrections
from scoring.stats.win_probability.baseline import simulate_round

PLAIN = RoundResult((Seat.A1,), ByTeam(60, 40))
DOUBLE = RoundResult((Seat.A1, Seat.A2))


def of_kind(result: RoundResult, kind: CorrectionKind) -> list[RoundResult]:
    return [each.result for each in likely_corrections(result) if each.kind is kind]


def test_points_the_other_way_round_come_before_the_keys_beside() -> None:
    points = [each.card_points for each in of_kind(PLAIN, CorrectionKind.CARD_POINTS)]
    assert points == [ByTeam(40, 60), ByTeam(55, 45), ByTeam(65, 35)]


def test_points_beyond_the_last_key_are_none() -> None:
    found = of_kind(RoundResult((Seat.A1,), ByTeam(125, -25)), CorrectionKind.CARD_POINTS)
    assert [each.card_points for each in found] == [ByTeam(-25, 125), ByTeam(120, -20)]


def test_partner_is_first_out_before_the_opponents() -> None:
    orders = [each.out_order for each in of_kind(PLAIN, CorrectionKind.FIRST_OUT)]
    assert orders == [(Seat.A2,), (Seat.B1,), (Seat.B2,)]


def test_who_was_first_out_takes_the_place_of_who_was() -> None:
    order = Seat.A1, Seat.B1, Seat.A2, Seat.B2
    found = of_kind(RoundResult(order, ByTeam(60, 40)), CorrectionKind.FIRST_OUT)
    # With B2 first, B1 would be second. That is a double win, which has no card points.
    assert [each.out_order for each in found] == [
        (Seat.A2, Seat.B1, Seat.A1, Seat.B2),
        (Seat.B1, Seat.A1, Seat.A2, Seat.B2),
    ]


def test_double_win_stays_one_when_another_player_was_first_out() -> None:
    orders = [each.out_order for each in of_kind(DOUBLE, CorrectionKind.FIRST_OUT)]
    assert orders == [(Seat.A2, Seat.A1), (Seat.B1, Seat.B2), (Seat.B2, Seat.B1)]


def test_double_win_may_have_been_missed_and_has_no_points_to_correct() -> None:
    assert of_kind(PLAIN, CorrectionKind.DOUBLE_WIN) == [DOUBLE]
    assert of_kind(DOUBLE, CorrectionKind.DOUBLE_WIN) == []
    assert of_kind(DOUBLE, CorrectionKind.CARD_POINTS) == []


def test_forgotten_tichu_of_who_was_first_out_comes_first() -> None:
    calls = [each.calls for each in of_kind(PLAIN, CorrectionKind.CALL)]
    assert calls == [
        (Call(seat, CallLevel.TICHU),) for seat in (Seat.A1, Seat.B1, Seat.B2, Seat.A2)
    ]


def test_call_may_be_of_another_level_or_none() -> None:
    tichu = Call(Seat.B1, CallLevel.TICHU)
    result = RoundResult((Seat.A1,), ByTeam(60, 40), (tichu,))
    assert of_kind(result, CorrectionKind.NO_CALL) == [PLAIN]
    grand = RoundResult((Seat.A1,), ByTeam(60, 40), (Call(Seat.B1, CallLevel.GRAND),))
    assert grand in of_kind(result, CorrectionKind.CALL)


def test_call_that_the_house_rules_refuse_is_no_correction() -> None:
    result = RoundResult((Seat.A1,), ByTeam(60, 40), (Call(Seat.A1, CallLevel.TICHU),))
    found = likely_corrections(result, HouseRules(grand=False))
    levels = {call.level for each in found for call in each.result.calls}
    assert levels == {CallLevel.TICHU}


def test_counted_points_are_not_doubted_and_follow_the_first_player() -> None:
    piles = {"A1": 40, "B1": 20, "A2": 20, "B2": 10}
    transfer = Transfer.from_dict({"last": "B2", "last_hand": 10, "captured": piles})
    counted = RoundResult((Seat.A1,), None, (), transfer)
    assert of_kind(counted, CorrectionKind.CARD_POINTS) == []
    partner, opponent, *_ = of_kind(counted, CorrectionKind.FIRST_OUT)
    assert partner.card_points == counted.card_points
    assert opponent.card_points == transfer.card_points(Seat.B1)


# Mistakes


def mistakes(random: Random, meant: RoundResult) -> Iterator[RoundResult]:
    """Yield the rounds that are recorded instead of this one after one wrong tap."""
    slips = random.choices(
        ["swap", "key", "partner", "opponent", "call", "caller", "level", "double"],
        [20, 25, 15, 10, 15, 5, 5, 5],
    )
    order, points, calls = meant.out_order, meant.card_points, meant.calls
    first = meant.first_out
    match slips[0]:
        case "swap" if points:
            points = ByTeam(points.b, points.a)
        case "key" if points:
            step = random.choice([-30, -5, 5, 30])  # score pads have six keys in a row
            points = ByTeam(points.a + step, points.b - step)
        case "partner" | "opponent":
            seat = (
                first.partner
                if slips == ["partner"]
                else random.choice([first.next, first.next.partner])
            )
            order = (seat, seat.partner) if meant.double_win else (seat,)
        case "call" if calls:
            calls = calls[1:]
        case "caller" if calls:
            calls = (Call(calls[0].seat.partner, calls[0].level), *calls[1:])
        case "level" if calls:
            other = CallLevel.GRAND if calls[0].level is CallLevel.TICHU else CallLevel.TICHU
            calls = (Call(calls[0].seat, other), *calls[1:])
        case "double" if meant.double_win:
            order, points = (first,), ByTeam(100, 0)
        case "double":
            order, points = (first, first.partner), None
        case _:
            return
    try:
        yield RoundResult(order, points, calls)
    except IllegalRound:
        return


def one_tap(recorded: RoundResult, meant: RoundResult) -> bool:
    """Return whether one tap corrects the round: a correction, or a key of the pad, which saves
    other card points."""
    if meant in [each.result for each in likely_corrections(recorded)]:
        return True
    return (
        meant.calls == recorded.calls
        and meant.out_order[:1] == recorded.out_order[:1]
        and (meant.card_points is not None)
    )


def test_nine_of_ten_mistakes_are_corrected_by_one_tap() -> None:
    random = Random(1)
    pairs: list[tuple[RoundResult, RoundResult]] = []
    while len(pairs) < 2000:
        simulated = simulate_round(random).result
        order = simulated.out_order[: 2 if simulated.double_win else 1]
        meant = RoundResult(order, simulated.card_points, simulated.calls)
        pairs += [(recorded, meant) for recorded in mistakes(random, meant)]
    right = sum(one_tap(recorded, meant) for recorded, meant in pairs)
    assert right >= 0.9 * len(pairs)
    assert len(pairs) - right > 0  # a call of the wrong partner needs more taps
