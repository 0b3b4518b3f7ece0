"""Schedules: their guarantees are checked by counting, and the next round is compared with a
brute force search."""

from collections import Counter
from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.rules.schedules import (
    PlannedRound,
    evening_rounds,
    next_round,
    schedule,
)

SIZES = [4, 5, 6, 7, 8, 9, 12, 13, 16, 17, 20]
EXACT = [size for size in SIZES if size not in {6, 7}]


def partners(rounds: tuple[PlannedRound, ...]) -> Counter[frozenset[int]]:
    return Counter(
        frozenset(pair)
        for each in rounds
        for a, b, c, d in each.tables
        for pair in ((a, b), (c, d))
    )


def opponents(rounds: tuple[PlannedRound, ...]) -> Counter[frozenset[int]]:
    return Counter(
        frozenset((one, other))
        for each in rounds
        for a, b, c, d in each.tables
        for one in (a, b)
        for other in (c, d)
    )


def every_pair(players: int) -> list[frozenset[int]]:
    return [frozenset(pair) for pair in combinations(range(players), 2)]


def times_out(rounds: tuple[PlannedRound, ...], players: int) -> list[int]:
    out = Counter(player for each in rounds for player in each.sitting_out)
    return [out[player] for player in range(players)]


def twice_running(rounds: tuple[PlannedRound, ...]) -> int:
    """Return how often a player sits out two rounds in a row. The last round is followed by the
    first, because a schedule repeats."""
    before = (rounds[-1], *rounds)
    return sum(
        len(set(one.sitting_out) & set(two.sitting_out))
        for one, two in zip(before, rounds, strict=False)
    )


@pytest.mark.parametrize("players", EXACT)
def test_everybody_partners_everybody_once_and_meets_everybody_twice(players: int) -> None:
    rounds = schedule(players)

    assert partners(rounds) == dict.fromkeys(every_pair(players), 1)
    assert opponents(rounds) == dict.fromkeys(every_pair(players), 2)


@pytest.mark.parametrize(
    ("players", "rounds"),
    list(zip(SIZES, [3, 5, 6, 7, 7, 9, 11, 13, 15, 17, 19], strict=True)),
)
def test_schedule_has_the_length_that_is_documented(players: int, rounds: int) -> None:
    assert len(schedule(players)) == rounds


@pytest.mark.parametrize("players", [6, 7])
def test_six_and_seven_play_four_rounds_and_have_no_partner_twice(players: int) -> None:
    rounds = schedule(players)

    assert Counter(player for each in rounds for player in each.players) == dict.fromkeys(
        range(players), 4
    )
    assert set(partners(rounds).values()) == {1}


def test_six_meet_each_other_once_or_twice() -> None:
    met = opponents(schedule(6))

    assert {met[pair] for pair in every_pair(6)} == {1, 2}


@pytest.mark.parametrize("players", SIZES)
def test_nobody_is_twice_in_a_round_and_all_are_somewhere(players: int) -> None:
    for each in schedule(players):
        assert sorted([*each.players, *each.sitting_out]) == list(range(players))


@pytest.mark.parametrize("players", SIZES)
def test_after_any_round_all_have_sat_out_as_often_or_once_more(players: int) -> None:
    rounds = schedule(players)

    for end in range(1, len(rounds) + 1):
        out = times_out(rounds[:end], players)
        assert max(out) - min(out) <= 1


@pytest.mark.parametrize("players", SIZES)
def test_nobody_sits_out_twice_running(players: int) -> None:
    assert twice_running(schedule(players)) == 0


@pytest.mark.parametrize("players", [3, 10, 11, 21])
def test_other_numbers_have_no_schedule(players: int) -> None:
    with pytest.raises(ValueError, match="no schedule"):
        schedule(players)


def spread(counts: list[int]) -> int:
    return max(counts) - min(counts)


@pytest.mark.parametrize(
    ("players", "tables"), [(n, t) for n in range(4, 14) for t in (1, 2, 3) if 4 * t <= n]
)
def test_next_round_again_and_again_sits_out_as_evenly_as_can_be(
    players: int, tables: int
) -> None:
    played: list[PlannedRound] = []

    for _ in range(12):
        before = played[-1].sitting_out if played else ()
        played.append(next_round(range(players), played, tables))
        now = played[-1]
        assert sorted([*now.players, *now.sitting_out]) == list(range(players))
        assert spread(times_out(tuple(played), players)) <= 1
        fewest_again = max(0, len(before) - 4 * tables)
        assert len(set(before) & set(now.sitting_out)) == fewest_again


def test_four_and_five_players_get_the_exact_schedule_round_by_round() -> None:
    for players, rounds in ((4, 3), (5, 5)):
        played: list[PlannedRound] = []
        for _ in range(rounds):
            played.append(next_round(range(players), played))
        assert spread([partners(tuple(played))[pair] for pair in every_pair(players)]) == 0


def test_twelve_players_have_no_partner_twice_in_four_rounds() -> None:
    played: list[PlannedRound] = []
    for _ in range(4):
        played.append(next_round(range(12), played))

    assert set(partners(tuple(played)).values()) == {1}


