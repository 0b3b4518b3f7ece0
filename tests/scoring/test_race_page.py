"""The race on its own page and at the end of a game."""

import re
from typing import Any

import pytest
from django.test import Client

from scoring.models import Game, Role
from scoring.presentation.race_charts import race_lines
from scoring.rules import Call, CallLevel, Seat
from scoring.stats.win_probability.timeline import get_timeline
from tests.charts.svg_parsing import find_by_class, parse, points
from tests.factories import GameFactory, GameWriter, Phone, double, plain
from tests.scoring.reading import text

pytestmark = pytest.mark.django_db

GRAND = Call(Seat.A1, CallLevel.GRAND)
TICHU = Call(Seat.B2, CallLevel.TICHU)


def test_race_has_both_totals_after_every_round() -> None:
    writer = GameWriter(GameFactory.create())
    writer.record(plain(60))
    writer.record(double(Seat.B1))
    writer.record(plain(125))

    left, right = race_lines(writer.game.sheet, writer.game).series
    assert left.values == (0, 60, 60, 185)
    assert right.values == (0, 40, 240, 215)


def test_race_marks_double_wins_and_calls_on_the_line_of_their_team() -> None:
    writer = GameWriter(GameFactory.create())
    writer.record(plain(60))
    writer.record(double(Seat.A1, GRAND, TICHU))

    marks = race_lines(writer.game.sheet, writer.game).markers
    assert [(mark.index, mark.series, mark.meaning) for mark in marks] == [
        (2, 0, "double win"),
        (2, 0, "Grand Tichu made"),
        (2, 1, "Tichu failed"),
    ]


def test_race_has_every_round_in_its_table(phone: Phone) -> None:
    writer = GameWriter(phone.game)
    writer.record(double(Seat.A1, GRAND))

    page = text(phone.get("race/"))
    first = phone.game.names.a1
    assert f"<td>{first} first · double win by {first} and" in page


def test_race_says_in_words_what_is_drawn(phone: Phone) -> None:
    GameWriter(phone.game).record(plain(-25, Seat.B1))

    names = phone.game.team_names
    page = text(phone.get("race/"))
    assert f">{names.a} −25, {names.b} 125 after 1 round</desc>" in page


def test_race_follows_an_amendment(phone: Phone) -> None:
    writer = GameWriter(phone.game)
    writer.record(plain(60))
    before = parse(svg_root(phone.get("race/").content.decode()))
    writer.amend(1, plain(80))

    after = parse(svg_root(phone.get("race/").content.decode()))
    (one, other) = (points(find_by_class(root, "line a")[0]) for root in (before, after))
    assert other[1][1] < one[1][1]


def test_race_has_the_chances_after_every_round() -> None:
    writer = GameWriter(GameFactory.create(target=500))
    writer.record(plain(60))
    writer.record(double(Seat.A1))
    writer.record(plain(60))
    writer.record(double(Seat.A1))
    chances = race_lines(
        writer.game.sheet, writer.game, get_timeline(writer.game)
    ).win_probability

    assert chances is not None
    first, *between, last = chances.values
    assert (first, last) == (0.5, 1.0)
    assert between == sorted(between)
    assert chances.turning_point == 2


def test_race_of_a_game_of_one_round_has_no_turning_point(phone: Phone) -> None:
    Game.objects.filter(pk=phone.game.pk).update(target=100)
    GameWriter(Game.objects.get(pk=phone.game.pk)).record(double(Seat.A1))

    assert "turning point" not in text(phone.get("race/"))


def test_race_names_the_turning_point_and_the_comeback(phone: Phone) -> None:
    Game.objects.filter(pk=phone.game.pk).update(target=300)
    writer = GameWriter(Game.objects.get(pk=phone.game.pk))
    writer.record(double(Seat.B1))
    writer.record(plain(70))
    writer.record(double(Seat.A1, GRAND))
    names = phone.game.team_names

    page = text(phone.get("race/"))
    assert f"Round 1 was the turning point: {names.b} went from 50% to 71%." in page
    assert re.search(rf"{re.escape(names.a)} came back from \d+% after round \d\.", page)


def test_race_of_a_far_target_goes_without_chances(phone: Phone) -> None:
    Game.objects.filter(pk=phone.game.pk).update(target=1_000_000)
    GameWriter(Game.objects.get(pk=phone.game.pk)).record(plain(60))

    page = text(phone.get("race/"))
    assert "60 : 40, to 1000000" in page
    assert "Chances" not in page
    assert "end at a target of up to 3000 points" in page


def test_race_of_two_ends_says_why_there_are_no_chances(phone: Phone) -> None:
    Game.objects.filter(pk=phone.game.pk).update(fixed_rounds=8)
    GameWriter(Game.objects.get(pk=phone.game.pk)).record(plain(60))

    page = text(phone.get("race/"))
    assert "60 : 40, to 1000, 8 rounds" in page
    assert "and in no other way" in page


def test_race_of_no_rounds_says_so(phone: Phone) -> None:
    page = text(phone.get("race/"))

    assert "No round yet" in page
    assert "<svg" not in page


def test_race_leads_a_viewer_back_to_what_a_viewer_sees(phone: Phone) -> None:
    phone.take_role(Role.VIEWER)

    page = text(phone.get("race/"))
    assert f'<a class="back" href="{phone.url}scoreboard/">' in page
    assert f'href="{phone.url}"' not in page


@pytest.mark.parametrize("rounds", [1, 3])
def test_race_costs_five_statements_however_long(
    phone: Phone, rounds: int, django_assert_num_queries: Any
) -> None:
    GameWriter(phone.game).record_often(plain(60), rounds)

    with django_assert_num_queries(5):
        phone.get("race/")


def test_finished_game_shows_its_race_on_the_table_page(phone: Phone) -> None:
    writer = GameWriter(phone.game)
    for _ in range(5):
        writer.record(double(Seat.A1))

    page = text(phone.get())
    root = parse(svg_root(page))
    assert len(points(find_by_class(root, "line a")[0])) == 6
    assert f'href="{phone.url}race/"' in page


def test_running_game_loads_nothing_for_charts(phone: Phone) -> None:
    GameWriter(phone.game).record(double(Seat.A1))

    assert "charts.css" not in text(phone.get())


def test_race_shows_names_as_they_were_typed(client: Client) -> None:
    names = {"a1": "<b>Ada", "b1": "Ben & Co", "a2": '"Cleo"', "b2": "D'Ora"}
    rules = {"target": "1000", "grand": "on", "tie": "play_on"}
    path = client.post("/new/", names | rules)["Location"]
    client.post(f"{path}rounds/", {"after": 0, "first": "A1", "card_points": "60"})

    page = client.get(f"{path}race/").content.decode()
    assert "<b>" not in page
    root = parse(svg_root(page))
    assert '<b>Ada + "Cleo" 60, Ben & Co + D\'Ora 40' in (root[1].text or "")


def svg_root(page: str) -> str:
    found = re.search(r'<svg [^>]*class="drawing".*?</svg>', page, re.DOTALL)
    assert found is not None
    return found[0]


def test_win_by_an_adjustment_is_neither_a_comeback_nor_turned_by_a_round(phone: Phone) -> None:
    writer = GameWriter(phone.game)
    writer.record_often(double(Seat.B1), 3)
    writer.record(plain(60))
    writer.adjust(1000, 0)

    page = text(phone.get("race/"))

    assert phone.game.sheet.standing.over
    assert ("came back" in page, "turning point" in page) == (False, False)
