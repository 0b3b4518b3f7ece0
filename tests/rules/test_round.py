"""Impossible rounds cannot be constructed in any way."""

import pytest

from scoring.rules import (
    MESSAGES,
    BySeat,
    ByTeam,
    Call,
    CallLevel,
    CallsPerTeam,
    HouseRules,
    IllegalRound,
    Race,
    RoundResult,
    Seat,
    Team,
    TieRule,
    Transfer,
    check_calls,
    further_levels,
)


def refusal(*args: object, **facts: object) -> str:
    with pytest.raises(IllegalRound) as refused:
        RoundResult(*args, **facts)  # type: ignore[arg-type]
    return refused.value.code


def read_refusal(**facts: object) -> str:
    with pytest.raises(IllegalRound) as refused:
        RoundResult.from_dict({"first_out": "A1", "card_points": {"A": 50, "B": 50}} | facts)
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


def test_calls_in_another_order_are_the_same_round() -> None:
    calls = (Call(Seat.B1, CallLevel.TICHU), Call(Seat.A1, CallLevel.GRAND))

    one = RoundResult((Seat.A1,), ByTeam(50, 50), calls)
    other = RoundResult((Seat.A1,), ByTeam(50, 50), calls[::-1])

    assert one == other


def test_transfer_says_when_the_cards_do_not_add_up() -> None:
    with pytest.raises(IllegalRound) as refused:
        Transfer(BySeat(40, 20, 10, 25), 10, Seat.B2)

    assert str(refused.value) == (
        "The card points add to 105, and the deck is worth 100: count the tricks again."
    )


@pytest.mark.parametrize("code", MESSAGES)
def test_every_code_says_what_to_do(code: str) -> None:
    values: dict[str, object] = {"player": "X", "total": 105, "end": 9, "most": 200}
    values |= {"number": 3, "target": 500, "length": 9, "lowest_top": "10"}
    error = IllegalRound(code, **values)

    assert str(error).endswith(".")


def test_partners_sit_opposite() -> None:
    assert [seat.partner for seat in Seat] == [Seat.A2, Seat.B2, Seat.A1, Seat.B1]


def test_play_goes_round_the_table() -> None:
    assert [seat.next for seat in Seat] == [Seat.B1, Seat.A2, Seat.B2, Seat.A1]


def test_team_knows_its_seats() -> None:
    assert [team.seats for team in Team] == [(Seat.A1, Seat.A2), (Seat.B1, Seat.B2)]


ADA, CLEO = Seat.A1, Seat.A2


TICHU, GRAND, EXTRA = CallLevel


@pytest.mark.parametrize(
    ("levels", "most", "code"),
    [
        ((TICHU, GRAND), "one", "TWO_CALLS_IN_ONE_TEAM"),
        ((TICHU, TICHU), "one_of_each", "TWO_CALLS_OF_A_KIND_IN_ONE_TEAM"),
    ],
)
def test_team_makes_no_more_calls_than_agreed(
    levels: tuple[CallLevel, CallLevel], most: str, code: str
) -> None:
    calls = [Call(ADA, levels[0]), Call(CLEO, levels[1])]

    with pytest.raises(IllegalRound) as refused:
        check_calls(calls, HouseRules(calls_per_team=CallsPerTeam(most)))
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("calls", "most"),
    [
        ((Call(ADA, TICHU), Call(CLEO, TICHU)), "any"),
        ((Call(ADA, TICHU), Call(CLEO, GRAND)), "one_of_each"),
        ((Call(ADA, TICHU), Call(Seat.B1, TICHU)), "one_of_each"),
        ((Call(ADA, TICHU), Call(Seat.B1, TICHU)), "one"),
    ],
)
def test_team_makes_as_many_calls_as_agreed(calls: tuple[Call, ...], most: str) -> None:
    check_calls(calls, HouseRules(calls_per_team=CallsPerTeam(most)))


