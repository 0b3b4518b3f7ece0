"""The page of an evening begins with what was most important."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.rules import Call, CallLevel, Ending, Seat
from tests.factories import GameWriter, Phone, double, plain
from tests.scoring import reading
from tests.scoring.statistics import moved, page, play, text

pytestmark = pytest.mark.django_db

GRAND = Call(Seat.A1, CallLevel.GRAND)
WON = [double(Seat.A1)] * 5


def evening(phone: Phone) -> Any:
    return page(phone, "evening_stats", "?day=2026-03-06")


def test_evening_names_its_best_and_what_they_won(phone: Phone) -> None:
    moved(play(phone, *WON), "2026-03-06")

    said = text(evening(phone))

    one, other = phone.game.player_a1.name, phone.game.player_a2.name
    assert f"Best of the evening: {one} and {other}" in said
    assert "1 of 1 game won. Over all rounds: +1000 points." in said


def test_end_of_a_game_leads_to_its_evening(phone: Phone) -> None:
    game = moved(play(phone, *WON), "2026-03-06")

    address = reverse("evening_stats", args=[game.group.key])
    table = reading.text(phone.client.get(game.get_absolute_url()))
    assert f'href="{address}?day=2026-03-06">The whole evening</a>' in table


def test_end_of_a_game_without_a_round_leads_to_no_evening(phone: Phone) -> None:
    GameWriter(phone.game).end(Ending.ABANDONED)

    assert "The whole evening" not in reading.text(phone.get())


def test_past_evening_says_who_was_ahead(phone: Phone) -> None:
    moved(play(phone, *WON), "2026-03-06")

    said = text(evening(phone))

    assert "Who was ahead" in said
    assert "Who is ahead" not in said


def test_this_evening_says_who_is_ahead(phone: Phone) -> None:
    play(phone, *WON)

    assert "Who is ahead" in text(page(phone, "evening_stats"))


def test_evening_links_its_boldest_call_to_the_game(phone: Phone) -> None:
    game = moved(play(phone, plain(0), double(Seat.A1, GRAND), *WON[:3]), "2026-03-06")

    name, race = game.player_a1.name, reverse("race", args=[game.key])
    sentence = f"The boldest call: Grand Tichu by {name}, made in round 2, 100 points behind."
    assert f'<a href="{race}">{sentence}</a>' in reading.text(evening(phone))


def test_evening_links_the_evenings_before_and_after_it(phone: Phone) -> None:
    for day in ("2026-02-20", "2026-02-27", "2026-03-06", "2026-03-13", "2026-03-20"):
        moved(play(phone, *WON), day)

    links = re.findall(
        r'rel="(prev|next)" href="([^"]*)">([^<]*)<', reading.text(evening(phone))
    )

    assert links == [
        ("prev", "?day=2026-02-27", "The evening before: 27 Feb 2026"),
        ("next", "?day=2026-03-13", "The evening after: 13 Mar 2026"),
    ]


def test_only_evening_of_a_group_links_no_other_one(phone: Phone) -> None:
    moved(play(phone, *WON), "2026-03-06")

    assert 'rel="prev"' not in reading.text(evening(phone))
    assert 'rel="next"' not in reading.text(evening(phone))


def test_evening_without_a_finished_game_has_no_best(phone: Phone) -> None:
    moved(play(phone, plain(60)), "2026-03-06")

    assert "Best of the evening" not in text(evening(phone))


def test_evening_of_many_games_costs_as_many_queries_as_one(phone: Phone) -> None:
    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as captured:
            evening(phone)
        return len(captured)

    moved(play(phone, *WON), "2026-03-06")
    evening(phone)  # sessions and samples are read once
    moved(play(phone, *WON), "2026-03-06")
    two = queries()
    for _ in range(3):
        moved(play(phone, *WON), "2026-03-06")
    assert queries() == two


def test_evening_lists_the_badges_that_were_earned_on_it(phone: Phone) -> None:
    moved(play(phone, *[double(Seat.A1)] * 3, target=100_000), "2026-03-05")
    game = moved(play(phone, double(Seat.A1, GRAND), target=100_000), "2026-03-06")

    said = text(evening(phone))
    name = game.player_a1.name
    assert f"Badges earned {name} First Grand Tichu made for the first time" in said
    assert "double wins in a row" not in said


def test_badge_that_was_earned_twice_on_an_evening_is_one_row(phone: Phone) -> None:
    for _ in range(2):
        game = moved(play(phone, *[double(Seat.A1)] * 3, target=100_000), "2026-03-06")

    html = reading.text(evening(phone)).partition("Badges earned")[2].partition("</ul>")[0]
    rows = [" ".join(re.sub("<[^>]+>", " ", row).split()) for row in html.split("<li>")[1:]]
    said = "Double wins in a row 3 double wins in a row with one partner · 2 times, the last"
    one, other = game.player_a1.name, game.player_a2.name
    assert [row.partition(said)[::2] for row in rows] == [
        (f"{one} ", " time on 6 Mar 2026"),
        (f"{other} ", " time on 6 Mar 2026"),
    ]
    assert f'href="{reverse("race", args=[game.key])}"' in html


def test_evening_numbers_the_points_ahead_by_rounds_from_the_start(phone: Phone) -> None:
    moved(play(phone, plain(60), plain(70)), "2026-03-06")

    table = text(evening(phone)).rpartition("The same in numbers")[2].partition("Of this")[0]
    assert table.split()[-15:] == [
        *("0", "0", "0", "0", "0"),
        *("1", "+20", "+20", "−20", "−20"),
        *("2", "+60", "+60", "−60", "−60"),
    ]
