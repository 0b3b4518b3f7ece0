"""The profile of a player, by worked examples."""

from fractions import Fraction

import pytest

from scoring.rules import Call, CallLevel, Seat
from scoring.stats.chance import chance_of_difference, chance_of_rate
from scoring.stats.estimates import Proportion
from scoring.stats.played_game import PlayedGame, Players
from scoring.stats.profile import (
    CallLess,
    CallMore,
    Companion,
    Difference,
    FormComparison,
    Profile,
    Trait,
    find_profile,
)
from tests.factories import double, plain
from tests.scoring.stats.histories import LOST, WON, figures, game
from tests.scoring.stats.profiles import section


def profile_of(player: int, *games: PlayedGame) -> Profile:
    found = find_profile(figures(games), player)
    assert found
    return found


def rounds(first: Seat, times: int, *calls: Call) -> list[PlayedGame]:
    """Return games of one tied round each, in which this player was first out."""
    return [game(plain(50, first, *calls))] * times


def test_who_has_not_played_has_no_profile() -> None:
    assert find_profile(figures([game(WON)]), 5) is None


# Strengths and weaknesses


def test_first_out_more_often_than_one_of_four_is_a_strength() -> None:
    games = [*rounds(Seat.A1, 30), *rounds(Seat.B1, 10), *rounds(Seat.B2, 10)]

    (each,) = profile_of(1, *games).strengths

    alone = chance_of_rate(Proportion(30, 50), Fraction(1, 4))
    # The comparisons are: first out, double wins made, and double wins suffered.
    assert each == Difference(
        Trait.FIRST_OUT, Proportion(30, 50), Fraction(1, 4), better=True, chance=3 * alone
    )


def test_first_out_less_often_than_one_of_four_is_a_weakness() -> None:
    games = [*rounds(Seat.B1, 15), *rounds(Seat.B2, 15), *rounds(Seat.A2, 15)]

    profile = profile_of(1, *games)

    assert [each.trait for each in profile.weaknesses] == [Trait.FIRST_OUT]
    assert profile.strengths == []


@pytest.mark.parametrize(("made", "trend"), [(29, "strength"), (9, "weakness")])
def test_tichus_are_compared_with_those_of_the_others(made: int, trend: str) -> None:
    games = [
        *rounds(Seat.A1, made, Call(Seat.A1, CallLevel.TICHU)),
        *rounds(Seat.A2, 30 - made, Call(Seat.A1, CallLevel.TICHU)),
        *rounds(Seat.B1, 60, Call(Seat.B1, CallLevel.TICHU)),
        *rounds(Seat.B2, 40, Call(Seat.B1, CallLevel.TICHU)),
    ]

    found = {each.trait: each for each in profile_of(1, *games).differences}

    each = found[Trait.TICHUS_MADE]
    assert (each.counted, each.usual) == (Proportion(made, 30), Fraction(60, 100))
    assert each.better == (trend == "strength")


def test_nine_tichus_are_no_strength() -> None:
    games = [
        *rounds(Seat.A1, 9, Call(Seat.A1, CallLevel.TICHU)),
        *rounds(Seat.B2, 90, Call(Seat.B1, CallLevel.TICHU)),
    ]

    traits = [each.trait for each in profile_of(1, *games).differences]

    assert Trait.TICHUS_MADE not in traits


def test_few_double_wins_suffered_are_a_strength() -> None:
    games = [game(double(Seat.A1))] * 40

    strengths = {each.trait for each in profile_of(1, *games).strengths}

    assert {Trait.DOUBLE_WINS, Trait.DOUBLE_WINS_SUFFERED} <= strengths


def test_calls_of_opponents_that_fail() -> None:
    games = [
        *rounds(Seat.A2, 30, Call(Seat.B1, CallLevel.TICHU)),
        *rounds(Seat.A2, 30, Call(Seat.A1, CallLevel.TICHU)),
        *rounds(Seat.A1, 30, Call(Seat.A1, CallLevel.TICHU)),
    ]

    found = {each.trait: each for each in profile_of(1, *games).strengths}

    # Of the other players, the partner saw 30 of 30 calls of opponents fail. The opponents saw
    # 30 of 60 fail, each of them.
    each = found[Trait.OPPONENT_CALLS_FAILED]
    assert (each.counted, each.usual) == (Proportion(30, 30), Fraction(90, 150))


# What to change


def called(level: CallLevel, *, made: int, of: int) -> list[PlayedGame]:
    call = Call(Seat.A1, level)
    return [*rounds(Seat.A1, made, call), *rounds(Seat.B1, of - made, call)]


def test_who_loses_points_by_grand_tichus_should_call_less() -> None:
    profile = profile_of(1, *called(CallLevel.GRAND, made=8, of=26))

    assert profile.advice == (CallLess(profile.stats.grand),)
    (row,) = section(profile).advice
    assert row.title == "Call Grand Tichu less"
    assert row.note == (
        "A Grand Tichu of Anna has cost 76.9 points a time over 26: 8 made, and it pays from"
        " 50% on."
    )


