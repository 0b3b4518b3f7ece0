"""Partners and rivals: all of them in tables, and each pair on a page of its own."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.rules import Seat
from scoring.services.player_merge import merge_players
from scoring.stats.win_probability.cache import get_model
from tests.factories import (
    GameFactory,
    GameWriter,
    Phone,
    PlayerFactory,
    double,
    enter_game,
    plain,
)
from tests.scoring.statistics import SEATS, page, play, text

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _chances_known() -> None:
    """Compute once for all tests what the site computes in the background."""
    get_model(GameFactory.create())


def address(phone: Phone, one: int, other: int) -> str:
    return reverse("one_pair_stats", args=[phone.group.key, one, other])


def pair(phone: Phone, one: str, other: str, query: str = "") -> Any:
    numbers = [getattr(phone.game, f"player_{seat}_id") for seat in (one, other)]
    return phone.client.get(address(phone, *numbers) + query)


def cells(phone: Phone) -> list[tuple[str, str, str]]:
    """Return the page, the colour and the label of each cell of both tables that has games."""
    html = page(phone, "pair_stats").content.decode()
    return re.findall(r'<a href="([^"]*)" data-heat="(-?\d)"[^>]* aria-label="([^"]*)"', html)


# All of them


def test_every_two_who_met_are_a_cell_that_leads_to_their_page(phone: Phone) -> None:
    play(phone, plain(60), target=50)

    game, names = phone.game, phone.game.names
    together = f"{address(phone, game.player_a1_id, game.player_a2_id)}#together"
    against = f"{address(phone, game.player_b1_id, game.player_a1_id)}#against"
    assert (together, "1", f"{names.a1} with {names.a2}: 100%, 1 of 1") in cells(phone)
    assert (against, "-1", f"{names.b1} against {names.a1}: 0%, 0 of 1") in cells(phone)
    # Two pairs, and four rivals in both directions.
    assert len(cells(phone)) == 12


def test_colour_is_stronger_the_more_games_there_are(phone: Phone) -> None:
    def colours() -> set[str]:
        return {colour for _, colour, _ in cells(phone)}

    play(phone, plain(60), target=50)
    one_game = colours()
    for _ in range(7):
        play(phone, plain(60), target=50)

    assert one_game == {"1", "-1"}
    assert colours() == {"3", "-3"}


def test_as_many_games_won_as_lost_have_no_colour(phone: Phone) -> None:
    for first in (plain(60), plain(40, Seat.B1)):
        play(phone, first, target=50)

    assert {colour for _, colour, _ in cells(phone)} == {"0"}


@pytest.mark.parametrize(
    ("players", "name", "size"),
    [
        (4, "Ada", "small"),
        (6, "Ada", "middle"),
        (10, "Ada", "large"),
        (12, "Ada", "huge"),
        (13, "Ada", ""),
        (4, "Maximiliane-Anastasia", "large"),
    ],
)
def test_columns_are_beside_each_other_where_they_have_room(
    phone: Phone, players: int, name: str, size: str
) -> None:
    four = phone.game.player_a1, phone.game.player_b1, phone.game.player_a2
    for _ in range(players - 3):
        player = PlayerFactory.create(group=phone.group)
        seats = zip(SEATS, (*four, player), strict=True)
        game = GameFactory.create(
            group=phone.group, **{f"player_{seat}": each for seat, each in seats}
        )
        GameWriter(game, phone.device).record(plain(60))
    player.name = name
    player.save()

    html = page(phone, "pair_stats").content.decode()
    matrices = re.findall(r'<div class="matrix (.*?) ?of-(\d+)">', html)
    assert matrices == [(size, str(players))] * 2


def test_first_three_pairs_are_shown_and_all_others_behind_a_tap(phone: Phone) -> None:
    play(phone, plain(60), target=50)
    html = page(phone, "pair_stats").content.decode()
    assert html.count('start="4"') == 1  # of four rivals, and two pairs
    assert html.index('id="rivals"') < html.index('start="4"')


def test_nothing_is_said_of_pairs_that_chance_explains(phone: Phone) -> None:
    play(phone, plain(60), target=50)

    assert "No two partners clearly click yet" in text(page(phone, "pair_stats"))


# Two of them


def test_partners_have_a_page_with_their_games(phone: Phone) -> None:
    play(phone, plain(60), double(Seat.A1), target=100)
    play(phone, plain(20), plain(20), target=100)

    said = text(pair(phone, "a1", "a2"))
    names = phone.game.names
    assert f"{names.a1} and {names.a2}" in said
    assert "Together 1 of 2 games won" in said
    assert "Rounds 4 Points a round against the opponents +25.0 Card points a round" in said
    assert "Double wins 1 of 4 · 25%" in said
    assert "They have not been opponents in these games." in said


def test_of_the_same_four_it_is_not_said_whether_two_click(phone: Phone) -> None:
    play(phone, plain(60), target=50)

    said = text(pair(phone, "a1", "a2"))
    assert (
        "What they add to each other is not known: no other games tell how strong these two"
        " and their opponents are."
    ) in said
    assert "Likely by their strengths" not in said


def test_opponents_have_a_page_from_the_view_of_the_first(phone: Phone) -> None:
    for left in (60, 20, 20):
        play(phone, plain(left), target=50)

    names = phone.game.names
    mine, theirs = (text(pair(phone, *seats)) for seats in (("a1", "b1"), ("b1", "a1")))
    assert f"Against each other {names.a1} 1 : 2 {names.b1}" in mine
    assert f"{names.b1} has won the last 2 games against {names.a1}." in mine
    assert f"Games won by {names.a1} 1 of 3 · 33%" in mine
    assert f"Against each other {names.b1} 2 : 1 {names.a1}" in theirs
    assert "They have not been partners in these games." in mine


def test_opponents_known_by_results_have_no_points(phone: Phone) -> None:
    enter_game(phone.group, names=phone.game.names, device=phone.device)

    assert "1 : 0" in text(pair(phone, "a1", "b1"))
    assert "not known: none of their rounds is." in text(pair(phone, "a1", "a2"))


def test_page_of_two_who_never_met_says_so(phone: Phone) -> None:
    play(phone, plain(60), target=50)
    other = PlayerFactory.create(group=phone.group)

    said = phone.client.get(address(phone, phone.game.player_a1_id, other.pk))

    assert said.status_code == 200
    assert "These two did not play at the same table in these games." in text(said)


def test_page_is_of_the_games_that_are_asked_for(phone: Phone) -> None:
    play(phone, plain(60), target=50)
    play(phone, plain(60), plain(60), target=100)

    assert "Together 1 of 1 game won" in text(pair(phone, "a1", "a2", "?target=100"))
    assert pair(phone, "a1", "a2", "?target=none").status_code == 422


def test_one_player_is_no_pair(phone: Phone) -> None:
    assert pair(phone, "a1", "a1").status_code == 404


def test_player_of_another_group_is_no_partner(phone: Phone) -> None:
    stranger, own = GameFactory.create().player_a1_id, phone.game.player_a1_id

    for two in ((own, stranger), (stranger, own)):
        assert phone.client.get(address(phone, *two)).status_code == 404


def test_merged_player_leads_to_the_other_one(phone: Phone) -> None:
    play(phone, plain(60), target=50)
    game = phone.game
    former = PlayerFactory.create(group=phone.group)
    merge_players(former, game.player_a2)

    response = phone.client.get(address(phone, game.player_a1_id, former.pk))

    assert response.status_code == 302
    assert response["Location"] == address(phone, game.player_a1_id, game.player_a2_id)
    merged = phone.client.get(address(phone, game.player_a2_id, former.pk))
    assert merged.status_code == 404


def test_page_costs_as_many_queries_for_much_as_for_little(phone: Phone) -> None:
    def queries() -> list[int]:
        found = []
        for path in ("pairs/", f"pairs/{game.player_a1_id}/{game.player_b1_id}/"):
            with CaptureQueriesContext(connection) as captured:
                phone.client.get(f"/g/{phone.group.key}/stats/{path}")
            found.append(len(captured))
        return found

    game = phone.game
    play(phone, plain(60), target=50)
    queries()  # checks the rounds of the group, for the chances
    play(phone, plain(60), target=50)
    little = queries()
    for _ in range(5):
        play(phone, plain(60), plain(20), target=100)

    assert queries() == little


def test_colours_are_explained_beside_the_matrix_alone(phone: Phone) -> None:
    play(phone, plain(60), target=50)

    all_pairs = text(phone.client.get(f"/g/{phone.group.key}/stats/pairs/"))
    assert "What the figures mean Colours" in all_pairs
    assert "What the figures mean Chemistry" in text(pair(phone, "a1", "a2"))
