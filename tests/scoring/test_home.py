"""The home page: running games, games of this evening, the groups, older games."""

import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.models import Game, Group, Role, standings_of_games
from scoring.presentation.home import HomePage, PlayedEvening, home_page
from scoring.rules import Ending
from scoring.views.home import GAMES_A_PAGE, MAX_BEGUN_BEFORE
from tests.factories import (
    GameFactory,
    GameWriter,
    GroupFactory,
    Phone,
    PlayerFactory,
    enter_game,
    plain,
)
from tests.scoring.reading import text

pytestmark = pytest.mark.django_db

# Half past eleven at night by the clock of the server.
LATE = datetime(2026, 3, 6, 23, 30, tzinfo=timezone.get_default_timezone())


def game_at(group: Group, began: datetime, *, changed: datetime | None = None) -> Game:
    """Create a running game whose last change was at that time."""
    game: Game = GameFactory.create(group=group)
    GameWriter(game).record(plain(60))
    Game.objects.filter(pk=game.pk).update(created=began)
    game.changes.update(at=changed or began)
    return game


def ended_at(group: Group, began: datetime) -> Game:
    game = game_at(group, began)
    GameWriter(game).end(Ending.ABANDONED)
    return game


def shown(phone: Phone, now: datetime, page: int = 1) -> HomePage:
    """Return everything that this page of the phone's games shows about them at this time."""
    token = phone.client.cookies["device"].value
    games = Game.objects.visible_to(token)
    listed = games.details_of(games.latest_first())
    return home_page(
        standings_of_games(list(listed)), Group.objects.visible_to(token), now, page
    )


def keys(home: HomePage, part: str) -> list[tuple[str, list[int]]]:
    return [(each.name, [row.game.pk for row in each.games]) for each in getattr(home, part)]


@pytest.fixture
def other_group(phone: Phone) -> Group:
    """Another group that the phone belongs to. It joined this one last."""
    Group.objects.filter(pk=phone.group.pk).update(name="Fridays")
    group: Group = GroupFactory.create(name="Family")
    phone.join(group)
    return group


# Where games are listed


def test_evening_lasts_until_five_in_the_morning(phone: Phone) -> None:
    game = ended_at(phone.group, LATE)
    morning = LATE.replace(day=7, hour=5, minute=0)

    before, after = shown(phone, morning - timedelta(minutes=1)), shown(phone, morning)

    assert keys(before, "this_evening") == [("", [game.pk])]
    assert (keys(after, "this_evening"), keys(after, "older")) == ([], [("", [game.pk])])


def test_running_game_that_changed_last_comes_first(phone: Phone) -> None:
    begun_early = game_at(phone.group, LATE - timedelta(hours=2), changed=LATE)
    begun_late = game_at(phone.group, LATE - timedelta(hours=1))

    home = shown(phone, LATE)

    assert [row.game.pk for row in home.running] == [begun_early.pk, begun_late.pk]
    assert (home.this_evening, home.older) == ([], [])


def test_running_game_of_an_earlier_evening_is_played_now(phone: Phone) -> None:
    game = game_at(phone.group, LATE - timedelta(days=3), changed=LATE)

    assert [row.game.pk for row in shown(phone, LATE).running] == [game.pk]


def test_next_page_is_a_list_that_nothing_is_played_on(phone: Phone) -> None:
    over = ended_at(phone.group, LATE - timedelta(days=1))
    running = game_at(phone.group, LATE - timedelta(days=3), changed=LATE)

    home = shown(phone, LATE, page=2)

    assert (home.running, home.evenings) == ([], [])
    assert keys(home, "older") == [("", [over.pk, running.pk])]


def test_game_that_began_before_those_of_the_first_page_is_large_while_it_is_played(
    phone: Phone,
) -> None:
    now = timezone.now()
    began = now - timedelta(hours=6)
    played = game_at(phone.group, began, changed=now)
    ended_at(phone.group, began)
    game_at(phone.group, began, changed=now - timedelta(days=1))
    later = {"group": phone.group, "created": began + timedelta(hours=1)}
    GameFactory.create_batch(GAMES_A_PAGE, **later, ending=Ending.ABANDONED)

    home = phone.client.get("/").context["home"]

    assert [row.game.pk for row in home.running] == [played.pk]
    assert sum(len(each.games) for each in [*home.this_evening, *home.older]) == GAMES_A_PAGE


def begun_before(phone: Phone, *ago: timedelta) -> list[Game]:
    """Create games that began before the others, by these times, without recorded rounds. More
    games than fit on a page began later."""
    now = timezone.now()
    GameFactory.create_batch(GAMES_A_PAGE, group=phone.group, ending=Ending.ABANDONED)
    return [GameFactory.create(group=phone.group, created=now - each) for each in ago]


