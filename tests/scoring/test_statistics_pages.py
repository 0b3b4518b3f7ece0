"""The pages of statistics, with few games and with many."""

import re
from typing import Any

import pytest
from django.core.cache import cache
from django.urls import reverse

from scoring.models import Game, Role
from scoring.rules import Call, CallLevel, Ending, Seat
from scoring.stats.group_stats import group_stats
from scoring.stats.win_probability.cache import get_model
from tests.factories import GameFactory, GameWriter, Phone, double, enter_game, plain
from tests.scoring.statistics import PAGES, page, play, text

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _chances_known() -> None:
    """Compute once for all tests what the site computes in the background."""
    get_model(GameFactory.create())


def player_page(phone: Phone, seat: str = "a1", query: str = "") -> Any:
    number = getattr(phone.game, f"player_{seat}_id")
    return page(phone, "player_stats", query, number=number)


# Little to tell


def test_game_pages_count_an_abandoned_game_by_its_rounds_alone(phone: Phone) -> None:
    game = play(phone, plain(60), plain(50))
    GameWriter(game, phone.device).end(Ending.ABANDONED)

    assert "0 games, 2 rounds, 1 evening." in text(page(phone))
    assert "Abandoned" in text(page(phone, "evening_stats"))
    assert "No game is rated yet" in text(player_page(phone))


def test_forfeited_game_is_won_by_the_others(phone: Phone) -> None:
    game = play(phone, plain(60))
    GameWriter(game, phone.device).end(Ending.FORFEITED_BY_A)

    assert "1 game, 1 round, 1 evening." in text(page(phone))
    assert "Forfeited" in text(page(phone, "evening_stats"))
    assert "0 of 1" in text(player_page(phone))


@pytest.mark.parametrize("name", PAGES)
def test_page_of_an_empty_group_says_what_will_be_here(phone: Phone, name: str) -> None:
    response = page(phone, name)

    assert response.status_code == 200
    assert re.search("first round", text(response))


NEXT_STEP = re.compile(r'<a class="button strong" href="([^"]*)">([^<]*)</a>')


@pytest.mark.parametrize("name", PAGES)
def test_page_of_an_empty_group_leads_to_its_running_game(phone: Phone, name: str) -> None:
    table = phone.game.get_absolute_url()

    found = NEXT_STEP.findall(page(phone, name).content.decode())

    assert found == [(table, "To the table")]


@pytest.mark.parametrize("name", PAGES)
def test_page_of_a_group_without_a_running_game_leads_to_a_new_one(
    phone: Phone, name: str
) -> None:
    GameWriter(phone.game, phone.device).end(Ending.ABANDONED)

    found = NEXT_STEP.findall(page(phone, name).content.decode())

    assert found == [(f"/new/?group={phone.group.key}", "New game")]


@pytest.mark.parametrize("name", PAGES)
def test_page_of_an_empty_group_leads_a_viewer_to_no_game(phone: Phone, name: str) -> None:
    page(phone, name)  # now it is in the cache for members
    phone.take_role(Role.VIEWER)

    assert NEXT_STEP.findall(page(phone, name).content.decode()) == []


def test_page_of_a_player_without_a_round_says_so(phone: Phone) -> None:
    name = phone.game.names.a1

    assert f"{name} has not played a round in these games." in text(player_page(phone))


def test_one_game_is_provisional(phone: Phone) -> None:
    play(phone, plain(60), target=50)

    said = text(page(phone))
    assert "1 game, 1 round, 1 evening." in said
    assert "1 of 1 game won, 100% · provisional" in said


def test_page_of_a_group_without_calls_says_so(phone: Phone) -> None:
    play(phone, plain(60))

    said = text(page(phone))
    assert "Nobody has called Tichu yet." in said
    assert "Nobody has called Grand Tichu yet." in said
    assert "Tichu: never called" in text(player_page(phone))


def test_running_game_counts_by_its_rounds_alone(phone: Phone) -> None:
    play(phone, plain(60), plain(60))

    said = text(page(phone))
    assert "0 games, 2 rounds" in said
    assert "And 1 that is still running: its rounds count, but nobody has won it." in said
    assert "no game over yet · provisional" in said


# Results without rounds, which rate nothing


def play_once_and_enter(results: int, game: Game, phone: Phone, left: int = 60) -> None:
    """Play one game of one round with the players of this game, and enter this number of
    results without rounds."""
    GameWriter(game, phone.device).record(plain(left))
    for _ in range(results):
        enter_game(phone.group, names=game.names, device=phone.device)


def test_results_give_no_rank_in_the_league(phone: Phone) -> None:
    play_once_and_enter(20, phone.game, phone)

    assert text(page(phone)).count("of 20 games won, ") == 4
    assert text(page(phone)).count(" · provisional") == 4


def test_who_is_known_by_results_comes_after_those_with_a_rank(phone: Phone) -> None:
    for _ in range(20):
        play(phone, plain(60), target=50)
    other = GameFactory.create(group=phone.group)
    play_once_and_enter(20, other, phone, left=125)

    league = group_stats(phone.group).league
    assert {entry.stats.player for entry in league[4:]} == set(other.players)
    assert [entry.ranked for entry in league] == [True] * 4 + [False] * 4


def test_page_of_a_player_says_once_that_too_few_games_are_rated(phone: Phone) -> None:
    play_once_and_enter(20, phone.game, phone)

    said = text(player_page(phone))
    assert "No place in the league yet: it takes 20 games with rounds." in said
    # In the list that explains the figures.
    assert said.count("Provisional") == 1
    assert "Games won 20 of 20 · 100%" in said


# What it says


