"""The race as a page, and at the end of a game."""

import re
from typing import Any

import pytest
from django.test import Client

from scoring.models import Game, Membership, Role
from scoring.rules import Call, Level, Seat
from scoring.stats.course import course
from scoring.templatetags.race_charts import race_lines
from tests.charts.reading import of_class, parse, points
from tests.factories import GameFactory, Pen, Phone, double, plain
from tests.scoring.reading import text

pytestmark = pytest.mark.django_db

GRAND = Call(Seat.A1, Level.GRAND)
TICHU = Call(Seat.B2, Level.TICHU)


def test_race_has_both_totals_after_every_round() -> None:
    pen = Pen(GameFactory.create())
    pen.record(plain(60))
    pen.record(double(Seat.B1))
    pen.record(plain(125))

    left, right = race_lines(pen.game.sheet, pen.game).series
    assert left.values == (0, 60, 60, 185)
    assert right.values == (0, 40, 240, 215)


def test_race_marks_double_wins_and_calls_on_the_line_of_their_team() -> None:
    pen = Pen(GameFactory.create())
    pen.record(plain(60))
    pen.record(double(Seat.A1, GRAND, TICHU))

    marks = race_lines(pen.game.sheet, pen.game).marks
    assert [(mark.at, mark.series, mark.meaning) for mark in marks] == [
        (2, 0, "double win"),
        (2, 0, "Grand Tichu made"),
        (2, 1, "Tichu failed"),
    ]


def test_race_tells_every_round_in_its_table(phone: Phone) -> None:
    pen = Pen(phone.game)
    pen.record(double(Seat.A1, GRAND))

    page = text(phone.get("race/"))
    first = phone.game.names.a1
    assert f"<td>{first} first · double win by {first} and" in page


def test_race_says_in_words_what_is_drawn(phone: Phone) -> None:
    Pen(phone.game).record(plain(-25, Seat.B1))

    names = phone.game.team_names
    page = text(phone.get("race/"))
    assert f">{names.a} −25, {names.b} 125 after 1 round</desc>" in page


def test_race_follows_an_amendment(phone: Phone) -> None:
    pen = Pen(phone.game)
    pen.record(plain(60))
    before = parse(drawing(phone.get("race/").content.decode()))
    pen.amend(1, plain(80))

    after = parse(drawing(phone.get("race/").content.decode()))
    (one, other) = (points(of_class(root, "line a")[0]) for root in (before, after))
    assert other[1][1] < one[1][1]


def test_race_has_the_chances_after_every_round() -> None:
    pen = Pen(GameFactory.create(target=300))
    pen.record(double(Seat.A1))
    pen.record(double(Seat.A1))
    chances = race_lines(pen.game.sheet, pen.game, course(pen.game)).chances

    assert chances is not None
    first, second, third = chances.values
    assert (first, third) == (0.5, 1.0)
    assert 0.5 < second < 1
    assert chances.turn == 2


def test_race_names_the_turning_point_and_the_comeback(phone: Phone) -> None:
    Game.objects.filter(pk=phone.game.pk).update(target=300)
    pen = Pen(Game.objects.get(pk=phone.game.pk))
    pen.record(double(Seat.B1))
    pen.record(double(Seat.A1, GRAND))
    names = phone.game.team_names

    page = text(phone.get("race/"))
    assert f"Round 2 was the turning point: {names.a} went from 29% to 100%." in page
    assert f"{names.a} came back from 29% after round 1." in page


def test_race_of_a_far_target_goes_without_chances(phone: Phone) -> None:
    Game.objects.filter(pk=phone.game.pk).update(target=1_000_000)
    Pen(Game.objects.get(pk=phone.game.pk)).record(plain(60))

    page = text(phone.get("race/"))
    assert "60 : 40, target 1000000" in page
    assert "Chances" not in page


def test_race_of_no_rounds_says_so(phone: Phone) -> None:
    page = text(phone.get("race/"))

    assert "No round yet" in page
    assert "<svg" not in page


def test_race_leads_a_viewer_back_to_what_a_viewer_sees(phone: Phone) -> None:
    Membership.objects.filter(group=phone.game.group).update(role=Role.VIEWER)

    page = text(phone.get("race/"))
    assert f'<a class="back" href="{phone.url}scoreboard/">' in page
    assert f'href="{phone.url}"' not in page


@pytest.mark.parametrize("rounds", [1, 3])
def test_race_costs_four_statements_however_long(
    phone: Phone, rounds: int, django_assert_num_queries: Any
) -> None:
    pen = Pen(phone.game)
    for _ in range(rounds):
        pen.record(plain(60))

    with django_assert_num_queries(4):
        phone.get("race/")


def test_finished_game_shows_its_race_on_the_table_page(phone: Phone) -> None:
    pen = Pen(phone.game)
    for _ in range(5):
        pen.record(double(Seat.A1))

    page = text(phone.get())
    root = parse(drawing(page))
    assert len(points(of_class(root, "line a")[0])) == 6
    assert f'href="{phone.url}race/"' in page


def test_running_game_loads_nothing_for_charts(phone: Phone) -> None:
    Pen(phone.game).record(double(Seat.A1))

    assert "charts.css" not in text(phone.get())


def test_race_shows_names_as_they_were_typed(client: Client) -> None:
    names = {"a1": "<b>Ada", "b1": "Ben & Co", "a2": '"Cleo"', "b2": "D'Ora"}
    rules = {"target": "1000", "grand": "on", "tie": "play_on"}
    path = client.post("/new/", names | rules)["Location"]
    client.post(f"{path}rounds/", {"after": 0, "first": "A1", "card_points": "60"})

    page = client.get(f"{path}race/").content.decode()
    assert "<b>" not in page
    root = parse(drawing(page))
    assert '<b>Ada + "Cleo" 60, Ben & Co + D\'Ora 40' in (root[1].text or "")


def drawing(page: str) -> str:
    found = re.search(r'<svg [^>]*class="drawing".*?</svg>', page, re.DOTALL)
    assert found is not None
    return found[0]
