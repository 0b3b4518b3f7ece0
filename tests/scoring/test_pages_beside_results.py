"""Other pages show a game of which only the result is known."""

import pytest
from django.test import Client
from django.utils.formats import date_format

from scoring.models import Role
from scoring.stats.evening_date import evening_date
from scoring.stats.win_probability.sample import group_sample
from tests.factories import GameFactory, GameWriter, Phone, enter_game, plain
from tests.scoring.reading import saved_group, text

pytestmark = pytest.mark.django_db

UNKNOWN = "Of this game only the result was entered: its rounds are unknown."


# Beside games that are played


def test_watching_link_shows_the_game_that_is_played(phone: Phone) -> None:
    game = GameFactory.create(group=phone.group)
    enter_game(phone.group, device=phone.device)

    response = Client().post(f"/w/{phone.group.watch_token}/")

    assert response["Location"] == f"/t/{game.key}/scoreboard/"


def test_new_game_starts_from_the_last_game_that_was_played(phone: Phone) -> None:
    GameFactory.create(group=phone.group, target=500)
    enter_game(phone.group, device=phone.device)

    assert ">Short, to 500</summary>" in text(phone.client.get("/new/"))


def test_game_that_is_played_is_no_sample_for_itself(phone: Phone) -> None:
    writer = GameWriter(GameFactory.create(group=phone.group, target=100_000))
    for _ in range(30):
        writer.record(plain(60))
    enter_game(phone.group, device=phone.device)

    assert group_sample(phone.group.pk).sample == ()


def test_game_with_rounds_has_no_result_to_correct(phone: Phone) -> None:
    assert phone.get("result/").status_code == 404


@pytest.mark.parametrize("path", ["agreement/", "adjust/", "share.png"])
def test_pages_that_need_rounds_are_not_there(phone: Phone, path: str) -> None:
    game = enter_game(phone.group, device=phone.device)

    assert phone.client.get(game.get_absolute_url() + path).status_code == 404


# Other pages


def test_page_of_the_game_shows_the_totals_and_that_rounds_are_unknown(phone: Phone) -> None:
    page = text(
        phone.client.get(enter_game(phone.group, device=phone.device).get_absolute_url())
    )

    assert "Ada + Cleo win!" in page
    assert (UNKNOWN in page, "after 0 rounds" in page, "Round by round" in page) == (
        True,
        False,
        False,
    )


@pytest.mark.parametrize(
    "path",
    [
        "settings/",
        "race/",
        "scoreboard/",
        "board/",
        "log/",
        "invite/",
        "winning-conditions/",
        "substitute/",
        "progress/count/",
        "progress/notes/",
    ],
)
def test_no_page_of_the_game_breaks(phone: Phone, path: str) -> None:
    game = enter_game(phone.group, device=phone.device)

    response = phone.client.get(game.get_absolute_url() + path)

    assert response.status_code in {200, 302}


def test_list_of_games_shows_the_result(phone: Phone) -> None:
    enter_game(phone.group, device=phone.device)

    page = text(phone.client.get("/"))

    assert ("Result only" in page, '<span class="total">1000</span>' in page) == (True, True)


def test_list_of_games_shows_the_day_of_a_result_and_no_time_of_day(phone: Phone) -> None:
    game = enter_game(phone.group, device=phone.device)

    page = text(phone.client.get("/"))

    day = date_format(evening_date(game.created), "DATE_FORMAT")
    assert f"Result only</span> · {day} </span>" in page


def test_export_has_the_result(phone: Phone) -> None:
    enter_game(phone.group, device=phone.device)
    phone.take_role(Role.OWNER)

    (game,) = saved_group(phone)["games"]

    assert (game["final_totals"], game["rounds"]) == ({"A": 1000, "B": 600}, [])


# Statistics


STATISTICS = ["", "pairs/", "ratings/", "evening/"]


@pytest.mark.parametrize("path", STATISTICS)
def test_statistics_of_results_alone_have_no_figure_of_rounds(phone: Phone, path: str) -> None:
    enter_game(phone.group, device=phone.device)

    response = phone.client.get(f"{phone.group.get_absolute_url()}stats/{path}")

    assert (response.status_code, " +0 " in text(response)) == (200, False)


def test_statistics_say_how_many_games_have_no_rounds(phone: Phone) -> None:
    players = GameFactory.create(group=phone.group, target=50)
    GameWriter(players).record(plain(60))
    enter_game(phone.group, device=phone.device)

    page = text(phone.client.get(f"{phone.group.get_absolute_url()}stats/"))

    assert (
        "2 games, 1 round, 1 evening. 1 of 2 was entered without rounds: it counts in no"
        " figure of rounds." in page
    )


@pytest.mark.parametrize("path", ["", "evening/"])
def test_summary_of_results_alone_says_nothing_of_rounds(phone: Phone, path: str) -> None:
    for _ in range(2):
        enter_game(phone.group, device=phone.device)

    page = text(phone.client.get(f"{phone.group.get_absolute_url()}stats/{path}"))

    assert ">2 games. On 1 evening. 2 of 2 were entered without rounds:" in page


def test_page_of_a_player_counts_the_games_won(phone: Phone) -> None:
    ada = enter_game(phone.group, device=phone.device).player_a1

    page = text(phone.client.get(f"{phone.group.get_absolute_url()}stats/p/{ada.pk}/"))

    assert "Without rounds</th> <td> 1 of 1 · 100%" in page
    assert "Points of the team a round</th> <td> – </td>" in page
    assert "double wins apart</th> <td> – </td>" in page
    assert "Biggest evening" not in page


def test_evening_of_results_alone_has_no_picture(phone: Phone) -> None:
    game = enter_game(phone.group, device=phone.device)
    evening = f"{phone.group.get_absolute_url()}stats/evening/"
    day = f"?day={evening_date(game.created)}"

    page = text(phone.client.get(evening + day))

    assert ("Result only" in page, "share.png" in page) == (True, False)
    assert phone.client.get(f"{evening}share.png{day}").status_code == 404
