"""The page of one player: what stands out, and the figures for it."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.rules import Call, CallLevel, Seat
from scoring.stats.win_probability.cache import get_model
from tests.factories import GameFactory, GameWriter, Phone, double, plain
from tests.scoring.statistics import moved, page, play, text

pytestmark = pytest.mark.django_db

GRAND = Call(Seat.A1, CallLevel.GRAND)
MADE, FAILED = plain(60, Seat.A1, GRAND), plain(60, Seat.B1, GRAND)


@pytest.fixture(autouse=True)
def _chances_known() -> None:
    """Compute once for all tests what the site computes in the background."""
    get_model(GameFactory.create())


def player_page(phone: Phone, query: str = "") -> Any:
    return page(phone, "player_stats", query, number=phone.game.player_a1_id)


def test_page_begins_with_what_to_change_and_its_evidence(phone: Phone) -> None:
    play(phone, *[FAILED] * 9, *[MADE] * 2, target=100_000)

    said = text(player_page(phone))
    name = phone.game.names.a1
    evidence = (
        f"A Grand Tichu of {name} has cost 127.3 points a time over 11: 2 made, and it pays"
        " from 50% on."
    )
    assert f"What to change Call Grand Tichu less {evidence}" in said
    assert said.index(evidence) < said.index("Grand Tichu: called 11, made 2, 18%")


def test_extra_calls_alone_say_nothing_about_calling_less(phone: Phone) -> None:
    failed = plain(60, Seat.B1, Call(Seat.A1, CallLevel.EXTRA))
    agreed: dict[str, Any] = {"extra_call": "Blind Tichu", "extra_call_points": 400}
    play(phone, *[failed] * 11, target=100_000, **agreed)

    said = text(player_page(phone))
    assert "From 10 Tichus or Grand Tichus on this says whether to call less." in said
    assert "is sure to cost points" not in said


def test_page_follows_a_correction_and_its_undo(phone: Phone) -> None:
    game = play(phone, *[FAILED] * 8, *[MADE] * 2, target=100_000)
    before = player_page(phone).content
    writer = GameWriter(game, phone.device)
    for number in (1, 2, 3):
        writer.amend(number, MADE)
    corrected = text(player_page(phone))
    for _ in range(3):
        writer.undo()

    assert "Call Grand Tichu less" not in corrected
    assert "It is too close to say whether calling pays." in corrected
    assert "Call Grand Tichu less" in before.decode()
    assert player_page(phone).content == before


def test_figures_are_behind_a_tap(phone: Phone) -> None:
    play(phone, plain(60))

    html = player_page(phone).content.decode()
    folded = re.findall(r"<details class=\"fold\">(.*?)</details>", html, re.DOTALL)
    tables = [each for each in folded if "<table" in each]
    assert len(tables) == 4
    assert len(re.findall(r'<table class="figures"', html)) == len(tables)


def test_calls_are_beside_the_line_where_calling_pays(phone: Phone) -> None:
    play(phone, MADE, FAILED, target=100_000)

    html = player_page(phone).content.decode()
    chart = re.search(r'<svg[^>]*id="calls-chart".*?</svg>', html, re.DOTALL)
    assert chart
    assert "calling pays" in chart[0]
    assert "Grand Tichu" in chart[0]
    assert "Call Made Called Share" in text(player_page(phone))


def test_record_held_leads_to_its_game(phone: Phone) -> None:
    game = play(phone, double(Seat.A1), plain(60), target=250)

    html = player_page(phone).content.decode()
    assert "1 record of the group" in html
    assert f'href="{reverse("race", args=[game.key])}"' in html


def test_page_of_a_player_without_a_record_says_so(phone: Phone) -> None:
    play(phone, plain(60))

    assert "None of the group’s records yet." in text(player_page(phone))


def test_partner_and_opponent_lead_to_the_page_of_the_two(phone: Phone) -> None:
    play(phone, plain(60), target=50)

    game = phone.game
    html = player_page(phone, "?target=50").content.decode()
    for other in (game.player_a2_id, game.player_b1_id, game.player_b2_id):
        numbers = [phone.group.key, game.player_a1_id, other]
        assert f'{reverse("one_pair_stats", args=numbers)}?target=50"' in html


def test_rule_of_small_samples_is_explained_in_plain_words(phone: Phone) -> None:
    play(phone, plain(60))

    for response in (player_page(phone), page(phone, "pair_stats")):
        assert "Few games prove little." in text(response)


def test_page_costs_as_many_queries_for_much_as_for_little(phone: Phone) -> None:
    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as captured:
            player_page(phone)
        return len(captured)

    play(phone, double(Seat.A1), plain(60), target=250)
    queries()  # checks the rounds of the group, for the chances
    play(phone, double(Seat.A1), plain(60), target=250)
    little = queries()
    for _ in range(5):
        play(phone, double(Seat.A1), double(Seat.B1), plain(60), target=250)

    assert queries() == little


def test_badges_have_their_date_and_lead_to_the_game(phone: Phone) -> None:
    game = moved(play(phone, *[MADE] * 2, target=100_000), "2026-03-06")

    html = player_page(phone).content.decode()

    assert "First Grand Tichu made for the first time 6 Mar 2026" in text(player_page(phone))
    assert f'<a href="{reverse("race", args=[game.key])}"><b>' in html


def test_badge_that_was_earned_often_says_how_often(phone: Phone) -> None:
    for day in ("2026-03-06", "2026-03-08"):
        moved(play(phone, *[double(Seat.A1)] * 3, target=100_000), day)

    said = "3 double wins in a row with one partner 2 times, the last time on 8 Mar 2026"
    assert said in text(player_page(phone))


def test_player_without_badges_reads_what_they_are_for(phone: Phone) -> None:
    play(phone, plain(60))

    assert "Badges None yet: they are for feats" in text(player_page(phone))
