"""The year in review: its screens, its picture, and the date from which it is available."""

import re
from datetime import date
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.models import Game, Role
from scoring.rules import Call, CallLevel, Seat
from scoring.stats.group_stats import group_stats
from scoring.stats.win_probability.cache import get_model
from scoring.stats.year_review import reviewed_years
from tests.factories import GameFactory, GameWriter, Phone, double, enter_game, plain
from tests.scoring.statistics import moved, page, play, text

pytestmark = pytest.mark.django_db

GRAND = Call(Seat.A1, CallLevel.GRAND)


@pytest.fixture(autouse=True)
def _chances_known() -> None:
    """Compute once for all tests what the site computes in the background."""
    get_model(GameFactory.create())


@pytest.fixture
def year(phone: Phone) -> Phone:
    """A phone whose group has played on two evenings of 2025."""
    moved(play(phone, plain(60, Seat.A1, GRAND), double(Seat.A1), target=400), "2025-03-06")
    moved(play(phone, plain(100), target=100), "2025-03-08")
    return phone


def review(phone: Phone, of: int = 2025) -> Any:
    return page(phone, "year_review", year=of)


def own_review(phone: Phone, of: int = 2025) -> Any:
    return page(phone, "player_year_review", number=phone.game.player_a1_id, year=of)


def test_screens_of_a_group_have_figures_and_samples(year: Phone) -> None:
    said = text(review(year))
    names = year.game.names
    assert "What was played 2 games And 3 rounds, on 2 evenings. 4 players." in said
    longest = "The longest evening 2 rounds On 6 Mar 2025 you played 1 game. The most"
    assert longest in said
    both = f"{names.a1} and {names.a2}"
    assert (
        f"The most games won 2 {both} won the same number each, more than anybody else. The"
        in said
    )
    assert "The group played 2 games." in said
    assert (
        f"The most points by calls +200 Nobody gained more points by calls than {names.a1}."
        in said
    )
    assert f"Badges 1 Nobody earned more than {names.a1}. Of 1 badge." in said
    assert "Double wins 1 In 1 of 3 rounds." in said


def test_screens_of_a_player_have_figures_and_samples(year: Phone) -> None:
    said = text(own_review(year))
    names = year.game.names
    assert "What was played 2 games And 3 rounds." in said
    assert "Games won 100% You won 2 of 2 games." in said
    assert "First out 100% More often than one round in four" in said
    assert f"Your partner {names.a2} Nobody was your partner more often" in said
    assert "You won 2 of 2." in said
    assert "Your biggest evening +420 Points ahead of your opponents on 6 Mar 2025." in said
    assert "Badges 1 First Grand Tichu." in said


def test_year_of_results_alone_says_nothing_of_rounds(phone: Phone) -> None:
    for day in ("2025-03-06", "2025-03-08"):
        game = moved(enter_game(phone.group, device=phone.device), day)
    own = page(phone, "player_year_review", number=game.player_a1_id, year=2025)

    assert "What was played 2 games On 2 evenings. 4 players." in text(review(phone))
    assert "What was played 2 games The figures" in text(own)


def test_screens_are_led_through_from_the_first_to_the_last(year: Phone) -> None:
    for response in (review(year), own_review(year)):
        html = response.content.decode()
        sections = re.findall(r'<section id="(screen-\d+)"', html)
        leads = re.findall(r'class="next" href="#(screen-\d+)"', html)
        assert leads == [*sections[1:], sections[0]]
        assert 5 < len(sections) <= 11


def test_other_years_are_left_out(year: Phone) -> None:
    moved(play(year, plain(0), target=100), "2024-12-31")
    said = text(review(year))
    assert "What was played 2 games" in said
    assert "What was played 1 game " in text(review(year, 2024))


def test_review_follows_a_correction(year: Phone) -> None:
    game = Game.objects.filter(group=year.group, target=400).get()
    writer = GameWriter(game, year.device)
    before = text(review(year))
    writer.amend(1, plain(60))
    amended = text(review(year))
    writer.undo()

    assert "The most points by calls +200" in before
    assert "The most points by calls" not in amended
    assert text(review(year)) == before


@pytest.mark.parametrize(
    ("today", "years"),
    [
        (date(2026, 11, 30), [2025, 2024]),
        (date(2026, 12, 1), [2026, 2025, 2024]),
        (date(2027, 1, 1), [2026, 2025, 2024]),
    ],
)
def test_review_of_a_year_is_there_from_its_december_on(
    phone: Phone, today: date, years: list[int]
) -> None:
    for day in ("2024-03-06", "2025-03-06", "2026-03-06"):
        moved(play(phone, plain(60)), day)
    assert reviewed_years(group_stats(phone.group), today) == years


@pytest.mark.parametrize("of", [0, 2023, 2999, 10**9])
def test_year_without_a_review_is_404(year: Phone, of: int) -> None:
    number = year.game.player_a1_id
    assert review(year, of).status_code == 404
    assert own_review(year, of).status_code == 404
    assert page(year, "year_picture", year=of).status_code == 404
    assert page(year, "player_year_picture", number=number, year=of).status_code == 404


def test_player_who_did_not_play_has_a_page_that_says_so_and_no_picture(year: Phone) -> None:
    other = year.group.players.create(name="Zoe")
    said = text(page(year, "player_year_review", number=other.pk, year=2025))
    assert "Zoe played no round in 2025." in said
    picture = page(year, "player_year_picture", number=other.pk, year=2025)
    assert picture.status_code == 404


def test_pictures_are_pngs_named_by_the_year(year: Phone) -> None:
    for response in (
        page(year, "year_picture", year=2025),
        page(year, "player_year_picture", number=year.game.player_a1_id, year=2025),
    ):
        assert response.content.startswith(b"\x89PNG")
        assert 'filename="tichu-2025.png"' in response["Content-Disposition"]


def test_viewer_reads_the_review_and_hands_on_no_picture(year: Phone) -> None:
    assert "share.png" in review(year).content.decode()
    year.take_role(Role.VIEWER)
    assert "share.png" not in review(year).content.decode()
    assert page(year, "year_picture", year=2025).status_code == 404


def test_pages_of_statistics_lead_to_the_reviews(year: Phone) -> None:
    group = year.group
    number = year.game.player_a1_id
    assert reverse("year_review", args=[group.key, 2025]) in page(year).content.decode()
    own = page(year, "player_stats", number=number).content.decode()
    assert reverse("player_year_review", args=[group.key, number, 2025]) in own


@pytest.mark.parametrize("games", [1, 3])
@pytest.mark.parametrize(("ask", "queries", "kept"), [(review, 16, 3), (own_review, 17, 4)])
def test_review_costs_as_many_queries_however_many_games(
    phone: Phone, ask: Any, queries: int, kept: int, games: int
) -> None:
    for _ in range(games):
        moved(play(phone, plain(60, Seat.A1, GRAND), double(Seat.A1)), "2025-03-06")

    for expected in (queries, kept):
        with CaptureQueriesContext(connection) as captured:
            ask(phone)
        assert len(captured) == expected
