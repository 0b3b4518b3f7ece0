"""Highlights of a group: worked examples, and properties of any history."""

from collections import Counter
from itertools import combinations, groupby, takewhile
from math import erfc, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.models import Group
from scoring.presentation.highlights import highlight_sentence
from scoring.presentation.stats_pages.pairs import pairs_page
from scoring.presentation.stats_pages.rows import PageLinks
from scoring.rules import Call, CallLevel, RoundResult, Seat
from scoring.stats.chance import MAX_CHANCE
from scoring.stats.group_stats import GroupStats
from scoring.stats.highlights import (
    CallHighlight,
    PairHighlight,
    WinningRun,
    find_highlights,
    find_pair_highlights,
)
from scoring.stats.played_game import PlayedGame, Players
from tests.factories import plain
from tests.scoring.stats.histories import DRAWN, LOST, WON, figures, game, random_games

NAMES = {1: "Anna", 2: "Bernd", 3: "Clara", 4: "Dieter", 5: "Elena", 6: "Fritz"}


def found(*games: PlayedGame) -> tuple[WinningRun | PairHighlight | CallHighlight, ...]:
    return find_highlights(figures(games))


def called(level: CallLevel, *, made: int, of: int) -> list[PlayedGame]:
    """Return games of one round with a call by player 1. `made` of the calls are made."""
    call = Call(Seat.A1, level)
    calls = [plain(50, Seat.A1, call)] * made + [plain(50, Seat.B1, call)] * (of - made)
    return [game(each) for each in calls]


# Runs


def test_nothing_stands_out_before_the_first_game() -> None:
    assert found() == ()


def test_five_games_in_a_row_are_a_run_of_both_partners() -> None:
    assert found(game(LOST), *[game(WON)] * 5) == (
        WinningRun((1, 2), 5, evenings=False, chance=4 / 32),
    )


def test_four_games_in_a_row_are_as_likely_as_not_of_some_player() -> None:
    assert found(game(LOST), *[game(WON)] * 4) == ()


@pytest.mark.parametrize("last", [LOST, DRAWN])
def test_run_ends_with_a_game_that_is_not_won(last: RoundResult) -> None:
    assert found(*[game(WON)] * 9, game(last)) == ()


def test_run_of_a_player_absent_on_the_last_evening_is_no_highlight() -> None:
    run = [game(WON, players=(1, 3, 2, 4))] * 9

    assert found(*run, game(DRAWN, players=(3, 5, 4, 6), evening=1)) == ()


def test_run_of_one_player_with_changing_partners() -> None:
    seats = [(1, 3, 2, 4), (1, 2, 3, 4), (1, 3, 4, 2)] * 2

    run = found(*[game(WON, players=each) for each in seats])

    assert run == (WinningRun((1,), 6, evenings=False, chance=4 / 64),)


def test_evenings_in_a_row_are_a_run_even_with_games_lost() -> None:
    evenings = [
        game(each, evening=evening) for evening in range(6) for each in (WON, WON, LOST)
    ]

    assert found(*evenings) == (WinningRun((1, 2), 6, evenings=True, chance=4 / 64),)


def test_evening_with_as_many_games_lost_as_won_ends_a_run() -> None:
    evenings = [game(WON, evening=evening) for evening in range(6)]
    even = [game(WON, evening=6), game(LOST, evening=6), game(WON, evening=7)]

    assert found(*evenings, *even) == ()


# Calls


def two_sided_p_value(made: int, of: int) -> float:
    return erfc(abs(2 * made - of) / sqrt(of) / sqrt(2))


@pytest.mark.parametrize(("made", "of"), [(2, 12), (11, 12)])
def test_grand_tichus_that_cost_or_bring_points(made: int, of: int) -> None:
    calls = [
        highlight
        for highlight in found(*called(CallLevel.GRAND, made=made, of=of))
        if isinstance(highlight, CallHighlight)
    ]

    assert [(each.player, each.calls.made.k, each.calls.made.n) for each in calls] == [
        (1, made, of)
    ]
    assert calls[0].chance == pytest.approx(two_sided_p_value(made, of))


def test_tichus_are_a_highlight_if_they_cost_points() -> None:
    kinds = [
        {type(each) for each in found(*called(CallLevel.TICHU, made=made, of=12))}
        for made in (1, 11)
    ]

    assert [CallHighlight in each for each in kinds] == [True, False]


def test_nine_calls_are_too_few_for_a_highlight() -> None:
    assert not any(
        isinstance(each, CallHighlight)
        for each in found(*called(CallLevel.GRAND, made=0, of=9))
    )


# Pairs

PAIRS = list(combinations(range(1, 6), 2))
TEAMS = [teams for teams in combinations(PAIRS, 2) if not {*teams[0]} & {*teams[1]}]


def seated(one: tuple[int, int], other: tuple[int, int]) -> Players:
    return one[0], other[0], one[1], other[1]