def test_games_that_are_over_do_not_crowd_out_one_that_is_played(phone: Phone) -> None:
    (played,) = begun_before(phone, timedelta(hours=6))
    later, group = timezone.now() - timedelta(hours=5), phone.group
    GameFactory.create_batch(
        MAX_BEGUN_BEFORE, group=group, created=later, ending=Ending.ABANDONED
    )
    for _ in range(MAX_BEGUN_BEFORE):
        enter_game(group, created=later)

    home = phone.client.get("/").context["home"]

    assert [row.game.pk for row in home.running] == [played.pk]


def test_number_of_large_games_begun_before_the_first_page_is_limited(phone: Phone) -> None:
    minutes = range(60, 60 + MAX_BEGUN_BEFORE + 1)
    played = begun_before(phone, *(timedelta(minutes=each) for each in minutes))

    home = phone.client.get("/").context["home"]

    assert [row.game.pk for row in home.running] == [each.pk for each in played[:-1]]


def test_running_game_of_last_year_is_not_looked_for_beyond_the_first_page(
    phone: Phone,
) -> None:
    played = begun_before(phone, timedelta(days=30), timedelta(days=365))
    for game in played:
        GameWriter(game).record(plain(60))

    home = phone.client.get("/").context["home"]

    assert [row.game.pk for row in home.running] == [played[0].pk]


@pytest.mark.parametrize(("hours", "running"), [(11.9, True), (12, False)])
def test_game_that_is_silent_for_twelve_hours_is_not_played_now(
    phone: Phone, hours: float, *, running: bool
) -> None:
    game_at(phone.group, LATE)

    assert bool(shown(phone, LATE + timedelta(hours=hours)).running) is running


def test_games_of_several_groups_are_under_their_names(
    phone: Phone, other_group: Group
) -> None:
    tonight = ended_at(other_group, LATE)
    running = game_at(phone.group, LATE)
    days = [LATE - timedelta(days=days) for days in (3, 2, 1)]
    first, family, last = map(ended_at, (phone.group, other_group, phone.group), days)

    home = shown(phone, LATE)

    assert [(row.group, row.game.pk) for row in home.running] == [("Fridays", running.pk)]
    assert keys(home, "this_evening") == [("Family", [tonight.pk])]
    assert keys(home, "older") == [("Fridays", [last.pk, first.pk]), ("Family", [family.pk])]


# How the evening went


def test_evening_is_offered_once_its_games_are_over(phone: Phone) -> None:
    ended_at(phone.group, LATE)
    running = game_at(phone.group, LATE)
    assert shown(phone, LATE).evenings == []

    GameWriter(running).end(Ending.ABANDONED)

    page = reverse("evening_stats", args=[phone.group.key])
    assert shown(phone, LATE).evenings == [
        PlayedEvening(f"{page}?day=2026-03-06", "", this_evening=True)
    ]


@pytest.mark.parametrize(("days", "offered"), [(1, [False]), (2, [])])
def test_last_evening_is_offered_until_the_next_one_is_over(
    phone: Phone, days: int, offered: list[bool]
) -> None:
    ended_at(phone.group, LATE)

    home = shown(phone, LATE + timedelta(days=days))

    assert [each.this_evening for each in home.evenings] == offered


def test_evening_of_several_groups_is_offered_with_its_name(
    phone: Phone, other_group: Group
) -> None:
    ended_at(other_group, LATE)

    assert [each.name for each in shown(phone, LATE).evenings] == ["Family"]


# Their order


def test_result_that_is_entered_late_is_at_its_date(phone: Phone) -> None:
    days = [LATE - timedelta(days=days) for days in (1, 3)]
    played = [ended_at(phone.group, day) for day in days]
    entered = enter_game(phone.group, created=LATE - timedelta(days=2))

    page = text(phone.client.get("/"))

    found = [page.index(game.get_absolute_url()) for game in (played[0], entered, played[1])]
    assert found == sorted(found)


def test_result_that_is_entered_late_is_on_the_page_of_its_date(phone: Phone) -> None:
    for _ in range(20):
        ended_at(phone.group, LATE)
    entered = enter_game(phone.group, created=LATE - timedelta(days=2))

    pages = [text(phone.client.get(f"/?page={number}")) for number in (1, 2)]

    assert [entered.get_absolute_url() in page for page in pages] == [False, True]


# The page


