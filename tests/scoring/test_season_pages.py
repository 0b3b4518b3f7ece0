"""Seasons: the owner makes, changes and removes them, and everybody in the group sees them."""

import uuid
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape

from scoring.models import Group, Role, Season
from scoring.rules import BySeat, Call, CallLevel, RoundResult, Seat
from scoring.services.seasons import MAX_SEASONS, SeasonFacts, add_season
from scoring.stats.evening_date import evening_date
from tests.factories import GameWriter, GroupFactory, Phone, enter_game, plain
from tests.scoring.statistics import moved, page, play, text

pytestmark = pytest.mark.django_db

SPRING = {"name": "Spring", "first_day": "2026-01-01", "last_day": "2026-06-30"}
FACTS = SeasonFacts("Spring", date(2026, 1, 1), date(2026, 6, 30))
LONG_AGO = SeasonFacts("Long ago", date(2020, 1, 1), date(2020, 12, 31))


@pytest.fixture
def owner(phone: Phone) -> Phone:
    assert phone.game
    phone.take_role(Role.OWNER)
    return phone


def address(phone: Phone, name: str, *more: object) -> str:
    return reverse(name, args=[phone.group.key, *more])


def post(phone: Phone, **facts: object) -> Any:
    return phone.client.post(address(phone, "new_season"), SPRING | facts)


def stored() -> list[tuple[str, date, date]]:
    return list(Season.objects.values_list("name", "first_day", "last_day"))


def test_owner_makes_a_season_changes_and_removes_it(owner: Phone) -> None:
    made = post(owner)
    (season,) = Season.objects.all()
    assert made["Location"] == address(owner, "season", season.pk)
    assert stored() == [("Spring", date(2026, 1, 1), date(2026, 6, 30))]

    change = address(owner, "change_season", season.pk)
    assert 'value="2026-06-30"' in owner.client.get(change).content.decode()
    owner.client.post(change, SPRING | {"name": "Summer", "last_day": "2026-08-31"})
    assert stored() == [("Summer", date(2026, 1, 1), date(2026, 8, 31))]

    removed = owner.client.post(address(owner, "remove_season", season.pk))
    assert (removed["Location"], stored()) == (address(owner, "seasons"), [])


def test_season_that_is_sent_twice_is_made_once(owner: Phone) -> None:
    key = uuid.uuid4()
    assert post(owner, key=key)["Location"] == post(owner, key=key)["Location"]
    assert len(stored()) == 1


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({"name": " "}, "Write what the season is called"),
        ({"name": "x" * 61}, "at most 60 letters"),
        ({"first_day": "tomorrow"}, "Write both days like this: 2026-03-06."),
        ({"last_day": ""}, "Write both days like this: 2026-03-06."),
        ({"last_day": "2025-12-31"}, "The last day is before the first: swap them."),
        ({"first_day": "1066-01-01"}, "between the years 1970 and 2199"),
        ({"last_day": "9999-01-01"}, "between the years 1970 and 2199"),
    ],
)
def test_season_that_cannot_be_is_refused_and_kept(
    owner: Phone, facts: dict[str, str], said: str
) -> None:
    response = post(owner, **facts)

    assert (response.status_code, stored()) == (422, [])
    assert said in text(response)
    kept = (SPRING | facts).values()
    assert [each for each in kept if f'value="{each}"' not in response.content.decode()] == []


def test_second_season_of_the_same_days_is_refused(owner: Phone) -> None:
    add_season(owner.group, FACTS, key=uuid.uuid4())

    response = post(owner, name="Cup")

    assert (response.status_code, len(stored())) == (422, 1)
    assert "“Spring” has the same days: choose others, or change that season." in text(response)
    assert 'value="Cup"' in response.content.decode()


def test_season_is_not_moved_to_the_days_of_another_one(owner: Phone) -> None:
    add_season(owner.group, FACTS, key=uuid.uuid4())
    moved_one = add_season(owner.group, LONG_AGO, key=uuid.uuid4())

    response = owner.client.post(address(owner, "change_season", moved_one.pk), SPRING)

    assert response.status_code == 422
    moved_one.refresh_from_db()
    assert moved_one.first_day == LONG_AGO.first_day


def test_season_is_given_another_name_and_keeps_its_days(owner: Phone) -> None:
    season = add_season(owner.group, FACTS, key=uuid.uuid4())

    owner.client.post(address(owner, "change_season", season.pk), SPRING | {"name": "Cup"})

    assert stored() == [("Cup", FACTS.first_day, FACTS.last_day)]


def test_days_of_a_season_of_another_group_are_free(owner: Phone) -> None:
    other: Group = GroupFactory.create()
    add_season(other, FACTS, key=uuid.uuid4())

    assert post(owner).status_code == 302


