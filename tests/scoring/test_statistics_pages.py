"""What the pages of statistics say, to whom, and at what cost."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.urls import reverse
from django.utils import timezone

from scoring.models import Game, Membership, Role
from scoring.rules import Call, Level, Seat
from scoring.stats.tables import chances
from tests.factories import GameFactory, Pen, Phone, double, plain
from tests.scoring import reading

pytestmark = pytest.mark.django_db

PAGES = ["stats", "pair_stats", "evening_stats", "rating_stats"]


@pytest.fixture(autouse=True)
def _chances_known() -> None:
    """What is worked out behind the scenes is there, once for all tests."""
    chances(GameFactory.create())


def text(response: Any) -> str:
    """What a person reads."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", reading.text(response)))


def page(phone: Phone, name: str = "stats", query: str = "", **about: int) -> Any:
    address = reverse(name, kwargs={"key": phone.group.key, **about})
    return phone.client.get(address + query)


def player_page(phone: Phone, seat: str = "a1", query: str = "") -> Any:
    number = getattr(phone.game, f"player_{seat}_id")
    return page(phone, "player_stats", query, number=number)


def play(phone: Phone, *rounds: Any, **about: Any) -> Game:
    """A game by the phone's four players."""
    game: Game = GameFactory.create(
        group=phone.group,
        **{f"player_{seat}": getattr(phone.game, f"player_{seat}") for seat in SEATS},
        **about,
    )
    pen = Pen(game, phone.device)
    for each in rounds:
        pen.record(each)
    return game


SEATS = ("a1", "b1", "a2", "b2")


# Little to tell


@pytest.mark.parametrize("name", PAGES)
def test_empty_group_is_told_what_will_be_here(phone: Phone, name: str) -> None:
    response = page(phone, name)

    assert response.status_code == 200
    assert re.search("first round", text(response))


def test_player_without_a_round_is_told_so(phone: Phone) -> None:
    name = phone.game.names.a1

    assert f"{name} has not played a round in these games." in text(player_page(phone))


def test_one_game_is_provisional(phone: Phone) -> None:
    play(phone, plain(60), target=50)

    said = text(page(phone))
    assert "1 game, 1 round, 1 evening." in said
    assert "1 of 1 games won, 100% · provisional" in said


def test_group_where_nobody_called_is_told_so(phone: Phone) -> None:
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
    assert "0 of 0 games won · provisional" in said


# What it says


def test_player_page_has_the_classic_line_and_its_meaning(phone: Phone) -> None:
    tichu = Call(Seat.A1, Level.TICHU)
    made, failed = plain(60, Seat.A1, tichu), plain(60, Seat.B1, tichu)
    play(phone, *[made] * 7, *[failed] * 2, target=100_000)

    said = text(player_page(phone))
    assert "Tichu: called 9, made 7, 77.78%" in said
    assert "A call brought +55.6 points in the mean." in said
    assert "From 10 calls on it can be said whether calling pays." in said


def test_player_page_says_when_calling_pays(phone: Phone) -> None:
    made = plain(60, Seat.A1, Call(Seat.A1, Level.GRAND))
    play(phone, *[made] * 12, target=100_000)

    assert "Calling pays: more than 50% are made." in text(player_page(phone))


def test_player_page_says_when_calling_less_would_pay(phone: Phone) -> None:
    failed = plain(60, Seat.B1, Call(Seat.A1, Level.TICHU))
    play(phone, *[failed] * 12, target=100_000)

    assert "Calling less would pay: not even 50% are made." in text(player_page(phone))


def test_order_that_nobody_told_is_not_guessed(phone: Phone) -> None:
    play(phone, plain(60))

    said = text(player_page(phone))
    assert "The whole order of a round was never told." in said
    assert "First out 1 of 1 · 100% Last, where it was told none yet" in said


def test_records_lead_to_their_game(phone: Phone) -> None:
    game = play(phone, double(Seat.A1), plain(60), target=250)

    response = page(phone)
    names = f"{game.names.a1} + {game.names.a2}"
    assert f"Highest round 200 points by {names}, round 1" in text(response)
    assert f'href="{reverse("race", args=[game.key])}"' in response.content.decode()


