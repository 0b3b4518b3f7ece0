"""The settings page of a game, and the effects of its buttons."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from scoring.models import Game, Role
from scoring.rules import MESSAGES, Ending
from tests.factories import GameFactory, GameWriter, Phone, plain
from tests.scoring.reading import game_of, stored_results, text

pytestmark = pytest.mark.django_db


def end(phone: Phone, ending: str = "abandoned", **fields: object) -> Any:
    """Tap a button of the page, from a page that shows the present sheet."""
    after = game_of(phone).last_seq
    told: dict[str, Any] = {"after": after, "ending": ending} | fields
    return phone.post("end/", **told)


def test_game_is_abandoned_with_a_reason(phone: Phone) -> None:
    phone.record(first="A1", card_points="60")

    response = end(phone, reason="  Rain   came ")

    assert (response.status_code, response["Location"]) == (302, phone.url)
    assert (game_of(phone).ending, game_of(phone).ending_reason) == ("abandoned", "Rain came")


def test_table_of_an_abandoned_game_says_so_and_offers_to_take_it_up_again(
    phone: Phone,
) -> None:
    end(phone, reason="Rain")

    page = text(phone.get())

    assert '<h1 id="ending" tabindex="-1">Abandoned</h1><p>“Rain”</p>' in page
    assert ("The game was abandoned." in page, page.count("“Rain”")) == (True, 1)
    assert ">Take up again</button>" in page


def test_table_of_a_forfeited_game_names_the_winners(phone: Phone) -> None:
    end(phone, "forfeited_a")

    page, names = text(phone.get()), phone.game.team_names
    assert f">{names.b} win by forfeit</h1>" in page
    assert f"{names.a} forfeited the game." in page


def test_ways_to_end_a_game_are_below_everything_else_on_its_page(phone: Phone) -> None:
    page = text(phone.get("settings/"))

    texts = ("Change the rules<", "Adjust the points<", "Not played to the end?", "Abandon the")
    places = [page.index(each) for each in texts]
    assert places == sorted(places)


def test_undo_button_takes_the_game_up_again(phone: Phone) -> None:
    end(phone)
    phone.post("undo/", number=1)

    assert (game_of(phone).ending, "The game was taken up again." in text(phone.get())) == (
        "",
        True,
    )


def test_game_that_ended_before_its_first_round_asks_for_no_tap_and_draws_no_race(
    phone: Phone,
) -> None:
    before = text(phone.get())
    end(phone)
    page = text(phone.get())
    assert "Tap who went out first" in before
    assert "Tap who went out first" not in page
    assert "<figure" not in page
    assert "Round by round" not in page


@pytest.mark.parametrize(
    ("ending", "label"), [("abandoned", "Abandon again"), ("forfeited_b", "Forfeit again")]
)
def test_redo_button_says_what_it_does(phone: Phone, ending: str, label: str) -> None:
    end(phone, ending)
    phone.post("undo/", number=1)

    assert f">{label}</button>" in text(phone.get())


def test_settings_take_the_game_up_again(phone: Phone) -> None:
    end(phone)
    assert "Take up again" in text(phone.get("settings/"))

    phone.post("resume/")

    assert game_of(phone).ending == ""


def test_settings_name_both_teams_that_can_forfeit(phone: Phone) -> None:
    page, names = text(phone.get("settings/")), phone.game.team_names

    assert f'value="forfeited_a"><span class="what">{names.a} forfeit</span>' in page
    assert f'value="forfeited_b"><span class="what">{names.b} forfeit</span>' in page


def test_settings_of_a_game_that_is_over_offer_no_ending(phone: Phone) -> None:
    Game.objects.filter(pk=phone.game.pk).update(target=50)
    phone.record(first="A1", card_points="60")

    page = text(phone.get("settings/"))

    assert ("Abandon the game" in page, "Take up again" in page) == (False, False)


def test_table_leads_to_the_settings(phone: Phone) -> None:
    assert f'href="{phone.url}settings/"' in text(phone.get())


def test_round_in_an_abandoned_game_is_refused_and_stays_on_the_form(phone: Phone) -> None:
    end(phone)

    response = phone.record(first="A1", card_points="60")

    assert response.status_code == 422
    assert MESSAGES["ROUND_IN_ENDED_GAME"] in text(response)
    assert stored_results(phone.game) == []


def test_refused_round_leads_to_where_the_game_is_taken_up_again(phone: Phone) -> None:
    end(phone)

    page = text(phone.record(first="A1", card_points="60"))

    assert f'<a href="{phone.url}settings/">Take up again</a>' in page


def test_offline_phone_learns_that_its_round_was_refused(phone: Phone) -> None:
    end(phone)

    response = phone.record(htmx=True, first="A1", card_points="60")

    assert (response.status_code, response["Tichu-Change"]) == (422, "0")
    assert MESSAGES["ROUND_IN_ENDED_GAME"] in text(response)


def test_round_is_recorded_once_the_game_was_taken_up_again(phone: Phone) -> None:
    end(phone)
    phone.record(first="A1", card_points="60")
    phone.post("resume/")

    phone.record(first="A1", card_points="60")

    assert stored_results(phone.game) == [plain(60)]


def test_ending_after_an_unseen_round_is_refused_and_keeps_the_reason(phone: Phone) -> None:
    phone.record(first="A1", card_points="60")

    response = end(phone, after=0, reason="Rain")

    assert response.status_code == 409
    assert "Round 1 has been recorded meanwhile, so nothing of this was stored." in text(
        response
    )
    assert ('value="Rain"' in text(response), game_of(phone).ending) == (True, "")


def test_ending_what_another_phone_ended_is_refused(phone: Phone) -> None:
    end(phone)

    response = end(phone, "forfeited_a")

    assert response.status_code == 409
    assert "The game was changed meanwhile, so nothing of this was stored." in text(response)
    assert game_of(phone).ending == "abandoned"


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"ending": ""}, "Tap how the game ended."),
        ({"ending": "stopped"}, "Tap how the game ended."),
        ({"reason": "x" * 201}, "A reason has at most 200 letters: shorten it."),
        ({"after": "x"}, "This page is out of date: reload it, and try again."),
    ],
)
def test_bad_ending_is_refused_in_a_sentence(
    phone: Phone, fields: dict[str, str], sentence: str
) -> None:
    response = end(phone, **({"reason": "Rain"} | fields))

    assert (response.status_code, sentence in text(response)) == (422, True)
    assert (fields.get("reason", "Rain") in text(response), game_of(phone).ending) == (True, "")


def test_home_page_says_how_games_ended(phone: Phone) -> None:
    end(phone)
    home = text(phone.client.get("/"))

    assert '<span class="stands">Abandoned</span>' in home
    assert 'class="when running"' not in home
    assert '"ended":true' in home


def test_scoreboard_says_how_the_game_ended(phone: Phone) -> None:
    end(phone)

    assert '<p class="round"> Abandoned </p>' in text(phone.get("scoreboard/"))


def test_abandoned_game_is_not_stored_for_offline_use_beside_a_later_one(
    phone: Phone,
) -> None:
    end(phone)
    later = Phone(Client())
    later.join(phone.group)
    Game.objects.filter(pk=later.game.pk).update(group=phone.group)

    kept = phone.client.get("/offline-manifest.json").json()["games"]

    assert phone.url not in [game["address"] for game in kept]


def test_rematch_of_an_abandoned_game_is_another_game(phone: Phone) -> None:
    phone.post("rematch/", partner="A2")
    GameWriter(game_of(phone).next_games.get(), phone.device).end(Ending.ABANDONED)

    phone.post("rematch/", partner="A2")

    assert game_of(phone).next_games.count() == 2


# What became of a game


def make_inactive(phone: Phone, **ago: float) -> None:
    """Move the start and all changes of the phone's game into the past by this time."""
    then = timezone.now() - timedelta(**ago)
    Game.objects.filter(pk=phone.game.pk).update(created=then)
    phone.game.changes.update(at=then)