def test_number_of_seasons_of_a_group_is_limited(owner: Phone) -> None:
    for days in range(MAX_SEASONS):
        other = replace(LONG_AGO, last_day=LONG_AGO.last_day + timedelta(days))
        add_season(owner.group, other, key=uuid.uuid4())

    response = post(owner)

    assert "The group has 100 seasons: remove one" in text(response)
    assert len(stored()) == MAX_SEASONS


@pytest.mark.parametrize("role", [Role.MEMBER, Role.VIEWER])
def test_others_see_seasons_and_make_none(owner: Phone, role: Role) -> None:
    season = add_season(owner.group, FACTS, key=uuid.uuid4())
    owner.take_role(role)

    assert "New season" not in text(page(owner, "seasons"))
    assert page(owner, "season", number=season.pk).status_code == 200
    assert post(owner).status_code == 404
    for name in ("change_season", "remove_season"):
        assert owner.client.post(address(owner, name, season.pk), SPRING).status_code == 404
    assert len(stored()) == 1


def test_season_of_another_group_is_404(owner: Phone) -> None:
    other: Group = GroupFactory.create()
    season = add_season(other, FACTS, key=uuid.uuid4())

    assert page(owner, "season", number=season.pk).status_code == 404
    assert page(owner, "change_season", number=season.pk).status_code == 404
    assert owner.client.post(address(owner, "remove_season", season.pk)).status_code == 404


def test_season_of_results_alone_says_nothing_of_rounds(owner: Phone) -> None:
    season = add_season(owner.group, FACTS, key=uuid.uuid4())
    for day in ("2026-01-01", "2026-06-30"):
        moved(enter_game(owner.group, device=owner.device), day)

    said = text(page(owner, "season", number=season.pk))

    assert "1 Jan 2026 to 30 Jun 2026. 2 games. Standings of the players" in said


def test_season_counts_its_evenings_and_no_others(owner: Phone) -> None:
    season = add_season(owner.group, FACTS, key=uuid.uuid4())
    grand = plain(60, Seat.A1, Call(Seat.A1, CallLevel.GRAND))
    for day in ("2025-12-31", "2026-01-01", "2026-06-30", "2026-07-01"):
        moved(play(owner, grand, target=50), day)

    said = text(page(owner, "season", number=season.pk))
    name = owner.game.player_a1.name
    assert "1 Jan 2026 to 30 Jun 2026. 2 games, 2 rounds." in said
    assert f"1 {name} +2 2 of 2 games won · +440 points against the opponents" in said
    assert f"By calls 1 {name} +400 Grand Tichu 2 of 2" in said


def test_season_leads_to_the_statistics_of_its_evenings(owner: Phone) -> None:
    season = add_season(owner.group, FACTS, key=uuid.uuid4())
    for day in ("2025-12-31", "2026-01-01", "2026-06-30", "2026-07-01"):
        moved(play(owner, plain(60), target=50), day)
    query = "?since=2026-01-01&until=2026-06-30"

    link = f'href="{escape(address(owner, "stats") + query)}"'
    assert link in page(owner, "season", number=season.pk).content.decode()
    assert "Evening Games 30 Jun 2026 1 1 Jan 2026 1 " in text(page(owner, query=query))


def test_season_without_games_leads_to_no_statistics(owner: Phone) -> None:
    season = add_season(owner.group, LONG_AGO, key=uuid.uuid4())

    assert (
        address(owner, "stats") + "?"
        not in page(owner, "season", number=season.pk).content.decode()
    )


def test_season_of_one_day_says_that_day(owner: Phone) -> None:
    facts = SeasonFacts("New Year", date(2026, 1, 1), date(2026, 1, 1))
    season = add_season(owner.group, facts, key=uuid.uuid4())

    said = text(page(owner, "season", number=season.pk))

    assert "1 Jan 2026." in said
    assert "1 Jan 2026 to" not in said


def test_season_follows_a_correction(owner: Phone) -> None:
    season = add_season(owner.group, FACTS, key=uuid.uuid4())
    game = moved(play(owner, plain(60), target=50), "2026-03-06")
    before = text(page(owner, "season", number=season.pk))
    writer = GameWriter(game, owner.device)
    writer.amend(1, plain(40))
    amended = text(page(owner, "season", number=season.pk))
    writer.undo()

    won, lost = owner.game.names.a1, owner.game.names.b1
    assert f"1 {won} +1" in before
    assert f"1 {lost} +1" in amended
    assert text(page(owner, "season", number=season.pk)) == before


