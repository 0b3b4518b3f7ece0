"""Rounds that cannot be made, however they are put together."""

import pytest

from scoring.rules import (
    SENTENCES,
    BySeat,
    ByTeam,
    Call,
    IllegalRound,
    Level,
    Race,
    RoundResult,
    Seat,
    Team,
    Tie,
    transfer,
)


def refusal(*args: object, **facts: object) -> str:
    with pytest.raises(IllegalRound) as refused:
        RoundResult(*args, **facts)  # type: ignore[arg-type]
    return refused.value.code


def read_refusal(**facts: object) -> str:
    with pytest.raises(IllegalRound) as refused:
        RoundResult.from_facts({"first_out": "A1", "card_points": {"A": 50, "B": 50}} | facts)
    return refused.value.code


def test_round_needs_somebody_first_out() -> None:
    assert refusal((), ByTeam(50, 50)) == "FIRST_OUT_MISSING"


def test_round_needs_card_points_or_a_double_win() -> None:
    assert refusal((Seat.A1, Seat.B1)) == "CARD_POINTS_MISSING"


def test_round_with_partner_second_counts_no_cards() -> None:
    assert refusal((Seat.A1, Seat.A2), ByTeam(50, 50)) == "CARD_POINTS_WITH_DOUBLE_WIN"


def test_round_refuses_a_player_out_twice() -> None:
    order = (Seat.A1, Seat.B1, Seat.A1)
    assert refusal(order, ByTeam(50, 50)) == "DUPLICATE_PLAYER_IN_ORDER"


def test_round_refuses_truth_values_as_points() -> None:
    points = ByTeam(True, 99)  # noqa: FBT003
    assert refusal((Seat.A1,), points) == "CARD_POINTS_NOT_INTEGER"


def test_round_refuses_halves() -> None:
    assert refusal((Seat.A1,), ByTeam(49.5, 50.5)) == "CARD_POINTS_NOT_INTEGER"


def test_facts_refuse_an_order_that_starts_with_another_player() -> None:
    assert read_refusal(out_order=["B1", "A1"]) == "FIRST_OUT_CONTRADICTS_ORDER"


def test_facts_refuse_partners_first_and_second_without_the_double_win() -> None:
    order = ["A1", "A2", "B1"]
    assert read_refusal(double_win=False, out_order=order) == "DOUBLE_WIN_CONTRADICTS_ORDER"


def test_facts_refuse_an_unknown_call() -> None:
    assert read_refusal(calls=[{"player": "A1", "level": "blind"}]) == "UNKNOWN_CALL"


def test_facts_refuse_a_call_by_nobody() -> None:
    assert read_refusal(calls=[{"player": None, "level": "tichu"}]) == "UNKNOWN_PLAYER"


def test_last_place_follows_from_three() -> None:
    result = RoundResult((Seat.B1, Seat.A1, Seat.B2), ByTeam(50, 50))

    assert result.out_order == (Seat.B1, Seat.A1, Seat.B2, Seat.A2)


def test_calls_told_in_another_order_are_the_same_round() -> None:
    calls = (Call(Seat.B1, Level.TICHU), Call(Seat.A1, Level.GRAND))

    one = RoundResult((Seat.A1,), ByTeam(50, 50), calls)
    other = RoundResult((Seat.A1,), ByTeam(50, 50), calls[::-1])

    assert one == other


def test_transfer_says_when_the_cards_do_not_add_up() -> None:
    with pytest.raises(IllegalRound) as refused:
        transfer(BySeat(40, 20, 10, 25), 10, first_out=Seat.A1, last=Seat.B2)

    assert str(refused.value) == (
        "The card points add to 105, and the deck is worth 100: count the tricks again."
    )


@pytest.mark.parametrize("code", SENTENCES)
def test_every_code_says_what_to_do(code: str) -> None:
    error = IllegalRound(code, player="X", total=105, end=9, most=200)

    assert str(error).endswith(".")


def test_partners_sit_opposite() -> None:
    assert [seat.partner for seat in Seat] == [Seat.A2, Seat.B2, Seat.A1, Seat.B1]


def test_play_goes_round_the_table() -> None:
    assert [seat.next for seat in Seat] == [Seat.B1, Seat.A2, Seat.B2, Seat.A1]


def test_team_knows_its_seats() -> None:
    assert [team.seats for team in Team] == [(Seat.A1, Seat.A2), (Seat.B1, Seat.B2)]


def test_race_needs_a_positive_target() -> None:
    with pytest.raises(ValueError, match="at least 1 point"):
        Race(target=0)


def test_race_needs_a_round() -> None:
    with pytest.raises(ValueError, match="at least 1 round"):
        Race(fixed_rounds=0)


def test_race_can_agree_on_a_draw() -> None:
    standing = Race(target=1000, tie=Tie.DRAW).standing(ByTeam(1000, 1000), 10)

    assert (standing.state, standing.winner) == ("draw", None)


def test_race_says_when_only_a_tie_goes_on() -> None:
    race = Race(target=1000)

    assert [
        race.plays_on(race.standing(totals, 10))
        for totals in (ByTeam(1000, 1000), ByTeam(995, 995), ByTeam(1005, 1000))
    ] == [True, False, False]
