"""The filters of pages of statistics, who may see these pages, and what they cost."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring.models import Game, Role
from scoring.rules import Call, CallLevel, Seat
from scoring.services.groups import soft_delete
from scoring.stats.win_probability.cache import get_model
from tests.factories import GameFactory, GameWriter, Phone, plain
from tests.scoring import reading
from tests.scoring.statistics import PAGES, moved, page, play, text

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _chances_known() -> None:
    """Compute once for all tests what the site computes in the background."""
    get_model(GameFactory.create())


# Which games


def test_season_shows_its_games_alone(phone: Phone) -> None:
    moved(play(phone, plain(60), target=50), "2025-12-31")
    moved(play(phone, plain(60), plain(60), target=50_000), "2026-01-01")

    said = text(page(phone, query="?since=2025-01-01&until=2025-12-31"))
    assert "1 game, 1 round, 1 evening." in said
    assert "All games 2025 2026" in said


def test_year_that_is_shown_is_on_what_leads_to_others(phone: Phone) -> None:
    moved(play(phone, plain(60), target=50), "2025-12-31")
    moved(play(phone, plain(60), target=50), "2026-01-01")

    shown = reading.text(page(phone, query="?since=2025-01-01&until=2025-12-31"))
    assert '<details class="span"> <summary class="button">Which games · 2025<' in shown
    assert re.findall(r'aria-current="true" href="[^"]*">(\d+)<', shown) == ["2025"]


def test_days_that_are_no_year_are_in_open_fields(phone: Phone) -> None:
    moved(play(phone, plain(60), target=50), "2025-12-31")

    shown = reading.text(page(phone, query="?since=2025-01-01&until=2025-12-30"))
    assert '<details class="span" open> <summary class="button">Which games<' in shown


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


@pytest.mark.parametrize("name", ["stats", "pair_stats"])
def test_no_games_in_these_days_says_so(phone: Phone, name: str) -> None:
    play(phone, plain(60))

    said = text(page(phone, name, "?until=2001-01-01"))
    assert "No rounds in these games. Choose other days." in said


# Evenings


def test_this_evening_is_todays(phone: Phone) -> None:
    play(phone, plain(60, Seat.A1, Call(Seat.A1, CallLevel.TICHU)), target=50)

    said = text(page(phone, "evening_stats"))
    assert "This evening" in said
    assert "+120 1 of 1 game won · first out in 1 of 1 round · Tichu 1 of 1" in said


def test_evening_continues_after_midnight(phone: Phone) -> None:
    game = play(phone, plain(60))
    began = datetime(2026, 3, 7, 1, 30, tzinfo=UTC)
    Game.objects.filter(pk=game.pk).update(created=began)

    assert "Friday, 6 Mar 2026" in text(page(phone, "evening_stats"))


@pytest.mark.parametrize(("days", "label"), [(0, "This evening"), (40, "The last evening")])
def test_statistics_lead_to_the_evening_by_what_it_is(
    phone: Phone, days: int, label: str
) -> None:
    game = play(phone, plain(60))
    Game.objects.filter(pk=game.pk).update(created=timezone.now() - timedelta(days))

    shown = page(phone, "stats").content.decode()

    address = reverse("evening_stats", args=[phone.group.key])
    assert re.findall(rf'href="{address}">\s*([^<]*)</a>', shown) == [label]


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
    phone.take_role(Role.VIEWER)

    assert page(phone, name).status_code == 200
    assert reverse("stats", args=[phone.group.key]) in phone.client.get("/").content.decode()


def test_statistics_of_a_deleted_group_are_gone(phone: Phone) -> None:
    play(phone, plain(60))
    soft_delete(phone.group)

    assert page(phone).status_code == 404


def test_player_of_another_group_is_404(phone: Phone) -> None:
    theirs: Game = GameFactory.create()

    assert page(phone, "player_stats", number=theirs.player_a1_id).status_code == 404


@pytest.mark.parametrize("games", [1, 3])
@pytest.mark.parametrize(
    ("name", "queries"),
    [("stats", 10), ("pair_stats", 9), ("evening_stats", 20), ("rating_stats", 12)],
)
def test_page_costs_as_many_queries_however_many_games(
    phone: Phone, name: str, queries: int, games: int, django_assert_num_queries: Any
) -> None:
    for _ in range(games):
        play(phone, plain(60), plain(80))

    with django_assert_num_queries(queries):
        page(phone, name)


@pytest.mark.parametrize(
    ("name", "queries"),
    [("stats", 3), ("pair_stats", 3), ("evening_stats", 3), ("rating_stats", 3)],
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
    GameWriter(game, phone.device).record(plain(60))

    assert unchanged.status_code == 304
    assert phone.client.get(address, headers=headers).status_code == 200