def test_player_page_has_the_classic_line_and_its_meaning(phone: Phone) -> None:
    tichu = Call(Seat.A1, CallLevel.TICHU)
    made, failed = plain(60, Seat.A1, tichu), plain(60, Seat.B1, tichu)
    play(phone, *[made] * 7, *[failed] * 2, target=100_000)

    said = text(player_page(phone))
    assert "Tichu: called 9, made 7, 78%" in said
    assert "A call brought +55.6 points on average." in said
    assert "Whether calling pays is shown from 10 calls on." in said


def test_player_page_says_when_calling_pays(phone: Phone) -> None:
    made = plain(60, Seat.A1, Call(Seat.A1, CallLevel.GRAND))
    play(phone, *[made] * 12, target=100_000)

    assert "Calling pays: more than 50% are made." in text(player_page(phone))


def test_player_page_says_when_calling_less_would_pay(phone: Phone) -> None:
    failed = plain(60, Seat.B1, Call(Seat.A1, CallLevel.TICHU))
    play(phone, *[failed] * 12, target=100_000)

    assert "Calling less would pay: not even 50% are made." in text(player_page(phone))


def test_unknown_order_is_not_guessed(phone: Phone) -> None:
    play(phone, plain(60))

    said = text(player_page(phone))
    assert "No round has its whole finishing order yet." in said
    assert "First out 1 of 1 · 100% Last, where known none yet" in said


def test_records_lead_to_their_game(phone: Phone) -> None:
    game = play(phone, double(Seat.A1), plain(60), target=250)

    response = page(phone)
    names = f"{game.names.a1} + {game.names.a2}"
    assert f"Highest round 200 points by {names}, round 1" in text(response)
    assert f'href="{reverse("race", args=[game.key])}"' in response.content.decode()


def test_records_of_games_are_of_the_target_that_is_played_most(phone: Phone) -> None:
    play(phone, plain(60), target=50)
    play(phone, plain(50), plain(60), target=50)
    play(phone, *[plain(60)] * 5, target=300)

    said = text(page(phone))
    assert "Longest game 2 rounds:" in said
    assert "Records of whole games are of games with one agreement: to 50." in said


@pytest.mark.parametrize("name", ["stats", "evening_stats"])
def test_one_game_is_no_record(phone: Phone, name: str) -> None:
    game = play(phone, double(Seat.B1), *[double(Seat.A1)] * 2, target=300)
    get_model(game)

    said = text(page(phone, name))
    for feat in ("Longest", "Closest", "Biggest", "Farthest", "Greatest"):
        assert feat not in said


def test_one_call_in_a_round_is_no_record(phone: Phone) -> None:
    tichu, grand = Call(Seat.A1, CallLevel.TICHU), Call(Seat.B1, CallLevel.GRAND)
    play(phone, plain(60), plain(60, Seat.A1, tichu), target=200)
    assert "Most calls in a round" not in text(page(phone))

    play(phone, plain(60, Seat.A1, tichu, grand), target=200)
    assert "Most calls in a round 2 of" in text(page(phone))


def test_games_that_are_alike_are_no_records(phone: Phone) -> None:
    for _ in range(2):
        play(phone, plain(60), plain(80, Seat.B1), target=140)

    said = text(page(phone))
    assert "Highest round 80 points" in said
    for feat in ("Longest game", "Closest finish", "Biggest win", "Farthest behind"):
        assert feat not in said


def test_records_by_chances_are_shown_once_they_are_computed(phone: Phone) -> None:
    play(phone, *[double(Seat.A1)] * 2, target=345)
    game = play(phone, double(Seat.A1), *[double(Seat.B1)] * 2, target=345)
    early = page(phone)
    get_model(game)
    cache.clear()

    later = page(phone)
    names = f"{game.names.b1} + {game.names.b2}"
    assert ("Biggest swing" in text(early), early.has_header("ETag")) == (False, False)
    assert f"Greatest comeback {names} won from a chance of 29% after round 1" in text(later)
    # The round that ended the game changed the probability more, and decided the game.
    others = f"{game.names.a1} + {game.names.a2}"
    swing = f"Biggest swing round 1 raised the chance of {others} by 21 percentage points"
    assert swing in text(later)
    assert later.has_header("ETag")


def test_records_by_chances_are_not_missed_where_there_are_none(phone: Phone) -> None:
    play(phone, plain(60), target=100_000)

    assert page(phone).has_header("ETag")


def test_figures_follow_an_amendment(phone: Phone) -> None:
    game = play(phone, plain(60), target=50)
    before = text(player_page(phone))
    GameWriter(game, phone.device).amend(1, plain(20))

    after = text(player_page(phone))
    assert "Games won (provisional) 1 of 1 · 100%" in before
    assert "Games won (provisional) 0 of 1 · 0%" in after


def test_undoing_everything_leaves_the_page_of_before(phone: Phone) -> None:
    game = play(phone)
    before = page(phone).content
    writer = GameWriter(game, phone.device)
    writer.record(plain(60))
    between = page(phone).content
    writer.undo()

    assert page(phone).content == before != between


def test_new_name_of_a_player_is_shown_at_once(phone: Phone) -> None:
    game = play(phone, plain(60))
    page(phone)
    game.player_a1.name = "Zoe"
    game.player_a1.save()

    assert "Zoe" in text(page(phone))


def test_rounds_of_another_group_do_not_count(phone: Phone) -> None:
    play(phone, plain(60))
    GameWriter(GameFactory.create()).record(plain(60))

    assert "0 games, 1 round, 1 evening." in text(page(phone))


def test_pairs_are_beside_each_other_and_against(phone: Phone) -> None:
    game = play(phone, plain(60), target=50)

    said = text(page(phone, "pair_stats"))
    names = game.names
    assert f"{names.a1} against {names.b1} 1 : 0 +20.0 points a round; 1 game won" in said