def asks(client: Client) -> int:
    return text(client.get("/")).count("What happened to this game?")


@pytest.mark.parametrize(("hours", "asked"), [(11.9, 0), (12.1, 1)])
@pytest.mark.parametrize("rounds", [0, 1])
def test_home_page_asks_after_twelve_hours(
    phone: Phone, hours: float, asked: int, rounds: int
) -> None:
    for _ in range(rounds):
        phone.record(first="A1", card_points="60")
    make_inactive(phone, hours=hours)

    assert asks(phone.client) == asked


def test_home_page_does_not_ask_of_a_game_that_was_changed_since(phone: Phone) -> None:
    make_inactive(phone, days=3)
    phone.send_progress(tichu="A1")

    assert asks(phone.client) == 0


@pytest.mark.parametrize("ending", ["abandoned", "forfeited_a"])
def test_home_page_does_not_ask_of_a_game_that_has_ended(phone: Phone, ending: str) -> None:
    end(phone, ending)
    make_inactive(phone, days=3)

    assert asks(phone.client) == 0


def test_home_page_asks_no_viewer(phone: Phone) -> None:
    make_inactive(phone, days=3)
    viewer = Phone(Client())
    viewer.join(phone.group, Role.VIEWER)

    assert asks(viewer.client) == 0


def test_home_page_asks_of_three_games_at_most(phone: Phone) -> None:
    games = [phone.game, *GameFactory.create_batch(4, group=phone.group)]
    then = timezone.now() - timedelta(days=1)
    Game.objects.filter(pk__in=[game.pk for game in games]).update(created=then)

    assert asks(phone.client) == 3


def test_game_is_abandoned_from_the_home_page(phone: Phone) -> None:
    phone.record(first="A1", card_points="60")
    make_inactive(phone, days=1)
    form = re.search(
        rf'action="{phone.url}end/">.*?name="after" value="(\d+)"', text(phone.client.get("/"))
    )
    assert form

    phone.post("end/", after=form[1], ending="abandoned")

    assert (game_of(phone).ending, asks(phone.client)) == ("abandoned", 0)


def test_silent_game_is_not_ended_by_itself(phone: Phone) -> None:
    make_inactive(phone, days=400)

    phone.client.get("/")

    assert (game_of(phone).ending, game_of(phone).version) == ("", 0)