@pytest.mark.parametrize("players", range(4, 21))
def test_evening_of_any_number_has_no_partner_twice_and_sits_out_evenly(players: int) -> None:
    rounds = evening_rounds(players)

    assert max(partners(rounds).values()) == 1
    assert spread(times_out(rounds, players)) <= 1
    for each in rounds:
        assert sorted([*each.players, *each.sitting_out]) == list(range(players))


def test_who_comes_late_plays_until_he_has_caught_up() -> None:
    played = [PlannedRound(((1, 2, 3, 4),), (5,)), PlannedRound(((1, 5, 3, 2),), (4,))]

    following = next_round([1, 2, 3, 4, 5, 6], played)

    assert {4, 5, 6} < set(following.players)


def test_who_left_is_not_seated() -> None:
    played = [PlannedRound(((1, 2, 3, 4),), (5,))]

    assert next_round([1, 2, 4, 5], played).players == (1, 4, 2, 5)


@pytest.mark.parametrize(
    ("present", "tables"), [([1, 2, 3], None), (range(7), 2), (range(4), 0)]
)
def test_a_table_has_four_players(present: list[int], tables: int | None) -> None:
    with pytest.raises(ValueError, match="four players"):
        next_round(present, (), tables)


def test_nobody_is_present_twice() -> None:
    with pytest.raises(ValueError, match="once"):
        next_round([1, 1, 2, 3, 4])


@st.composite
def evenings(draw: st.DrawFn) -> tuple[list[int], list[PlannedRound], int]:
    """Draw the players who are present, the rounds that were played before by those present
    then, and the number of tables."""
    people = range(draw(st.integers(4, 8)))
    played = []
    for _ in range(draw(st.integers(0, 6))):
        there = draw(st.permutations(people))[: draw(st.integers(4, len(people)))]
        tables = [tuple(there[at : at + 4]) for at in range(0, len(there) - 3, 4)]
        tables = tables[: draw(st.integers(1, len(tables)))]
        played.append(PlannedRound(tuple(tables), tuple(sorted(there[4 * len(tables) :]))))  # type: ignore[arg-type]
    present = draw(st.permutations(people))[: draw(st.integers(4, len(people)))]
    return list(present), played, draw(st.integers(1, len(present) // 4))


def naive_cost(tables: list[tuple[int, ...]], played: list[PlannedRound]) -> int:
    """Count the cost pair by pair, from all rounds that were played."""
    cost = 0
    for a, b, c, d in tables:
        for one, other in ((a, b), (c, d)):
            together = sum(
                {one, other} in ({*table[:2]}, {*table[2:]})
                for each in played
                for table in each.tables
            )
            cost += 10 * together * together
        for one, other in ((a, c), (a, d), (b, c), (b, d)):
            against = sum(
                (one in table[:2] and other in table[2:])
                or (other in table[:2] and one in table[2:])
                for each in played
                for table in each.tables
            )
            cost += 3 * against * against
    return cost


def naive_claims(player: int, played: list[PlannedRound]) -> tuple[bool, int, int]:
    sat = [number for number, each in enumerate(played) if player in each.sitting_out]
    rounds = sum(player in each.players for each in played)
    just_sat = bool(sat) and sat[-1] == len(played) - 1
    return not just_sat, rounds, -(sat[-1] + 1 if sat else 0)


@settings(max_examples=150, deadline=None)
@given(evenings())
def test_next_round_is_as_cheap_as_brute_force_finds(
    evening: tuple[list[int], list[PlannedRound], int],
) -> None:
    present, played, tables = evening

    found = next_round(present, played, tables)

    claims = {player: naive_claims(player, played) for player in present}
    best = min(
        sorted(claims[player] for player in chosen)
        for chosen in combinations(present, 4 * tables)
    )
    assert sorted(claims[player] for player in found.players) == best
    cheapest = min(
        naive_cost([order[at : at + 4] for at in range(0, len(order), 4)], played)
        for chosen in combinations(present, 4 * tables)
        if sorted(claims[player] for player in chosen) == best
        for order in _orders(chosen)
    )
    assert naive_cost(list(found.tables), played) == cheapest


def _orders(chosen: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Yield every order of the players. With eight players, the first one has the first
    seat."""
    orders = permutations(chosen)
    return [order for order in orders if len(order) < 8 or order[0] == min(order)]


@settings(max_examples=30, deadline=None)
@given(evenings(), st.permutations(range(8)))
def test_names_do_not_matter_for_what_the_next_round_costs(
    evening: tuple[list[int], list[PlannedRound], int], renamed: list[int]
) -> None:
    present, played, tables = evening
    other = [
        PlannedRound(
            tuple(tuple(renamed[player] for player in table) for table in each.tables),  # type: ignore[misc]
            tuple(sorted(renamed[player] for player in each.sitting_out)),
        )
        for each in played
    ]

    one = next_round(present, played, tables)
    two = next_round([renamed[player] for player in present], other, tables)

    assert naive_cost(list(one.tables), played) == naive_cost(list(two.tables), other)
