"""Games with other calls and points than those of the rule book, on their pages."""

import pytest

from scoring.models import Game
from tests.factories import Phone
from tests.scoring.reading import text

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(phone: Phone) -> Phone:
    Game.objects.filter(pk=phone.game.pk).update(
        calls_per_team="one_of_each", double_win=100, failed_calls="opponents_grand"
    )
    phone.game.refresh_from_db()
    return phone


def test_double_win_scores_what_was_agreed(table: Phone) -> None:
    table.record(first="B1", second="B2")

    assert table.totals() == (0, 100)


def test_failed_grand_tichu_pays_the_opponents_and_a_failed_tichu_does_not(
    table: Phone,
) -> None:
    table.record(first="A1", card_points="60", grand="B1", tichu="A2")

    assert table.totals() == (160, 40)
    page = text(table.get())
    assert f"Grand Tichu by {table.game.names.b1} failed, +200 for the opponents" in page
    assert f"Tichu by {table.game.names.a2} failed, −100" in page


def test_round_opens_with_the_points_on_the_side_of_those_who_got_them(table: Phone) -> None:
    table.record(first="A1", card_points="60", grand="B1")
    seq = Game.objects.get(pk=table.game.pk).last_seq

    page = text(table.get(f"rounds/{seq}/"))

    name = table.game.names.b1
    row = page.partition(f"Grand Tichu by {name}, failed")[2].partition("</tr>")[0]
    assert "+200" in row.partition('class="b"')[0]


def test_second_call_of_a_kind_in_a_team_is_refused(table: Phone) -> None:
    response = table.record(first="A1", card_points="60", tichu=["A1", "A2"])

    assert response.status_code == 422
    assert "one call of each kind per team" in text(response)


def test_calls_of_both_kinds_in_a_team_are_recorded(table: Phone) -> None:
    table.record(first="A1", card_points="60", tichu="A1", grand="A2")

    assert table.totals() == (160, 240)


def test_table_tells_its_script_how_many_calls_a_team_may_make(table: Phone) -> None:
    assert 'data-calls-per-team="one_of_each"' in text(table.get())


def test_winning_conditions_know_what_a_double_win_is_worth(table: Phone) -> None:
    Game.objects.update(target=300)
    table.record(first="A1", card_points="100")

    assert "win with a double win" not in text(table.get("winning-conditions/"))


def test_race_says_why_there_are_no_chances(table: Phone) -> None:
    table.record(first="A1", card_points="60")

    page = text(table.get("race/"))
    assert "with the points of the rule book" in page
    assert "Chances of" not in page
