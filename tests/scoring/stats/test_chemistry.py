"""Chemistry is zero if partners do what their strengths make likely, regardless of who is
strong."""

from collections import defaultdict
from itertools import combinations
from math import sqrt
from random import Random
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.stats.chance import MAX_CHANCE, bonferroni, chance_of_deviation
from scoring.stats.chemistry import CHEMISTRY_ROUNDS, Chemistry, pair_chemistry
from scoring.stats.group_tallies import Matchup, Pair
from scoring.stats.tally import Tally

# The standard deviation of the margin of a round.
MARGIN_SD = 210.0
STRONG = (5, 6)


def met(one: Pair, other: Pair, margin: int, rounds: int = 1) -> dict[Matchup, Tally]:
    return {(one, other): Tally(rounds=rounds, points=margin * rounds)}


def every_matchup(players: int) -> list[Matchup]:
    """Return every two teams that this number of players can form."""
    pairs = list(combinations(range(1, players + 1), 2))
    return [teams for teams in combinations(pairs, 2) if not {*teams[0]} & {*teams[1]}]


def additive(
    strengths: dict[int, int], matchups: list[Matchup], bonus: int = 0
) -> dict[Matchup, Tally]:
    """Return rounds without luck. The margin of a team is the strengths of its players minus
    those of the opponents. Players 1 and 2 together get `bonus` more."""
    found: dict[Matchup, Tally] = defaultdict(Tally)
    for one, other in matchups:
        margin = sum(strengths[each] for each in one) - sum(strengths[each] for each in other)
        margin += bonus * ((one == (1, 2)) - (other == (1, 2)))
        found[one, other] = found[one, other].plus(Tally(rounds=1, points=margin))
    return dict(found)


STRENGTHS = st.fixed_dictionaries(
    {player: st.integers(-60, 60) for player in range(1, 7)}  # six players
)
SCHEDULES = st.lists(st.sampled_from(every_matchup(6)), min_size=1, max_size=40)


@given(STRENGTHS, SCHEDULES)
def test_strength_alone_makes_no_chemistry(
    strengths: dict[int, int], matchups: list[Matchup]
) -> None:
    for each in pair_chemistry(additive(strengths, matchups)).values():
        assert each.shrunk == pytest.approx(0, abs=0.001)
        assert each.expected == pytest.approx(float(each.actual), abs=0.001)


@given(STRENGTHS, SCHEDULES)
def test_what_two_partners_add_is_found_whoever_is_strong(
    strengths: dict[int, int], matchups: list[Matchup]
) -> None:
    pair = pair_chemistry(additive(strengths, matchups, bonus=30)).get((1, 2))

    if pair and pair.known:
        assert pair.excess / pair.weight == pytest.approx(30, abs=0.01)
        assert 0 < pair.shrunk < 30


def test_a_third_of_the_rounds_of_five_players_separates_chemistry_from_strength() -> None:
    # A hundred rounds of each two teams; the pair is ahead by 40, and nobody else by anything.
    matchups = {
        teams: Tally(rounds=100, points=4000 * (teams[0] == (1, 2)))
        for teams in every_matchup(5)
    }

    pair = pair_chemistry(matchups)[1, 2]

    assert pair.actual == 40
    assert pair.rounds == 300
    assert pair.weight == pytest.approx(100)
    assert pair.excess == pytest.approx(40 * 100)
    assert pair.shrunk == pytest.approx(40 * 100 / (100 + CHEMISTRY_ROUNDS))
    assert pair.deviations(MARGIN_SD**2) == pytest.approx(40 * 10 / MARGIN_SD)


def test_of_the_same_four_nobody_can_tell_chemistry_from_strength() -> None:
    matchups = {
        **met((1, 2), (3, 4), 40, 100),
        **met((1, 3), (2, 4), 0, 100),
        **met((1, 4), (2, 3), 10, 100),
    }

    found = pair_chemistry(matchups)

    assert [each.known for each in found.values()] == [False] * 6
    assert {round(each.shrunk, 3) for each in found.values()} == {0}
    assert {each.deviations(MARGIN_SD**2) for each in found.values()} == {0}


def test_partners_without_a_round_have_no_chemistry() -> None:
    assert pair_chemistry({((1, 2), (3, 4)): Tally(games=1, games_without_rounds=1)}) == {}


# Groups with skill and luck


def group_by_chance(seed: int) -> dict[Pair, Chemistry]:
    """Return the chemistry of six players who have none. Two of them are far better than the
    others."""
    random = Random(seed)
    strengths = {player: 40 if player in STRONG else -20 for player in range(1, 7)}
    found: dict[Matchup, Tally] = defaultdict(Tally)
    for _ in range(60):
        one, other = random.choice(every_matchup(6))
        edge = sum(strengths[each] for each in one) - sum(strengths[each] for each in other)
        points = round(random.gauss(20 * edge, sqrt(20) * MARGIN_SD))
        found[one, other] = found[one, other].plus(Tally(rounds=20, points=points))
    return pair_chemistry(found)


@pytest.fixture(scope="module")
def groups() -> list[dict[Pair, Chemistry]]:
    return [group_by_chance(seed) for seed in range(200)]


def test_strong_partners_have_no_more_chemistry_than_others(
    groups: list[dict[Pair, Chemistry]],
) -> None:
    assert fmean(each[STRONG].shrunk for each in groups) == pytest.approx(0, abs=0.5)


def test_chemistry_that_is_not_there_is_found_in_one_of_five_groups_at_most(
    groups: list[dict[Pair, Chemistry]],
) -> None:
    def least(found: dict[Pair, Chemistry]) -> float:
        chances = [
            chance_of_deviation(each.deviations(MARGIN_SD**2)) for each in found.values()
        ]
        return bonferroni(min(chances), len(chances))

    told = sum(least(each) < MAX_CHANCE for each in groups)

    assert told / len(groups) <= MAX_CHANCE
