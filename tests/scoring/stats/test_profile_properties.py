"""The profile of a player never contradicts the figures, for any history."""

from collections import Counter
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from scoring.presentation.stats import call_verdict
from scoring.presentation.stats_pages.profile import ProfileSection
from scoring.rules import RoundResult
from scoring.stats.chance import MAX_CHANCE
from scoring.stats.group_stats import GroupStats
from scoring.stats.played_game import PlayedGame
from scoring.stats.profile import CallLess, Profile, find_profile
from scoring.stats.win_probability.baseline import simulate_round
from tests.scoring.stats.histories import figures, game, random_games
from tests.scoring.stats.profiles import NAMES, section


@given(seed=st.integers(0, 2**32), games=st.integers(1, 90), players=st.integers(4, 6))
def test_profile_never_contradicts_the_figures(seed: int, games: int, players: int) -> None:
    stats = figures(random_games(seed, games, players))

    for player in stats.players:
        profile = find_profile(stats, player)
        assert profile == find_profile(stats, player)
        assert profile
        shown = section(profile)
        assert_differences(profile, shown)
        assert_advice(profile, shown)
        assert_companions(profile, stats, shown)
        assert_form(profile, shown)
        assert_place(profile, stats, shown)


def assert_differences(profile: Profile, shown: ProfileSection) -> None:
    for rows, found, better in (
        (shown.strengths, profile.strengths, True),
        (shown.weaknesses, profile.weaknesses, False),
    ):
        for row, each in zip(rows, found, strict=True):
            assert each.chance < MAX_CHANCE
            assert each.better == better
            higher = each.counted.k > each.usual * each.counted.n
            words = {"less", "fewer", "Fewer"} if not higher else {"more", "More"}
            assert words & {*row.title.split()}
            assert row.note.startswith(f"{each.counted.k} of {each.counted.n} ")
    assert bool(shown.no_differences) == (not profile.differences)


def assert_advice(profile: Profile, shown: ProfileSection) -> None:
    """Check that the advice about calls agrees with the figures of calls."""
    for row, each in zip(shown.advice, profile.advice, strict=True):
        less = isinstance(each, CallLess)
        assert row.title.endswith("less" if less else "more")
        assert (" has cost " in row.note) == less
        assert f"over {each.calls.made.n}" in row.note
        verdict = "Calling less would pay" if less else "Calling pays"
        assert verdict in call_verdict(each.calls)
    costly = {each for each in (profile.stats.tichu, profile.stats.grand) if each.pays is False}
    assert {each.calls for each in profile.advice if isinstance(each, CallLess)} == costly
    assert bool(shown.no_advice) == (not profile.advice)


def assert_companions(profile: Profile, stats: GroupStats, shown: ProfileSection) -> None:
    """Check that the page of both players says the same."""
    me = profile.stats.player
    both = [profile.best_partner, profile.toughest_opponent]
    rows = shown.companions if all(both) else []
    for row, found, better in zip(rows, both, (True, False), strict=False):
        assert found
        pair = (min(me, found.player), max(me, found.player))
        tally = stats.partners[pair].tally if better else stats.rivals[me, found.player].tally
        assert found.wins == tally.wins
        assert found.wins + found.otherwise == profile.stats.tally.wins
        assert row.value == NAMES[found.player]
        assert row.title.endswith("so far") == (not found.stands_out)
        if found.stands_out:
            above = found.wins.k * found.otherwise.n > found.otherwise.k * found.wins.n
            assert above == better


def assert_form(profile: Profile, shown: ProfileSection) -> None:
    results = profile.stats.latest_results
    assert (shown.form is None) == (not results)
    if profile.form and shown.form:
        won = sum(result > 0 for result in results)
        assert shown.form.value == f"{won} of {len(results)}"
        assert profile.form.recent + profile.form.before == profile.stats.tally.wins
        recent, before = profile.form.recent.rate, profile.form.before.rate
        if shown.form.note.startswith("Better"):
            assert recent is not None
            assert before is not None
            assert recent > before
        if shown.form.note.startswith("Worse"):
            assert recent is not None
            assert before is not None
            assert recent < before


def assert_place(profile: Profile, stats: GroupStats, shown: ProfileSection) -> None:
    ranked = [entry.stats.player for entry in stats.league if entry.ranked]
    if profile.stats.player in ranked:
        place = ranked.index(profile.stats.player) + 1
        close = next(e.too_close for e in stats.league if e.stats == profile.stats)
        assert shown.place == f"Place {place} of {len(ranked)} in the league." + (
            " Too close to call with the place before." if close else ""
        )
    else:
        assert shown.place == "No place in the league yet: it takes 20 games with rounds."


# What chance brings


def even_games(seed: int) -> list[PlayedGame]:
    """Return games of players who are equally strong."""
    random = Random(seed)
    found = []
    for _ in range(60):
        a1, b1, a2, b2 = random.sample(range(1, 7), 4)
        results: list[RoundResult] = [simulate_round(random).result for _ in range(6)]
        found.append(game(*results, players=(a1, b1, a2, b2)))
    return found


def test_of_players_who_are_alike_one_of_five_stands_out_at_most() -> None:
    told: Counter[str] = Counter()
    for seed in range(15):
        stats = figures(even_games(seed))
        for player in stats.players:
            profile = find_profile(stats, player)
            assert profile
            assert profile.best_partner
            assert profile.toughest_opponent
            assert profile.form
            told["players"] += 1
            told["differences"] += bool(profile.differences)
            told["best partner"] += profile.best_partner.stands_out
            told["toughest opponent"] += profile.toughest_opponent.stands_out
            told["form"] += profile.form.stands_out

    players = told.pop("players")

    assert {what for what, times in told.items() if times > MAX_CHANCE * players} == set()
