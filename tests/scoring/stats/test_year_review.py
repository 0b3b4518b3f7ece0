"""The year in review: worked examples, and screens that never contradict the games."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import is_dataclass
from datetime import date
from fractions import Fraction
from typing import Any

import pytest

from scoring.models import Group
from scoring.presentation.stats_pages.review_screen import ReviewLinks
from scoring.presentation.stats_pages.year_review import review_screens
from scoring.rules import Call, CallLevel, Seat
from scoring.stats.badges import find_badges
from scoring.stats.estimates import Proportion
from scoring.stats.history import GroupHistory
from scoring.stats.played_game import PlayedGame
from scoring.stats.players import BestEvening
from scoring.stats.year_review import (
    MAX_FACTS,
    BadgesEarned,
    BestPair,
    DoubleWins,
    Fact,
    FirstOut,
    FrequentCompanion,
    GamesWon,
    LongestEvening,
    LongestRun,
    MostWins,
    Played,
    Strongest,
    TopCaller,
    group_year,
    player_year,
)
from tests.factories import double, plain
from tests.scoring.stats.histories import LOST, WON, figures, game, numbered, random_games
from tests.scoring.stats.profiles import NAMES

GRAND = Call(Seat.A1, CallLevel.GRAND)
# The seed, the number of games, and the number of players.
DRAWN = [
    (seed, games, players)
    for seed in range(20)
    for games, players in ((3, 4), (30, 5), (90, 6))
]


@pytest.fixture
def games(request: pytest.FixtureRequest) -> list[PlayedGame]:
    return random_games(*request.param)


def badges(games: Sequence[PlayedGame]) -> Any:
    return find_badges(GroupHistory(numbered(games)))


def facts_of(*games: PlayedGame) -> tuple[Fact, ...]:
    return group_year(figures(games), badges(games))


def of(player: int, *games: PlayedGame) -> tuple[Fact, ...]:
    mine = [each for each in badges(games) if each.player == player]
    return player_year(figures(games), player, mine)


# Worked examples


def test_review_of_a_group_has_how_much_was_played() -> None:
    assert facts_of(game(WON, WON), game(LOST, evening=3))[0] == Played(2, 3, 2, 4)


def test_longest_evening_is_a_fact_if_one_is_longer_than_all_others() -> None:
    long, short = game(WON, WON), game(WON, evening=1)
    assert LongestEvening(long.day, 2, 1, 2) in facts_of(long, short)
    assert not any(isinstance(each, LongestEvening) for each in facts_of(long))
    alike = facts_of(short, game(WON, evening=2))
    assert not any(isinstance(each, LongestEvening) for each in alike)


def test_most_wins_are_those_of_all_who_have_as_many() -> None:
    assert MostWins((1, 2), 2, 2) in facts_of(game(WON), game(WON))
    assert not any(isinstance(each, MostWins) for each in facts_of(game(WON), game(LOST)))


def test_top_caller_gained_the_most_points_by_calls() -> None:
    tichu = plain(60, Seat.B1, Call(Seat.B1, CallLevel.TICHU))
    found = facts_of(game(plain(60, Seat.A1, GRAND), tichu))
    assert TopCaller((1,), 200, Proportion(1, 1)) in found
    failed = facts_of(game(plain(60, Seat.B1, GRAND)))
    assert not any(isinstance(each, TopCaller) and 1 in each.players for each in failed)


def test_double_wins_are_of_all_rounds() -> None:
    found = facts_of(game(double(Seat.A1), double(Seat.B1), WON))
    assert DoubleWins(Proportion(2, 3)) in found


def test_review_of_a_player_has_own_games_and_partner() -> None:
    found = of(1, game(WON), game(WON), game(LOST, players=(1, 2, 5, 6), evening=1))
    assert found[:2] == (Played(3, 3), GamesWon(Proportion(2, 3)))
    assert FrequentCompanion(2, together=True, wins=Proportion(2, 2)) in found
    assert LongestRun(2, 3) in found


def test_player_who_did_not_play_has_no_facts() -> None:
    assert of(9, game(WON)) == ()


# Never against the figures


def _all(facts: Iterable[Fact], kind: type) -> list[Any]:
    return [each for each in facts if isinstance(each, kind)]


@pytest.mark.parametrize("games", DRAWN, indirect=True)
def test_screens_of_a_group_say_what_a_count_of_its_games_says(games: list[PlayedGame]) -> None:
    facts = facts_of(*games)
    assert len(facts) <= MAX_FACTS
    rounds = Counter[date]()
    won, wins = Counter[int](), {player for each in games for player in each.players}
    for each in games:
        rounds[each.day] += len(each.a)
        won.update(each.winners)
    (played,) = _all(facts, Played)
    assert played == Played(len(games), sum(rounds.values()), len(rounds), len(wins))
    for longest in _all(facts, LongestEvening):
        assert rounds[longest.day] == longest.rounds
        assert all(n < longest.rounds for day, n in rounds.items() if day != longest.day)
    for most in _all(facts, MostWins):
        assert {won[each] for each in most.players} == {most.won}
        assert all(won[each] < most.won for each in wins - {*most.players})
    for strongest in _all(facts, Strongest):
        ratings = figures(games).ratings
        ranked = [each for each in ratings.values() if each.games >= 20]
        assert len(ranked) == strongest.others + 1
        assert all(
            each.interval.high < strongest.rating.interval.low
            for each in ranked
            if each.player != strongest.rating.player
        )
    for pair in _all(facts, BestPair):
        assert pair.partners.ranked
        assert pair.partners.chemistry.shrunk > 0
    doubles = sum(cards is None for each in games for cards in each.cards)
    for double_wins in _all(facts, DoubleWins):
        assert double_wins.made == Proportion(doubles, played.rounds)
    earned = badges(games)
    assert [each.badges for each in _all(facts, BadgesEarned)] in ([earned], [], [()])


@pytest.mark.parametrize("games", DRAWN, indirect=True)
def test_screens_of_a_player_say_what_a_count_of_the_games_says(
    games: list[PlayedGame],
) -> None:
    for player in sorted({player for each in games for player in each.players}):
        facts = of(player, *games)
        assert len(facts) <= MAX_FACTS
        mine = [each for each in games if player in each.players]
        won = [player in each.winners for each in mine]
        (games_won,) = _all(facts, GamesWon)
        assert games_won.won == Proportion(sum(won), len(mine))
        for run in _all(facts, LongestRun):
            assert "W" * run.games in "".join("W" if each else "L" for each in won)
            assert "W" * (run.games + 1) not in "".join("W" if each else "L" for each in won)
        for each in _all(facts, FrequentCompanion):
            together = [
                player in (one.winners)
                for one in mine
                if each.player in one.players
                and (one.players.index(each.player) % 2 == one.players.index(player) % 2)
                == each.together
            ]
            assert each.wins == Proportion(sum(together), len(together))
        for first in _all(facts, FirstOut):
            if first.difference:
                rate = Fraction(first.first.k, first.first.n)
                assert first.difference.better == (rate > Fraction(1, 4))
        for best in _all(facts, BestEvening):
            margin = sum(
                (sum(one.a) - sum(one.b)) * (1 if one.players.index(player) % 2 == 0 else -1)
                for one in mine
                if one.day == best.day
            )
            assert best.tally.margin.total == margin > 0


@pytest.mark.parametrize("games", DRAWN[::3] + DRAWN[1::3], indirect=True)
def test_no_screen_has_a_number_that_is_not_its_facts(games: list[PlayedGame]) -> None:
    """Each number on a screen is a number of its fact, which may be rounded."""
    keys = {number: Group().key for number in range(1, len(games) + 1)}
    for player in (None, 1):
        facts = facts_of(*games) if player is None else of(player, *games)
        links = ReviewLinks(Group(), keys, "", player)
        for fact, shown in zip(facts, review_screens(facts, NAMES, links), strict=True):
            said = f"{shown.figure} {shown.sentence} {shown.sample}"
            assert set(_numbers(said)) - _allowed(fact) == set(), (fact, said)
            assert "%(" not in said


def _numbers(said: str) -> list[str]:
    """Return the numbers of a text, without dates and signs."""
    said = re.sub(r"\d+ [A-Z][a-z]+ \d{4}", "", said).replace(",", "").replace("\u202f", "")
    return re.findall(r"\d+(?:\.\d+)?", said)


def _allowed(fact: Any) -> set[str]:
    found = set[str]()
    if isinstance(fact, BadgesEarned):
        by_player = Counter(each.player for each in fact.badges)
        return {str(len(fact.badges)), *map(str, by_player.values())}
    for value in _values(fact):
        if isinstance(value, Proportion):
            rate = value.rate
            found |= {str(value.k), str(value.n)}
            found |= {f"{float(rate) * 100:.0f}"} if rate is not None else set()
        elif isinstance(value, int | float | Fraction):
            found |= {f"{abs(float(value)):.0f}", f"{abs(float(value)):.1f}"}
    return found


def _values(fact: Any) -> list[Any]:
    """Return the numbers of a fact and of its parts, and numbers that are derived from them."""
    if isinstance(fact, Proportion):
        return [fact]
    if hasattr(fact, "_fields"):
        return [fact.margin.total, *fact]
    if is_dataclass(fact) and not isinstance(fact, type):
        inside = [getattr(fact, name) for name in fact.__slots__]  # type: ignore[attr-defined]
        extra = [fact.shrunk] if hasattr(fact, "shrunk") and hasattr(fact, "weight") else []
        return [*extra, *(value for each in inside for value in _values(each))]
    if isinstance(fact, tuple):
        return [value for each in fact for value in _values(each)]
    return [fact]