def test_score_of_the_running_game_is_a_surface_of_two_halves(phone: Phone) -> None:
    game_at(phone.group, timezone.now() - timedelta(minutes=2))
    writer = GameWriter(phone.game)
    writer.record_often(plain(100), 2)

    page = text(phone.client.get("/"))

    assert re.findall(r'class="a" width="100%" height="100%" transform="(.+?)"', page) == [
        "scale(0.532 1)"
    ]
    assert re.findall(r'class="game large" href="(.+?)"', page) == [phone.url]


@pytest.mark.parametrize("running", [True, False])
def test_home_page_offers_one_new_game_of_the_current_group(
    phone: Phone, other_group: Group, *, running: bool
) -> None:
    ended_at(other_group, LATE)
    if running:
        game_at(phone.group, timezone.now())

    assert text(phone.client.get("/")).count('href="/new/"') == 1


def test_viewer_is_offered_a_game_beside_the_running_one(phone: Phone) -> None:
    game_at(phone.group, timezone.now())
    phone.take_role(Role.VIEWER)

    page = text(phone.client.get("/"))

    assert (page.count('href="/new/"'), "To the scoreboard" in page) == (1, True)


def test_new_game_names_its_group_where_there_are_several(
    phone: Phone, other_group: Group
) -> None:
    ended_at(phone.group, LATE)

    page = text(phone.client.get("/"))

    assert ">New game</a> <p>Family</p>" in page


def seat(group: Group, *names: str) -> None:
    for name in names:
        PlayerFactory.create(group=group, name=name)


def headings(page: str) -> list[str]:
    """Return the headings of the actions in each group."""
    return re.findall(r'<h2 id="group-.+?>(.+?)</h2>', page)


def test_groups_of_one_name_are_disambiguated_by_who_plays_there(client: Client) -> None:
    phone = Phone(client)
    seat(phone.group, "Ada", "Ben")
    phone.join(other := GroupFactory.create())
    seat(other, "Eva", "Finn", "Gil", "Hana", "Ida")

    page = text(client.get("/"))

    assert headings(page) == ["Our group: Eva, Finn, Gil, Hana …", "Our group: Ada, Ben"]


def test_who_plays_in_one_group_alone_tells_it_apart_first(client: Client) -> None:
    phone = Phone(client)
    seat(phone.group, "Ada", "Ben", "Cleo", "Dora")
    phone.join(other := GroupFactory.create())
    seat(other, "Ada", "Ben", "Cleo", "Dora", "Eva")

    page = text(client.get("/"))

    assert headings(page) == [
        "Our group: Eva, Ada, Ben, Cleo …",
        "Our group: Ada, Ben, Cleo, Dora",
    ]


def test_games_of_groups_of_one_name_are_under_who_plays_there(phone: Phone) -> None:
    ended_at(phone.group, LATE)
    seat(phone.group, "Ida")
    phone.join(other := GroupFactory.create())
    ended_at(other, LATE)
    other.players.update(hidden=True)
    seat(other, "Eva")

    home = phone.client.get("/").context["home"]

    assert home.older[0].name == "Our group: Eva"


def test_groups_of_two_names_are_shown_by_them(phone: Phone, other_group: Group) -> None:
    seat(other_group, "Eva")

    assert headings(text(phone.client.get("/"))) == ["Family", "Fridays"]


def test_groups_of_one_name_cost_one_query_more(
    phone: Phone, other_group: Group, django_assert_num_queries: Any
) -> None:
    Group.objects.update(name="")
    for group in (phone.group, other_group):
        ended_at(group, LATE)
        game_at(group, timezone.now())

    with django_assert_num_queries(6):
        phone.client.get("/")


def test_home_page_of_two_groups_costs_five_queries(
    phone: Phone, other_group: Group, django_assert_num_queries: Any
) -> None:
    for group in (phone.group, other_group):
        ended_at(group, LATE)
        game_at(group, timezone.now())

    with django_assert_num_queries(5):
        phone.client.get("/")


def test_first_page_of_several_costs_two_queries_more(
    phone: Phone, django_assert_num_queries: Any
) -> None:
    for game in begun_before(phone, timedelta(hours=1), timedelta(hours=2)):
        GameWriter(game).record(plain(60))

    with django_assert_num_queries(7):
        phone.client.get("/")


def test_groups_of_a_device_without_games_are_listed(client: Client) -> None:
    phone = Phone(client)
    address = phone.group.get_absolute_url()

    page = text(client.get("/"))

    assert (f'href="{address}"' in page, "Tichu, scored." in page) == (True, True)


def test_home_page_with_games_has_no_link_preview(phone: Phone) -> None:
    ended_at(phone.group, LATE)

    assert "og:" not in text(phone.client.get("/"))
