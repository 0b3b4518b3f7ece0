"""A game of a fixed number of rounds on its pages."""

import re

import pytest

from scoring.models import Game
from scoring.rules import Seat, TieRule
from tests.factories import GameWriter, Phone, double, plain
from tests.scoring.reading import text

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(phone: Phone) -> Phone:
    """A table of a game of three rounds."""
    Game.objects.filter(pk=phone.game.pk).update(target=None, fixed_rounds=3)
    phone.game.refresh_from_db()
    return phone


def number(page: str) -> str:
    found = re.search(r'<span id="number"[^>]*>([^<]*)</span>', page)
    assert found
    return found[1]


def test_table_says_which_of_the_rounds_is_played(table: Phone) -> None:
    assert number(text(table.get())) == "1 of 3"

    assert number(text(table.record(htmx=True, first="A1", card_points="60"))) == "2 of 3"


def test_table_says_the_number_of_rounds_in_place_of_the_target(table: Phone) -> None:
    page = text(table.get())

    assert '<span class="unseen">Target </span>3 rounds</p>' in page
    assert '<p class="need a"></p>' in page


def test_higher_total_wins_after_the_last_round(table: Phone) -> None:
    for points in ("60", "40", "45"):
        table.record(first="A1", card_points=points)

    page = text(table.get())
    assert f"{table.game.team_names.b} win!" in page
    assert "after 3 rounds" in page


def test_tie_after_the_last_round_is_played_on(table: Phone) -> None:
    for points in ("60", "40", "50"):
        table.record(first="A1", card_points=points)

    page = text(table.get())
    assert number(page) == "4"
    assert "A tie: play on" in page


def test_tie_after_the_last_round_is_a_draw_where_agreed(table: Phone) -> None:
    Game.objects.update(tie=TieRule.DRAW)
    for points in ("60", "40", "50"):
        table.record(first="A1", card_points=points)

    assert "A draw" in text(table.get())


def test_round_after_the_last_is_refused(table: Phone) -> None:
    for points in ("60", "40", "45"):
        table.record(first="A1", card_points=points)

    response = table.record(first="A1", card_points="60")

    assert response.status_code == 422
    assert "The game is over after round 3" in text(response)


def test_last_round_cannot_be_amended_into_a_win_before_it(table: Phone) -> None:
    Game.objects.update(lead=400)
    writer = GameWriter(Game.objects.get(pk=table.game.pk))
    for result in (double(Seat.A1), plain(60)):
        writer.record(result)
    first = writer.game.sheet.rows[0].round

    response = table.post(
        f"rounds/{first.seq}/", seen=first.version, first="A1", second="A2", grand="A1"
    )

    assert response.status_code == 422
    assert "The game is over after round 1" in text(response)


def test_winning_conditions_speak_of_the_last_round(table: Phone) -> None:
    names = table.game.team_names
    for points in ("60", "50"):
        table.record(first="A1", card_points=points)

    page = text(table.get("winning-conditions/"))

    assert "110 : 90, 3 rounds" in page
    assert "This is the last round." in page
    assert f"{names.a} win with 45 card points" in page
    assert "40 : 60 is a tie: you play on." in page


def test_winning_conditions_after_a_tie_say_so(table: Phone) -> None:
    for points in ("60", "40", "50"):
        table.record(first="A1", card_points=points)

    page = text(table.get("winning-conditions/"))

    assert "All rounds are played, and it is a tie: you play on." in page


def test_nobody_can_win_before_the_last_round(table: Phone) -> None:
    table.record(first="A1", card_points="60")

    page = text(table.get("winning-conditions/"))
    assert "Nobody can win in this round." in page
    assert "last round" not in page


def test_race_of_fixed_rounds_has_chances(table: Phone) -> None:
    table.record(first="A1", card_points="60")

    page = text(table.get("race/"))
    assert "60 : 40, 3 rounds" in page
    assert "Chances of" in page


def test_table_mode_says_which_of_the_rounds_is_played(table: Phone) -> None:
    assert "Round 1 of 3" in text(table.get("scoreboard/"))


def test_rematch_has_as_many_rounds(table: Phone) -> None:
    for points in ("60", "40", "45"):
        table.record(first="A1", card_points=points)
    table.post("rematch/", partner="A2")

    rematch = Game.objects.latest("pk")
    assert rematch.agreement == table.game.agreement
