"""The next seating of an evening at several tables."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.rules.rotation import Rotation
from scoring.rules.schedules import PlannedRound
from scoring.rules.sessions import SessionTable, next_seating, planned_seatings, tables_for
from scoring.rules.teams import BySeat

EXACT = [8, 9, 12, 13, 16, 17, 20]


def play(present: list[int], seatings: int) -> list[PlannedRound]:
    played: list[PlannedRound] = []
    for _ in range(seatings):
        played.append(next_seating(present, played))
    return played


def together(
    played: list[PlannedRound],
) -> tuple[Counter[frozenset[int]], Counter[frozenset[int]]]:
    """Count the rounds in which each two players were partners, and in which they were
    opponents."""
    partners: Counter[frozenset[int]] = Counter()
    opponents: Counter[frozenset[int]] = Counter()
    for table in (table for each in played for table in each.tables):
        a, b, c, d = table
        partners.update([frozenset({a, b}), frozenset({c, d})])
        opponents.update(frozenset({one, other}) for one in (a, b) for other in (c, d))
    return partners, opponents


@pytest.mark.parametrize("count", EXACT)
def test_everybody_partners_everybody_once_and_meets_everybody_twice(count: int) -> None:
    present = [100 - number for number in range(count)]

    partners, opponents = together(play(present, planned_seatings(count)))

    pairs = [frozenset(pair) for pair in combinations(present, 2)]
    assert partners == dict.fromkeys(pairs, 1)
    assert opponents == dict.fromkeys(pairs, 2)


@pytest.mark.parametrize("count", EXACT)
def test_a_schedule_that_is_over_starts_again(count: int) -> None:
    present, seatings = list(range(count)), planned_seatings(count)

    played = play(present, seatings + 1)

    assert played[-1].tables == played[0].tables


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_players_who_come_and_go_sit_once_and_sit_out_evenly(data: st.DataObject) -> None:
    """Nobody is seated twice, and all tables are full. A player who sat out last time plays.
    Nobody sits out who has played less than a player at a table, unless that player sat out
    last time."""
    played: list[PlannedRound] = []
    for _ in range(data.draw(st.integers(1, 6))):
        present = sorted(data.draw(st.sets(st.integers(0, 13), min_size=8, max_size=13)))
        now = next_seating(present, played)

        assert sorted([*now.players, *now.sitting_out]) == present
        assert len(now.tables) == len(present) // 4
        rounds = Counter(player for each in played for player in each.players)
        last_out = set(played[-1].sitting_out) if played else set()
        if len(last_out & set(present)) <= len(now.players):
            assert not last_out & set(now.sitting_out)
        for out in now.sitting_out:
            for player in set(now.players) - last_out:
                assert rounds[out] >= rounds[player]
        played.append(now)


@pytest.mark.parametrize("count", range(8, 21))
def test_any_prefix_of_an_evening_is_even(count: int) -> None:
    present = list(range(count))

    played = play(present, planned_seatings(count))

    out: Counter[int] = Counter(dict.fromkeys(present, 0))
    for each in played:
        assert len(set(each.players)) == len(each.players) == count // 4 * 4
        out.update(each.sitting_out)
        assert max(out.values()) - min(out.values()) <= 1


def test_next_seating_after_somebody_left_is_the_cheapest_of_all() -> None:
    """All 315 ways to seat eight players at two tables are compared by an independent count."""
    played = play(list(range(9)), 3)
    present = [player for player in range(9) if player != 4]

    now = next_seating(present, played)

    def cost(tables: tuple[tuple[int, ...], ...]) -> int:
        partners, opponents = together(played)
        return sum(
            10 * (partners[frozenset((a, b))] ** 2 + partners[frozenset((c, d))] ** 2)
            + 3 * sum(opponents[frozenset((x, y))] ** 2 for x in (a, b) for y in (c, d))
            for a, b, c, d in tables
        )

    def tables(four: tuple[int, ...]) -> list[tuple[int, ...]]:
        a, b, c, d = four
        return [(a, b, c, d), (a, c, b, d), (a, d, b, c)]

    ways = {
        cost((one, other))
        for four in combinations(present, 4)
        for one in tables(four)
        for other in tables(tuple(player for player in present if player not in four))
    }
    assert cost(now.tables) == min(ways)


@pytest.mark.parametrize(
    ("players", "tables", "out", "expected"),
    [(9, 2, 1, 2), (12, 2, 1, 3), (7, 2, 0, 1), (12, 2, 4, 2), (8, 1, 5, 1), (4, 2, 0, 1)],
)
def test_as_many_tables_as_are_filled_unless_there_were_fewer(
    players: int, tables: int, out: int, expected: int
) -> None:
    before = PlannedRound(
        tuple((n, n + 1, n + 2, n + 3) for n in range(0, 4 * tables, 4)),
        tuple(range(100, 100 + out)),
    )

    assert tables_for(players, before) == expected


def table(**facts: int) -> Rotation:
    place = SessionTable("00", 2, 7, 1, (9,))
    return Rotation.of_table(BySeat(1, 2, 3, 4), place, rounds_each=facts.get("rounds", 4))


def test_the_same_four_play_all_rounds_of_a_table() -> None:
    plan = table(rounds=4)

    assert [plan.seats(number) for number in plan.numbers] == [BySeat(1, 2, 3, 4)] * 4
    assert Rotation.from_dict(plan.to_dict()) == plan


def test_new_player_takes_the_seat_of_the_player_who_leaves() -> None:
    plan, four = table(rounds=4), BySeat(1, 2, 3, 4)

    changed = plan.with_players((4, 1, 9, 3), [four], first_number=1000)

    assert changed.remaining([four]) == [1001, 1002, 1003]
    assert changed.seats(1001) == BySeat(1, 9, 3, 4)


@pytest.mark.parametrize(("seating", "number", "out"), [(0, 1, ()), (1, 0, ()), (1, 1, (5, 5))])
def test_impossible_places_are_refused(seating: int, number: int, out: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"counted|once"):
        SessionTable("00", seating, 7, number, out)


def test_five_at_a_table_of_a_session_are_refused() -> None:
    with pytest.raises(ValueError, match="four players"):
        table().with_players((1, 2, 3, 4, 5), [], first_number=1000)