def test_records_of_games_are_of_the_target_that_is_played_most(phone: Phone) -> None:
    for _ in range(2):
        play(phone, plain(60), target=50)
    play(phone, *[plain(60)] * 5, target=300)

    said = text(page(phone))
    assert "Longest game 1 round:" in said
    assert "Records of whole games are of those to 50." in said


def test_records_by_chances_are_told_once_they_are_worked_out(phone: Phone) -> None:
    game = play(phone, double(Seat.A1), *[double(Seat.B1)] * 2, target=345)
    early = page(phone)
    chances(game)
    cache.clear()

    later = page(phone)
    names = f"{game.names.b1} + {game.names.b2}"
    assert ("Biggest swing" in text(early), early.has_header("ETag")) == (False, False)
    assert f"Greatest comeback {names} won from a chance of 29% after round 1" in text(later)
    assert re.search(
        rf"Biggest swing round \d raised the chance of {re.escape(names)}", text(later)
    )
    assert later.has_header("ETag")


def test_records_by_chances_are_not_missed_where_there_are_none(phone: Phone) -> None:
    play(phone, plain(60), target=100_000)

    assert page(phone).has_header("ETag")


def test_figures_follow_an_amendment(phone: Phone) -> None:
    game = play(phone, plain(60), target=50)
    before = text(player_page(phone))
    Pen(game, phone.device).amend(1, plain(20))

    after = text(player_page(phone))
    assert "Games won (provisional) 1 of 1 · 100%" in before
    assert "Games won (provisional) 0 of 1 · 0%" in after


def test_undoing_everything_leaves_the_page_of_before(phone: Phone) -> None:
    game = play(phone)
    before = page(phone).content
    pen = Pen(game, phone.device)
    pen.record(plain(60))
    between = page(phone).content
    pen.undo()

    assert page(phone).content == before != between


def test_new_name_of_a_player_is_shown_at_once(phone: Phone) -> None:
    game = play(phone, plain(60))
    page(phone)
    game.player_a1.name = "Zoe"
    game.player_a1.save()

    assert "Zoe" in text(page(phone))


def test_rounds_of_another_group_do_not_count(phone: Phone) -> None:
    play(phone, plain(60))
    Pen(GameFactory.create()).record(plain(60))

    assert "0 games, 1 round, 1 evening." in text(page(phone))


def test_pairs_are_beside_each_other_and_against(phone: Phone) -> None:
    game = play(phone, plain(60), target=50)

    said = text(page(phone, "pair_stats"))
    names = game.names
    assert f"{names.a1} + {names.a2} – cannot be told" in said
    assert f"{names.a1} against {names.b1} 1 : 0 +20.0 points a round; 1 game won" in said


# Which games


def moved(game: Game, day: str) -> Game:
    Game.objects.filter(pk=game.pk).update(created=datetime.fromisoformat(f"{day}T19:00Z"))
    return game


def test_season_shows_its_games_alone(phone: Phone) -> None:
    moved(play(phone, plain(60), target=50), "2025-12-31")
    moved(play(phone, plain(60), plain(60), target=50_000), "2026-01-01")

    said = text(page(phone, query="?since=2025-01-01&until=2025-12-31"))
    assert "1 game, 1 round, 1 evening." in said
    assert "All games 2025 2026" in said


def test_target_shows_its_games_alone(phone: Phone) -> None:
    play(phone, plain(60), target=50)
    play(phone, plain(60), plain(60), target=100)

    assert "1 game, 2 rounds, 1 evening." in text(page(phone, query="?target=100"))


def test_links_keep_which_games_are_asked_for(phone: Phone) -> None:
    play(phone, plain(60), target=50)

    shown = page(phone, query="?target=50").content.decode()
    assert 'stats/pairs/?target=50"' in shown
    assert re.search(r'stats/p/\d+/\?target=50"', shown)


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("?since=yesterday", "A day is written like this: 2026-03-06."),
        ("?target=0", "A target is a whole number of points from 1 to 1,000,000."),
        ("?since=2026-02-01&until=2026-01-01", "The last day is before the first"),
    ],
)
@pytest.mark.parametrize("name", ["stats", "pair_stats"])
def test_days_that_cannot_be_are_refused_and_kept(
    phone: Phone, name: str, query: str, said: str
) -> None:
    play(phone, plain(60))

    response = page(phone, name, query)

    typed = query.partition("=")[2].partition("&")[0]
    assert (response.status_code, said in text(response)) == (422, True)
    assert f'value="{typed}"' in response.content.decode()