def test_who_brings_points_by_tichus_and_calls_less_than_others_should_call_more() -> None:
    others = [*rounds(Seat.B1, 100, Call(Seat.B1, CallLevel.TICHU)), *rounds(Seat.A2, 100)]
    profile = profile_of(1, *called(CallLevel.TICHU, made=14, of=16), *others)

    assert profile.advice == (CallMore(profile.stats.tichu, Proportion(100, 3 * 216)),)
    (row,) = section(profile).advice
    assert row.title == "Call Tichu more"
    assert row.note == (
        "A Tichu of Anna has brought 75.0 points a time over 16. It is called in 7% of the"
        " rounds, by the other players in 15%."
    )


def test_player_who_calls_as_often_as_others_gets_no_advice() -> None:
    profile = profile_of(1, *called(CallLevel.TICHU, made=14, of=16), *rounds(Seat.B1, 50))

    assert profile.advice == ()
    assert section(profile).no_advice == (
        "Nothing so far: no call of Anna is sure to cost points."
    )


def test_nine_failed_calls_are_too_few_to_advise_by() -> None:
    profile = profile_of(1, *called(CallLevel.GRAND, made=0, of=9))

    assert profile.advice == ()
    assert section(profile).no_advice == (
        "From 10 Tichus or Grand Tichus on this says whether to call less."
    )


# Partners and opponents


def with_partner(
    partner: int, opponents: tuple[int, int], won: int, lost: int
) -> list[PlayedGame]:
    seats: Players = (1, opponents[0], partner, opponents[1])
    return [*[game(WON, players=seats)] * won, *[game(LOST, players=seats)] * lost]


PARTNERS = [
    *with_partner(2, (3, 4), won=18, lost=4),
    *with_partner(3, (2, 4), won=4, lost=12),
    *with_partner(4, (2, 3), won=4, lost=12),
]


def test_best_partner_is_the_one_with_whom_most_games_are_won() -> None:
    profile = profile_of(1, *PARTNERS)

    mine, others = Proportion(18, 22), Proportion(8, 32)
    chance = 3 * chance_of_difference(mine, others)
    assert profile.best_partner == Companion(2, mine, others, chance)
    row = section(profile).companions[0]
    assert (row.title, row.value) == ("Best partner", "Bernd")
    assert row.note == "18 of 22 games won together, 25% with the others."


def test_toughest_opponent_is_the_one_against_whom_fewest_games_are_won() -> None:
    profile = profile_of(1, *PARTNERS)

    mine, others = Proportion(8, 32), Proportion(18, 22)
    chance = 3 * chance_of_difference(mine, others)
    assert profile.toughest_opponent == Companion(2, mine, others, chance)
    row = section(profile).companions[1]
    assert (row.title, row.value) == ("Toughest opponent", "Bernd")
    assert row.note == "8 of 32 games won, 82% against the others."


def test_few_games_make_nobody_the_best_partner() -> None:
    games = [
        *with_partner(2, (3, 4), won=2, lost=1),
        *with_partner(3, (2, 4), won=1, lost=1),
    ]

    row = section(profile_of(1, *games)).companions[0]

    assert (row.title, row.value) == ("Best partner so far", "Bernd")
    assert row.note == "2 of 3 games won together, 50% with the others. It may be chance."


def test_one_of_one_does_not_come_before_nine_of_ten() -> None:
    games = [
        *with_partner(2, (3, 4), won=1, lost=0),
        *with_partner(3, (2, 4), won=9, lost=1),
        *with_partner(4, (2, 3), won=2, lost=8),
    ]

    best = profile_of(1, *games).best_partner

    assert best
    assert best.player == 3


def test_only_partner_is_compared_with_nobody() -> None:
    profile = profile_of(1, *with_partner(2, (3, 4), won=9, lost=0))

    assert profile.best_partner == Companion(2, Proportion(9, 9), Proportion(0, 0), 1.0)
    row = section(profile).companions[0]
    assert row.note == "9 of 9 games won. There was no other partner."


# Form and records


def test_form_is_compared_with_the_games_before() -> None:
    profile = profile_of(1, *[game(LOST)] * 12, *[game(WON)] * 12, *[game(LOST)] * 1)

    recent, before = Proportion(9, 10), Proportion(3, 15)
    assert profile.form == FormComparison(recent, before, chance_of_difference(recent, before))
    row = section(profile).form
    assert row
    assert (row.value, row.note) == ("9 of 10", "Better than before: 20% of the 15 games.")


def test_form_that_chance_brings_as_well() -> None:
    row = section(profile_of(1, *[game(WON), game(LOST)] * 10)).form

    assert row
    assert row.note == "50% of the 10 games before: the difference may be chance."


def test_records_of_all_four_are_nobodys() -> None:
    games = [game(WON), game(LOST, LOST, LOST, plain(60))]

    held = {each.type for each in profile_of(1, *games).records}

    assert "longest_game" in {each.type for each in figures(games).records}
    assert "longest_game" not in held