def pair_games(together: RoundResult) -> list[PlayedGame]:
    """Return seventy rounds of each two teams that five players can form. Players 1 and 2 play
    21 games of ten rounds with this result. All others play one game that is a draw."""
    usual = [teams for teams in TEAMS if (1, 2) in teams]
    apart = [teams for teams in TEAMS if (1, 2) not in teams]
    return [
        *(game(*[together] * 10, players=seated(*teams)) for teams in usual * 7),
        *(game(*[DRAWN] * 70, players=seated(*teams)) for teams in apart),
    ]


def test_pair_that_clicks() -> None:
    games = pair_games(plain(75))

    pair = find_highlights(figures(games))

    assert [type(each) for each in pair] == [PairHighlight]
    assert isinstance(pair[0], PairHighlight)
    assert pair[0].partners.players == (1, 2)
    # 50 points a round over 210 rounds, of which a third separates chemistry from the
    # strengths.
    deviation = 50 * sqrt(70 / figures(games).margin_variance)
    assert pair[0].chance == pytest.approx(erfc(deviation / sqrt(2)))
    assert find_pair_highlights(figures(games)) == pair


def test_pair_that_does_not_click() -> None:
    (pair,) = find_highlights(figures(pair_games(plain(25))))

    assert isinstance(pair, PairHighlight)
    assert pair.partners.players == (1, 2)
    assert pair.partners.chemistry
    assert pair.partners.chemistry.shrunk < 0


def test_nineteen_games_are_too_few_for_a_pair() -> None:
    games = pair_games(WON)

    told = [find_pair_highlights(figures(games[dropped:])) for dropped in (1, 2)]

    assert [len(each) for each in told] == [1, 0]


def test_pair_of_the_same_four_is_no_highlight() -> None:
    assert find_pair_highlights(figures([game(*[WON] * 10)] * 30)) == ()


# Any history


@given(seed=st.integers(0, 2**32), games=st.integers(0, 120), players=st.integers(4, 6))
def test_highlights_never_contradict_the_figures(seed: int, games: int, players: int) -> None:
    history = random_games(seed, games, players)
    stats = figures(history)

    told = find_highlights(stats)

    assert told == find_highlights(figures(history))
    assert len({type(each) for each in told}) == len(told)
    assert [each.chance for each in told] == sorted(each.chance for each in told)
    assert all(0 <= each.chance < MAX_CHANCE for each in told)
    for each in told:
        sentence = highlight_sentence(each, NAMES)
        match each:
            case WinningRun():
                assert_run(each, history, sentence)
            case PairHighlight():
                assert_pair(each, stats, sentence)
            case CallHighlight():
                assert_calls(each, stats, sentence)


def assert_run(run: WinningRun, history: list[PlayedGame], sentence: str) -> None:
    """Check the run by counting the games again."""
    evenings = groupby(history, key=lambda each: each.day)
    parts = [list(games) for _, games in evenings] if run.evenings else [[g] for g in history]
    last = {
        player for each in history if each.day == history[-1].day for player in each.players
    }
    assert set(run.players) <= last
    for player in last:
        results = [balance(part, player) for part in reversed(parts) if plays(part, player)]
        length = len(list(takewhile(lambda result: result > 0, results)))
        assert (length == run.length) == (player in run.players)
        assert length <= run.length
    assert f" {run.length} " in sentence
    assert all(NAMES[player] in sentence for player in run.players)


def plays(games: list[PlayedGame], player: int) -> bool:
    return any(player in each.players for each in games)


def balance(games: list[PlayedGame], player: int) -> int:
    """Return the games won minus the games lost."""
    results: Counter[bool] = Counter(
        player in each.winners for each in games if player in each.players and each.winner
    )
    return results[True] - results[False]


def assert_pair(pair: PairHighlight, stats: GroupStats, sentence: str) -> None:
    """Check that the page of pairs says the same of this pair."""
    partners = pair.partners
    assert partners == stats.partners[partners.players]
    assert partners.tally.games >= 20
    assert partners.chemistry
    better = partners.chemistry.actual > partners.chemistry.expected
    title = " + ".join(NAMES[player] for player in partners.players)
    page = pairs_page(stats, NAMES, PageLinks(Group(), {}, ""))
    (row,) = [row for row in page.chemistry if row.title == title]
    assert sentence in [each.sentence for each in page.highlights]
    assert f" {row.value[1:]} points a round {'more' if better else 'less'} " in sentence
    assert row.value[0] == ("+" if better else "−")
    assert ("do not click" in sentence) == (not better)
    assert "provisional" not in row.note


def assert_calls(highlight: CallHighlight, stats: GroupStats, sentence: str) -> None:
    """Check that the page of the player says the same of these calls."""
    calls, mine = highlight.calls, stats.players[highlight.player]
    assert calls in mine.calls
    assert calls.made.n >= 10
    costs = 2 * calls.made.k < calls.made.n
    assert calls.pays is not costs
    assert (" cost " in sentence) == costs
    assert (" bring " in sentence) == (not costs)
    assert f"{calls.made.k} of {calls.made.n} made." in sentence
    assert NAMES[highlight.player] in sentence


def test_random_histories_have_something_of_every_kind_to_tell() -> None:
    kinds = Counter(
        type(each)
        for seed in range(30)
        for each in find_highlights(figures(random_games(seed, 90, 5)))
    )

    assert set(kinds) == {WinningRun, PairHighlight, CallHighlight}
