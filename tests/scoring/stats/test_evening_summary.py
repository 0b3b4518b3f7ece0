"""The summary of an evening: worked examples, and properties of any history."""

from collections import Counter
from collections.abc import Sequence
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules import Call, CallLevel, Race, Seat
from scoring.stats.evening_summary import (
    BoldestCall,
    EveningSummary,
    TurningPoint,
    summarize_evening,
)
from scoring.stats.evenings import Evening
from scoring.stats.group_ratings import rate_group
from scoring.stats.group_stats import compute_group_stats
from scoring.stats.history import GroupHistory
from scoring.stats.played_game import PlayedGame
from scoring.stats.win_probability.model import (
    TableSpec,
    WinProbabilityModel,
    blend_with_baseline,
)
from tests.factories import double, plain
from tests.scoring.stats.histories import (
    DRAWN,
    FIRST_DAY,
    FORMAT,
    LOST,
    WON,
    game,
    numbered,
    random_games,
)

TICHU, GRAND = Call(Seat.A1, CallLevel.TICHU), Call(Seat.A1, CallLevel.GRAND)


@pytest.fixture(scope="module")
def model() -> WinProbabilityModel:
    spec = TableSpec.for_race(Race())
    assert spec is not None
    return WinProbabilityModel(Race(), spec.solve(blend_with_baseline(())))


def summary(
    games: Sequence[PlayedGame], evening: int = 0, model: WinProbabilityModel | None = None
) -> EveningSummary:
    """Return the summary of this evening. Evenings are numbered from 0."""
    games, day = numbered(games), FIRST_DAY + timedelta(days=evening)
    played = tuple(each for each in games if each.day == day)
    stats = compute_group_stats(GroupHistory([*played]))
    ratings = rate_group(games, ())
    return summarize_evening(
        Evening(day, played, stats), {FORMAT: model} if model else {}, ratings
    )


def winners(*games: PlayedGame) -> list[int]:
    return [each.player for each in summary(games).winners]


# Winners


def test_partners_who_won_more_games_than_they_lost_win_the_evening() -> None:
    assert winners(game(WON), game(LOST), game(WON)) == [1, 2]


def test_of_players_who_won_as_many_games_those_with_more_points_win() -> None:
    changed = game(plain(80), players=(1, 2, 3, 4))
    assert winners(game(WON), changed) == [1]


def test_nobody_wins_an_evening_on_which_everybody_lost_as_many_games_as_won() -> None:
    assert winners(game(WON), game(LOST)) == []
    assert winners(game(DRAWN)) == []


# Calls


def test_boldest_call_is_the_greatest_from_farthest_behind() -> None:
    games = [
        game(WON, double(Seat.A1, GRAND)),
        game(LOST, plain(30, Seat.A1, GRAND), plain(0), plain(0, Seat.A1, TICHU)),
    ]
    found = summary(games).boldest_call
    assert found == BoldestCall(2, 2, 1, CallLevel.GRAND, behind=100)


def test_grand_tichu_of_those_who_lead_is_bold() -> None:
    found = summary([game(WON, plain(70, Seat.A1, GRAND))]).boldest_call
    assert found == BoldestCall(1, 2, 1, CallLevel.GRAND, behind=-100)


def test_call_of_the_other_team_counts_from_its_own_side() -> None:
    call = Call(Seat.B2, CallLevel.GRAND)
    found = summary([game(WON, WON, plain(0, Seat.B2, call))]).boldest_call
    assert found == BoldestCall(1, 3, 4, CallLevel.GRAND, behind=200)


def test_tichu_is_bold_from_200_points_behind() -> None:
    made = plain(60, Seat.A1, TICHU)
    assert summary([game(LOST, made)]).boldest_call is None
    found = summary([game(LOST, LOST, made)]).boldest_call
    assert found == BoldestCall(1, 3, 1, CallLevel.TICHU, behind=200)


def test_failed_call_is_not_the_boldest() -> None:
    assert summary([game(plain(60, Seat.B1, GRAND))]).boldest_call is None


# Turning point


def test_evening_turns_where_the_winners_became_likely_to_win(
    model: WinProbabilityModel,
) -> None:
    steady = game(*[plain(70, Seat.A1, TICHU)] * 8)
    turned = game(*[plain(0, Seat.B1)] * 2, *[double(Seat.A1, GRAND)] * 3)
    found = summary([steady, turned], model=model).turning_point
    lead = model.probabilities_after_rounds(turned.a, turned.b)
    assert found == TurningPoint(2, 3, (1, 2), lead[1], lead[2])


def test_round_that_ends_a_game_is_no_turning_point(model: WinProbabilityModel) -> None:
    assert summary([game(LOST, double(Seat.A1, GRAND))], model=model).turning_point is None


def test_lost_lead_is_no_turning_point(model: WinProbabilityModel) -> None:
    found = summary([game(plain(100, Seat.A1), *[LOST] * 9)], model=model).turning_point
    assert found is None or found.winners == (3, 4)


# Luck and skill


def test_winning_one_even_game_is_as_likely_as_not() -> None:
    before = [game(each) for each in [WON, LOST] * 10]
    found = summary([*before, game(WON, evening=1)], evening=1).as_likely
    assert found == pytest.approx(0.5, abs=0.01)


def test_winning_two_of_two_even_games_is_half_as_likely() -> None:
    before = [game(each) for each in [WON, LOST] * 10]
    games = [*before, game(WON, evening=1), game(WON, evening=1)]
    found = summary(games, evening=1).as_likely
    assert found == pytest.approx(0.25, abs=0.01)


def test_games_of_the_evening_itself_say_nothing_of_strength() -> None:
    before = [game(each) for each in [WON, LOST] * 10]
    one = summary([*before, game(WON, evening=1)], evening=1).as_likely
    later = [game(WON, evening=2)] * 5
    assert summary([*before, game(WON, evening=1), *later], evening=1).as_likely == one


def test_strength_is_unknown_before_twenty_games() -> None:
    before = [game(WON)] * 19
    assert summary([*before, game(WON, evening=1)], evening=1).as_likely is None


# Any history


@given(st.integers(0, 10_000))
def test_summary_never_contradicts_the_figures(seed: int) -> None:
    games = numbered(random_games(seed, 12, 5))
    evening = (games[-1].day - FIRST_DAY).days
    found = summary(games, evening)
    day = [each for each in games if each.day == games[-1].day]
    balance: Counter[int] = Counter()
    for each in day:
        for player in each.players:
            balance[player] += 0 if not each.winner else 1 if player in each.winners else -1
    best = max(balance.values())
    assert all(balance[each.player] == best > 0 for each in found.winners)
    assert bool(found.winners) is (best > 0)
    if call := found.boldest_call:
        told = next(each for each in day if each.pk == call.game)
        assert call.player in told.players_in(call.round_number)