def running_season(owner: Phone) -> Season:
    """A season that began two months ago and has one week left, including today."""
    today, days = evening_date(timezone.now()), timedelta(days=1)
    facts = SeasonFacts("Now", today - 60 * days, today + 6 * days)
    return add_season(owner.group, facts, key=uuid.uuid4())


def play_some_time_ago(owner: Phone, *results: RoundResult, days: int = 14) -> None:
    """Play games of one round each, some days ago."""
    day = evening_date(timezone.now()) - timedelta(days=days)
    for each in results:
        moved(play(owner, each, target=50), f"{day}")


def enter_two_weeks_ago(owner: Phone, games: int) -> None:
    """Enter this number of games, all of which one player wins. In four of five the partners
    differ."""
    names, day = owner.game.names, timezone.now() - timedelta(days=14)
    mixed = BySeat(names.a1, names.a2, names.b1, names.b2)
    for number in range(games):
        enter_game(owner.group, 1000, 600, mixed if number % 5 else names, created=day)


def test_running_season_says_who_can_still_be_first(owner: Phone) -> None:
    season = running_season(owner)
    play_some_time_ago(owner, *[plain(60)] * 5)

    said = text(page(owner, "season", number=season.pk))
    names = owner.game.names
    assert f"Ahead: {names.a1} and {names.a2}." in said
    assert "If as many games are played a day as so far, 3 games are left." in said
    assert "In these 2 of 4 players can still be first." in said
    assert said.count("first place out of reach at this pace") == 2

    play_some_time_ago(owner, *[plain(40)] * 4)
    said = text(page(owner, "season", number=season.pk))
    assert said.count("can be first after 1 game at the earliest") == 2


def test_running_season_without_a_pace_says_nobody_is_out_of_reach(owner: Phone) -> None:
    season = running_season(owner)
    play_some_time_ago(owner, plain(60), days=40)

    said = text(page(owner, "season", number=season.pk))
    names = owner.game.names
    assert f"Ahead: {names.a1} and {names.a2}." in said
    assert "are left" not in said
    assert "out of reach" not in said
    assert "can still be first" not in said


def test_running_season_has_the_chances_of_its_players(
    owner: Phone, django_assert_num_queries: Any
) -> None:
    season = running_season(owner)
    enter_two_weeks_ago(owner, 20)

    with django_assert_num_queries(16):
        said = text(page(owner, "season", number=season.pk))

    names = owner.game.names
    assert "10 games are left. In these 2 of 4 players can still be first." in said
    assert f"1 {names.a1} +20 20 of 20 games won · chance to win the season: over 99%" in said
    assert said.count("chance to win the season: under 1%") == 1
    assert "Each is one of the 20 games so far" in said


def test_season_of_few_games_claims_no_chances(owner: Phone) -> None:
    season = running_season(owner)
    enter_two_weeks_ago(owner, 19)

    said = text(page(owner, "season", number=season.pk))

    assert "chance to win" not in said
    assert "From 20 games on the chances are shown here too." in said


def test_winners_of_seasons_that_are_over_are_in_the_hall(owner: Phone) -> None:
    today = evening_date(timezone.now())
    add_season(owner.group, LONG_AGO, key=uuid.uuid4())
    add_season(owner.group, SeasonFacts("Now", today, today), key=uuid.uuid4())
    moved(play(owner, plain(60), target=50), "2020-06-01")
    play(owner, plain(40), target=50)

    said = text(page(owner, "seasons"))
    names = owner.game.names
    assert f"Long ago 1 Jan 2020 to 31 Dec 2020. Won by {names.a1} and {names.a2}." in said
    assert f"Ahead: {names.b1} and {names.b2}." in said
    hall = said.partition("Hall of the winners")[2]
    assert f"{names.a1} 1 season won {names.a2} 1 season won" in hall
    assert names.b1 not in hall


def test_seasons_without_games_say_so(owner: Phone) -> None:
    assert "No season yet." in text(page(owner, "seasons"))
    season = add_season(owner.group, LONG_AGO, key=uuid.uuid4())
    assert "Nothing was played." in text(page(owner, "season", number=season.pk))
    assert "Hall of the winners" not in text(page(owner, "seasons"))


@pytest.mark.parametrize("games", [1, 3])
@pytest.mark.parametrize("name", ["season", "seasons"])
def test_pages_cost_as_many_queries_however_many_games(
    owner: Phone, name: str, games: int, django_assert_num_queries: Any
) -> None:
    season = add_season(owner.group, FACTS, key=uuid.uuid4())
    about: Any = {"number": season.pk} if name == "season" else {}
    for _ in range(games):
        moved(play(owner, plain(60), target=50), "2026-03-06")

    with django_assert_num_queries(13):
        page(owner, name, **about)
    with django_assert_num_queries(4):
        page(owner, name, **about)