@pytest.mark.parametrize(
    ("seat", "rules", "levels"),
    [
        (ADA, HouseRules(), []),
        (CLEO, HouseRules(), ["tichu", "grand"]),
        (CLEO, HouseRules(calls_per_team=CallsPerTeam.ONE), []),
        (CLEO, HouseRules(calls_per_team=CallsPerTeam.ONE_OF_EACH), ["grand"]),
        (CLEO, HouseRules(grand=False, calls_per_team=CallsPerTeam.ONE_OF_EACH), []),
        (Seat.B1, HouseRules(grand=False, calls_per_team=CallsPerTeam.ONE), ["tichu"]),
    ],
    ids=str,
)
def test_player_can_still_call_what_was_agreed(
    seat: Seat, rules: HouseRules, levels: list[str]
) -> None:
    assert [*further_levels(seat, [Call(ADA, CallLevel.TICHU)], rules)] == levels


def test_race_needs_a_positive_target() -> None:
    with pytest.raises(ValueError, match="are at least 1"):
        Race(target=0)


def test_race_needs_a_round() -> None:
    with pytest.raises(ValueError, match="are at least 1"):
        Race(fixed_rounds=0)


@pytest.mark.parametrize("floor", [None, 1000])
def test_race_needs_an_end(floor: int | None) -> None:
    with pytest.raises(ValueError, match="ends by"):
        Race(None, floor=floor)


@pytest.mark.parametrize(
    ("race", "totals", "rounds", "state"),
    [
        (Race(None, fixed_rounds=8), ByTeam(1400, 200), 7, "running"),
        (Race(None, fixed_rounds=8), ByTeam(400, 395), 8, "won"),
        (Race(None, fixed_rounds=8), ByTeam(400, 400), 8, "running"),
        (Race(None, fixed_rounds=8, tie=TieRule.DRAW), ByTeam(400, 400), 8, "draw"),
        (Race(500, fixed_rounds=8), ByTeam(500, 0), 5, "won"),
        (Race(500, fixed_rounds=8), ByTeam(400, 300), 8, "won"),
        (Race(None, lead=400), ByTeam(200, -195), 3, "running"),
        (Race(None, lead=400), ByTeam(200, -200), 3, "won"),
        (Race(lead=400), ByTeam(1000, 990), 9, "won"),
        (Race(floor=1000), ByTeam(-995, -800), 9, "running"),
        (Race(floor=1000), ByTeam(-1000, -800), 9, "won"),
        (Race(floor=1000), ByTeam(-1000, -1000), 9, "running"),
    ],
    ids=str,
)
def test_race_ends_by_what_was_agreed(
    race: Race, totals: ByTeam[int], rounds: int, state: str
) -> None:
    assert race.standing(totals, rounds).state == state


def test_race_is_won_by_who_is_ahead_whatever_ends_it() -> None:
    race = Race(None, lead=400, floor=500)

    assert [
        race.standing(totals, 3).winner
        for totals in (ByTeam(0, 400), ByTeam(-500, -200), ByTeam(-300, -500))
    ] == [Team.B, Team.B, Team.A]


@pytest.mark.parametrize(
    ("race", "progress"),
    [
        (Race(1000, fixed_rounds=8), ByTeam(0.3, 0.0)),
        (Race(None, fixed_rounds=8), ByTeam(0.25, 0.25)),
        (Race(None, lead=800), ByTeam(0.5, 0.0)),
    ],
)
def test_race_says_how_far_each_team_has_come(race: Race, progress: ByTeam[float]) -> None:
    assert race.completion(race.standing(ByTeam(300, -100), 2)) == progress


def test_race_can_agree_on_a_draw() -> None:
    standing = Race(target=1000, tie=TieRule.DRAW).standing(ByTeam(1000, 1000), 10)

    assert (standing.state, standing.winner) == ("draw", None)


def test_race_says_if_only_a_tie_continues_the_game() -> None:
    race = Race(target=1000)

    assert [
        race.extended_by_tie(race.standing(totals, 10))
        for totals in (ByTeam(1000, 1000), ByTeam(995, 995), ByTeam(1005, 1000))
    ] == [True, False, False]
