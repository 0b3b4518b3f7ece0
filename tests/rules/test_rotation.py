"""A game whose partners change: its plan and the standings of its players."""

import json
from collections import Counter
from fractions import Fraction
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.rules import BySeat, ByTeam, HouseRules, RoundResult, Seat, score_round
from scoring.rules.rotation import Rotation, RotationRound, RotationScoring
from tests.cases import VECTORS, case_id
from tests.rules.strategies import results

CASES = json.loads((VECTORS / "tournament.json").read_text())["rounds"]
NINE = HouseRules(grand=False, double_win=100)


def partners(seats: BySeat[int]) -> list[frozenset[int]]:
    return [frozenset((seats.a1, seats.a2)), frozenset((seats.b1, seats.b2))]


@pytest.mark.parametrize(("players", "rounds"), [(4, 3), (5, 5), (6, 6), (7, 7)])
def test_first_two_begin_against_the_next_two(players: int, rounds: int) -> None:
    rotation = Rotation(tuple(range(players)))

    assert rotation.rounds == rounds
    assert rotation.seats(1) == BySeat(0, 2, 1, 3)
    assert rotation.sitting_out(1) == tuple(range(4, players))


@pytest.mark.parametrize("players", [4, 5])
def test_everybody_partners_everybody_once(players: int) -> None:
    rotation = Rotation(tuple(range(players)))
    plan = [rotation.seats(number) for number in range(1, rotation.rounds + 1)]

    together = Counter(pair for seats in plan for pair in partners(seats))

    pairs = map(frozenset, combinations(range(players), 2))
    assert together == dict.fromkeys(pairs, 1)


@pytest.mark.parametrize("players", [4, 5, 6, 7])
def test_everybody_sits_out_as_often(players: int) -> None:
    rotation = Rotation(tuple(range(players)))
    numbers = range(1, rotation.rounds + 1)

    out = Counter(player for number in numbers for player in rotation.sitting_out(number))

    assert len({out[player] for player in range(players)}) == 1


def test_same_four_play_so_many_rounds_and_then_the_plan_again() -> None:
    rotation = Rotation((1, 2, 3, 4), rounds_each=4, cycles=2)

    second = [rotation.seats(number).a2 for number in range(1, rotation.rounds + 1)]

    assert second == [2] * 4 + [3] * 4 + [4] * 4 + [2] * 4 + [3] * 4 + [4] * 4


def test_what_was_played_is_not_planned_again() -> None:
    rotation = Rotation((1, 2, 3, 4), cycles=2)
    first, second = rotation.seats(1), rotation.seats(2)

    assert rotation.remaining([first, second]) == [3, 4, 5, 6]


def test_removed_round_comes_after_the_others() -> None:
    rotation = Rotation((1, 2, 3, 4), cycles=2)
    first, third = rotation.seats(1), rotation.seats(3)

    assert rotation.remaining([first, third]) == [4, 5, 6, 2]
    assert rotation.remaining([first, third, first, rotation.seats(5), third]) == [2]


def test_players_differ_and_are_four_to_seven() -> None:
    for players in [(1, 2, 3), (1, 2, 3, 4, 5, 6, 7, 8), (1, 2, 3, 3)]:
        with pytest.raises(ValueError, match=r"players|player"):
            Rotation(players)


def test_league_evening_is_of_four_players() -> None:
    with pytest.raises(ValueError, match="four players"):
        Rotation((1, 2, 3, 4, 5), scoring=RotationScoring.LEAGUE)


def test_rotation_is_read_as_it_was_written() -> None:
    rotation = Rotation((5, 7, 8, 9), 8, 1, RotationScoring.LEAGUE)

    assert Rotation.from_dict(json.loads(json.dumps(rotation.to_dict()))) == rotation


@pytest.mark.parametrize(
    "case", [case for case in CASES if "error" not in case["expected"]], ids=case_id
)
def test_round_of_a_tournament_is_credited_as_the_vector_says(case: dict[str, dict]) -> None:  # type: ignore[type-arg]
    rotation = Rotation((1, 2, 3, 4), scoring=RotationScoring.WIN_POINTS)
    result = RoundResult.from_dict(case["input"])
    played = RotationRound(rotation.seats(1), result, score_round(result, NINE).points)

    got = {each.player: each.score for each in rotation.standings([played])}

    expected = case["expected"]
    for team, players in {"A": (1, 2), "B": (3, 4)}.items():
        for player in players:
            assert got[player].win_points == expected["win"][team]
            assert got[player].points == expected["points"][team]