def test_no_games_in_these_days_says_so(phone: Phone) -> None:
    play(phone, plain(60))

    said = text(page(phone, query="?until=2001-01-01"))
    assert "No rounds in these games. Take other days." in said


# Evenings


def test_this_evening_is_todays(phone: Phone) -> None:
    play(phone, plain(60, Seat.A1, Call(Seat.A1, Level.TICHU)), target=50)

    said = text(page(phone, "evening_stats"))
    assert "This evening" in said
    assert "+120 1 of 1 games won · first out in 1 of 1 rounds · Tichu 1 of 1" in said


def test_evening_goes_on_after_midnight(phone: Phone) -> None:
    game = play(phone, plain(60))
    began = datetime(2026, 3, 7, 1, 30, tzinfo=UTC)
    Game.objects.filter(pk=game.pk).update(created=began)

    assert "Friday, 6 Mar 2026" in text(page(phone, "evening_stats"))


def test_last_evening_is_shown_where_there_is_none_today(phone: Phone) -> None:
    game = play(phone, plain(60))
    Game.objects.filter(pk=game.pk).update(created=timezone.now() - timedelta(days=40))

    said = text(page(phone, "evening_stats"))
    assert "This evening" not in said
    assert "0 games, 1 round" in said


def test_evening_on_which_nothing_was_played_says_so(phone: Phone) -> None:
    play(phone, plain(60))

    response = page(phone, "evening_stats", "?day=2001-01-01")
    assert (response.status_code, "Nothing was played." in text(response)) == (200, True)


# Who may see it, and what it costs


@pytest.mark.parametrize("name", PAGES)
def test_viewer_may_see_statistics(phone: Phone, name: str) -> None:
    play(phone, plain(60))
    Membership.objects.filter(device=phone.device).update(role=Role.VIEWER)

    assert page(phone, name).status_code == 200
    assert reverse("stats", args=[phone.group.key]) in phone.client.get("/").content.decode()


def test_statistics_of_a_deleted_group_are_gone(phone: Phone) -> None:
    play(phone, plain(60))
    phone.group.delete_for_now()

    assert page(phone).status_code == 404


def test_player_of_another_group_is_404(phone: Phone) -> None:
    theirs: Game = GameFactory.create()

    assert page(phone, "player_stats", number=theirs.player_a1_id).status_code == 404


@pytest.mark.parametrize("games", [1, 3])
@pytest.mark.parametrize(
    ("name", "queries"),
    [("stats", 9), ("pair_stats", 8), ("evening_stats", 12), ("rating_stats", 12)],
)
def test_page_costs_as_many_queries_however_many_games(
    phone: Phone, name: str, queries: int, games: int, django_assert_num_queries: Any
) -> None:
    for _ in range(games):
        play(phone, plain(60))

    with django_assert_num_queries(queries):
        page(phone, name)


@pytest.mark.parametrize(
    ("name", "queries"),
    [("stats", 3), ("pair_stats", 3), ("evening_stats", 3), ("rating_stats", 4)],
)
def test_page_that_is_kept_costs_few_queries(
    phone: Phone, name: str, queries: int, django_assert_num_queries: Any
) -> None:
    play(phone, plain(60))
    page(phone, name)

    with django_assert_num_queries(queries):
        page(phone, name)


def test_page_that_a_browser_has_is_304_until_something_changes(phone: Phone) -> None:
    game = play(phone, plain(60))
    tag = page(phone)["ETag"]
    headers = {"If-None-Match": tag}
    address = reverse("stats", args=[phone.group.key])
    unchanged = phone.client.get(address, headers=headers)
    Pen(game, phone.device).record(plain(60))

    assert unchanged.status_code == 304
    assert phone.client.get(address, headers=headers).status_code == 200
