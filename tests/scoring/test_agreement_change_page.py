"""The page on which the agreement of a game that has begun is changed."""

from typing import Any

import pytest

from scoring.models import Agreement, Game
from scoring.rules import CallsPerTeam
from tests.factories import Phone
from tests.scoring.reading import game_of, text

pytestmark = pytest.mark.django_db


def agree(phone: Phone, **fields: str) -> Any:
    game = game_of(phone)
    own = {"preset": "own", "target": "1000", "tie": "play_on", "grand": "on"}
    seen: dict[str, Any] = {"after": game.last_seq, "agreement_change": game.agreement_change}
    return phone.post("agreement/", **(seen | own | fields))


def test_page_shows_what_is_agreed(phone: Phone) -> None:
    Game.objects.filter(pk=phone.game.pk).update(target=500)

    page = text(phone.get("agreement/"))

    assert 'value="short"' in page
    assert page.partition('value="short"')[2].partition(">")[0].endswith("checked")


@pytest.mark.parametrize("fields", [{"preset": "club"}, {"grand": "", "double_win": "100"}])
def test_rules_are_changed_by_the_form(phone: Phone, fields: dict[str, str]) -> None:
    phone.record(first="A1", second="A2")
    if "grand" in fields:
        fields = fields | {"failed_calls": "minus"}

    response = agree(phone, **fields)

    assert (response.status_code, response["Location"]) == (302, phone.url)
    assert phone.totals() == (100, 0)


def test_table_says_what_the_rules_are_and_were(phone: Phone) -> None:
    agree(phone, preset="club")

    page = text(phone.get())
    assert "The rules of the game are now: Club, to 1000. They were: Official, to 1000." in page
    assert "Undo the change of rules" in page


def test_undo_from_the_table_brings_the_rules_back(phone: Phone) -> None:
    agree(phone, preset="club")

    phone.post("undo/", number=1)

    assert game_of(phone).agreement == Agreement()
    assert "Redo the change of rules" in text(phone.get())


def test_log_says_every_round_by_the_rules_of_its_time(phone: Phone) -> None:
    phone.record(first="A1", card_points="60", tichu="B1")
    agree(phone, failed_calls="opponents")

    page = text(phone.get("log/"))

    assert "failed, −100" in page
    assert "for the opponents" not in page


def test_same_rules_again_are_refused(phone: Phone) -> None:
    response = agree(phone)

    assert response.status_code == 422
    assert "The game is played by these rules already: choose others." in text(response)
    assert game_of(phone).version == 0


def test_refused_rules_stay_on_the_form_with_the_reason(phone: Phone) -> None:
    phone.record(first="A1", card_points="60", grand="A1")

    response = agree(phone, preset="club")

    assert response.status_code == 422
    page = text(response)
    assert "Round 1 has a call that these rules do not allow: amend that round first" in page
    assert page.partition('value="club"')[2].partition("><")[0].endswith("checked")


def test_stale_page_names_the_round_and_keeps_what_was_chosen(phone: Phone) -> None:
    phone.record(first="A1", card_points="60")

    response = agree(phone, preset="club", after="0")

    assert response.status_code == 409
    page = text(response)
    assert "Round 1 has been recorded meanwhile, so nothing of this was stored." in page
    assert page.partition('value="club"')[2].partition("><")[0].endswith("checked")
    assert 'name="after" value="1"' in page


def test_round_tapped_under_the_former_rules_counts_by_the_present_ones(phone: Phone) -> None:
    agree(phone, preset="club")

    response = phone.post("rounds/", after=0, known="", first="A1", second="A2")

    assert response.status_code == 302
    assert phone.totals() == (100, 0)


def test_round_tapped_under_the_former_rules_is_refused_where_it_cannot_be(
    phone: Phone,
) -> None:
    agree(phone, preset="club")

    response = phone.post("rounds/", after=0, first="A1", card_points="60", grand="A1")

    assert response.status_code == 422
    assert "This game is played without Grand Tichu." in text(response)


def test_calls_per_team_are_changed_for_the_table(phone: Phone) -> None:
    agree(phone, calls_per_team=CallsPerTeam.ONE)

    assert 'data-calls-per-team="one"' in text(phone.get())