def rounds_of(rotation: Rotation, played: list[RoundResult]) -> list[RotationRound]:
    return [
        RotationRound(rotation.seats(number), result, score_round(result).points)
        for number, result in enumerate(played, 1)
    ]


@settings(max_examples=40)
@given(st.lists(results(), min_size=7, max_size=7), st.permutations(range(1, 8)))
def test_standings_do_not_depend_on_who_is_which_player(
    played: list[RoundResult], others: list[int]
) -> None:
    one, two = Rotation(tuple(range(1, 8))), Rotation(tuple(others))
    renamed = dict(zip(one.players, two.players, strict=True))

    first = one.standings(rounds_of(one, played))
    second = two.standings(rounds_of(two, played))

    assert sorted((renamed[each.player], each.place, each.score) for each in first) == sorted(
        (each.player, each.place, each.score) for each in second
    )


def test_who_played_less_is_ranked_by_points_a_round() -> None:
    rotation = Rotation((1, 2, 3, 4, 5))
    result = RoundResult((Seat.A1,), ByTeam(60, 40))
    points = ByTeam(60, 40)
    played = [RotationRound(rotation.seats(number), result, points) for number in (1, 2)]

    got = [(each.place, each.player, each.score.points) for each in rotation.standings(played)]

    # Players 3 and 4 have changed sides. Player 1 sits out of the second round,
    # and player 5 of the first.
    assert {place for place, _, _ in got} == {1, 3, 5}
    assert (1, 1, 60) in got


def test_league_evening_counts_splits_that_were_begun() -> None:
    rotation = Rotation((1, 2, 3, 4), 8, scoring=RotationScoring.LEAGUE)
    result = RoundResult((Seat.A1,), ByTeam(60, 40))
    numbers = [1] * 8 + [9] * 2
    played = [
        RotationRound(rotation.seats(number), result, ByTeam(60, 40)) for number in numbers
    ]

    got = {each.player: each.score.win_points for each in rotation.standings(played)}

    # The difference in the first split is 160 points and in the second 40. So 1 and 2 get 3
    # points, then 1 and 3 get 2.
    assert got == {1: Fraction(5), 2: Fraction(3), 3: Fraction(2), 4: 0}


@pytest.mark.parametrize("here", [(1, 2, 3, 5), (1, 2, 3, 4, 5, 6), (6, 5, 4, 3, 2, 1, 7)])
def test_after_a_change_those_who_are_here_play_as_evenly_as_can_be(
    here: tuple[int, ...],
) -> None:
    rotation = Rotation((1, 2, 3, 4, 5), cycles=3)
    before = [rotation.seats(number) for number in (1, 2, 3)]

    changed = rotation.with_players(here, before, first_number=0)

    left = changed.remaining(before)
    assert (changed.rounds, len(left)) == (15, 12)
    assert not set(left) & set(rotation.numbers)
    rounds = [changed.seats(number) for number in left]
    assert {player for seats in rounds for player in seats} == {*here}
    out = [set(changed.sitting_out(number)) for number in left]
    if len(here) < 7:  # three of seven sit out, and four cannot all play two rounds in a row
        assert not [one & other for one, other in pairwise(out) if one & other]
    counts = Counter(player for seats in [*before, *rounds] for player in seats)
    played = [counts[player] for player in here]
    newcomers = 3 if set(here) - set(rotation.players) else 1
    assert max(played) - min(played) <= newcomers


def test_changed_rotation_is_read_as_it_was_written() -> None:
    rotation = Rotation((1, 2, 3, 4), 4, 2)
    changed = rotation.with_players((1, 2, 3, 4, 5), [rotation.seats(1)], first_number=0)

    assert Rotation.from_dict(json.loads(json.dumps(changed.to_dict()))) == changed
