"""What the pages answer: to whom, with which status, at what cost."""

import re
import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Device, Game, Group
from scoring.rules import SENTENCES, Call, Level, Seat, Tie
from tests.factories import GameFactory, Pen, Phone, double, plain
from tests.scoring.reading import text

pytestmark = pytest.mark.django_db

NAMES = {"a1": "Ada", "b1": "Ben", "a2": "Cleo", "b2": "Dora"}
NEW_GAME = NAMES | {"target": "1000", "grand": "on", "tie": "play_on"}


# Starting


def test_first_game_makes_group_and_device(client: Client) -> None:
    response = client.post("/new/", NEW_GAME)

    game = Game.objects.get()
    assert (response.status_code, response["Location"]) == (302, game.get_absolute_url())
    assert [device.groups.get() for device in Device.objects.all()] == [game.group]


def test_first_game_leaves_a_cookie_that_scripts_and_other_sites_do_not_get(
    client: Client,
) -> None:
    client.post("/new/", NEW_GAME)

    cookie = client.cookies["device"]
    assert (cookie["httponly"], cookie["samesite"], cookie["secure"]) == (True, "Lax", "")


def test_device_cookie_is_secure_behind_https(client: Client) -> None:
    client.post("/new/", NEW_GAME, secure=True)

    assert client.cookies["device"]["secure"] is True


def test_token_is_stored_as_a_hash_only(client: Client) -> None:
    client.post("/new/", NEW_GAME)

    assert client.cookies["device"].value not in Device.objects.get().token_hash


def test_second_game_goes_to_the_same_group(client: Client) -> None:
    client.post("/new/", NEW_GAME)
    client.post("/new/", NEW_GAME)

    assert (Group.objects.count(), Device.objects.count(), Game.objects.count()) == (1, 1, 2)


def test_new_game_asked_for_twice_with_one_key_is_one_game(client: Client) -> None:
    key = uuid.uuid4()
    client.post("/new/", NEW_GAME | {"key": key})
    client.post("/new/", NEW_GAME | {"key": key})

    assert [game.key for game in Game.objects.all()] == [key]


def test_new_game_keeps_what_was_agreed(client: Client) -> None:
    agreed = {
        "target": "other",
        "other_target": "620",
        "tie": "draw",
        "one_call_per_team": "on",
    }
    client.post("/new/", NAMES | agreed)

    game = Game.objects.get()
    assert (game.target, game.tie, game.grand, game.one_call_per_team) == (
        620,
        Tie.DRAW,
        False,
        True,
    )


@pytest.mark.parametrize("target", ["0", "-5", "1.5", "ten", "", "1000001", "99999999999"])
def test_new_game_refuses_a_target_that_is_none(client: Client, target: str) -> None:
    response = client.post("/new/", NEW_GAME | {"target": "other", "other_target": target})

    assert (response.status_code, Game.objects.count()) == (422, 0)
    assert "A target is a whole number of points from 1 to 1,000,000." in text(response)


def test_new_game_refuses_a_seat_without_a_name_and_keeps_the_others(client: Client) -> None:
    response = client.post("/new/", NEW_GAME | {"b2": "  "})

    assert response.status_code == 422
    assert "Every seat needs a name." in text(response)
    assert 'value="Cleo"' in text(response)


def test_new_game_refuses_one_player_on_two_seats(client: Client) -> None:
    response = client.post("/new/", NEW_GAME | {"b2": " ADA "})

    assert (response.status_code, Game.objects.count()) == (422, 0)
    assert "Two seats have the same name" in text(response)


def test_new_game_offers_the_names_and_the_agreement_of_the_last(client: Client) -> None:
    client.post("/new/", NEW_GAME | {"target": "750"})

    page = text(client.get("/new/"))

    assert [f'value="{name}"' in page for name in NAMES.values()] == [True] * 4
    assert 'value="750" checked' in page


def test_rematch_goes_to_the_new_game(phone: Phone) -> None:
    response = phone.post("rematch/", partner="B1")

    rematch = Game.objects.latest("pk")
    assert response["Location"] == rematch.get_absolute_url()
    assert rematch.names.a2 == phone.game.names.b1


# Scoring


def test_record_without_javascript_goes_back_to_the_table(phone: Phone) -> None:
    response = phone.record(first="A1", card_points="60")

    assert (response.status_code, response["Location"]) == (302, phone.url)
    assert phone.totals() == (60, 40)


def test_record_answers_htmx_with_the_new_row_only(phone: Phone) -> None:
    phone.record(first="A1", card_points="60")

    page = text(phone.record(htmx=True, first="B2", card_points="45"))

    assert (page.count("<tr>"), page.count("<html")) == (1, 0)
    assert phone.totals() == (105, 95)


def test_record_that_ends_the_game_answers_with_the_ending(phone: Phone) -> None:
    Game.objects.filter(pk=phone.game.pk).update(target=200)

    response = phone.record(htmx=True, first="A1", second="A2")

    assert response["HX-Retarget"] == "#table"
    assert f"{phone.game.names.a1} + {phone.game.names.a2} win!" in text(response)


def test_record_takes_calls_and_places(phone: Phone) -> None:
    phone.record(
        first="B1", second="A2", third="B2", card_points="45", tichu=["A1", "B1"], grand="A2"
    )

    row = phone.game.rounds.get()
    assert [call.seat for call in row.result.calls] == [Seat.A1, Seat.B1, Seat.A2]
    assert row.result.out_order == (Seat.B1, Seat.A2, Seat.B2, Seat.A1)
    assert (row.points_a, row.points_b) == (45 - 100 - 200, 55 + 100)


REFUSED: dict[str, dict[str, Any]] = {
    "FIRST_OUT_MISSING": {"card_points": "60"},
    "CARD_POINTS_MISSING": {"first": "A1"},
    "CARD_POINTS_NOT_INTEGER": {"first": "A1", "card_points": "60.5"},
    "CARD_POINTS_NOT_MULTIPLE_OF_5": {"first": "A1", "card_points": "33"},
    "CARD_POINTS_OUT_OF_RANGE": {"first": "A1", "card_points": "130"},
    "CARD_POINTS_WITH_DOUBLE_WIN": {"first": "A1", "second": "A2", "card_points": "60"},
    "UNKNOWN_PLAYER": {"first": "C1", "card_points": "60"},
    "DUPLICATE_PLAYER_IN_ORDER": {"first": "A1", "second": "A1", "card_points": "60"},
    "OUT_ORDER_TOO_SHORT": {"first": "A1", "third": "B1", "card_points": "60"},
    "TWO_CALLS_BY_ONE_PLAYER": {
        "first": "A1",
        "card_points": "60",
        "tichu": "B1",
        "grand": "B1",
    },
}


@pytest.mark.parametrize("by", ["htmx", "plain form"])
@pytest.mark.parametrize("code", REFUSED)
def test_record_refuses_an_impossible_round_and_stores_nothing(
    phone: Phone, code: str, by: str
) -> None:
    response = phone.record(htmx=by == "htmx", **REFUSED[code])

    assert (response.status_code, phone.game.rounds.count()) == (422, 0)
    assert SENTENCES[code] % {"player": "C1"} in text(response)


def test_refused_round_keeps_what_was_ticked(phone: Phone) -> None:
    page = text(phone.record(first="B2", second="A1", tichu="A2", card_points="33"))

    assert page.count(" checked") == 3
    assert 'name="first" value="B2" checked' in page


def test_refused_round_by_htmx_leaves_the_form_alone(phone: Phone) -> None:
    response = phone.record(htmx=True, first="B2", card_points="33")

    assert (response["HX-Retarget"], response["HX-Reswap"]) == ("#said", "innerHTML")


@pytest.mark.parametrize(
    ("rule", "facts"),
    [
        ({"grand": False}, {"grand": "A1"}),
        ({"one_call_per_team": True}, {"tichu": ["A1", "A2"]}),
    ],
)
def test_record_refuses_what_the_table_did_not_agree_on(
    phone: Phone, rule: dict[str, bool], facts: dict[str, Any]
) -> None:
    Game.objects.filter(pk=phone.game.pk).update(**rule)

    response = phone.record(first="A1", card_points="60", **facts)

    assert (response.status_code, phone.game.rounds.count()) == (422, 0)


@pytest.mark.parametrize("after", ["", "x", "-1"])
def test_record_from_a_page_that_says_nothing_of_its_sheet_is_refused(
    phone: Phone, after: str
) -> None:
    response = phone.post("rounds/", after=after, first="A1", card_points="60")

    assert (response.status_code, phone.game.rounds.count()) == (422, 0)


def test_submission_sent_twice_counts_once(phone: Phone) -> None:
    tapped = {"key": uuid.uuid4(), "after": 0, "first": "A1", "card_points": "60"}
    phone.post("rounds/", htmx=True, **tapped)

    response = phone.post("rounds/", htmx=True, **tapped)

    assert (response.status_code, phone.totals()) == (200, (60, 40))


def test_round_in_between_answers_409_with_both(phone: Phone) -> None:
    phone.record(first="A1", card_points="60")

    response = phone.post("rounds/", after=0, first="B1", card_points="20")

    assert (response.status_code, phone.totals()) == (409, (60, 40))
    page = text(response)
    assert [points in page for points in ("60 : 40", "20 : 80")] == [True, True]


def test_round_in_between_can_be_followed_by_mine(phone: Phone) -> None:
    phone.record(first="A1", card_points="60")
    page = text(phone.post("rounds/", after=0, first="B1", card_points="20", tichu="A2"))

    last = phone.game.rounds.get()

    assert f'name="after" value="{last.seq}"' in page
    assert f'name="seen" value="{last.version}"' in page
    assert page.count('name="tichu" value="A2"') == 2


# Correcting


@pytest.fixture
def pen(phone: Phone) -> Pen:
    """Somebody who has put three rounds on the phone's sheet."""
    pen = Pen(phone.game, phone.device)
    for points in (60, 55, 50):
        pen.record(plain(points))
    return pen


def test_round_page_starts_from_what_is_recorded(phone: Phone) -> None:
    Pen(phone.game).record(plain(35, Seat.B2, Call(Seat.A1, Level.GRAND)))

    page = text(phone.get("rounds/1/"))

    assert [
        f'name="{name}" value="{value}" checked' in page
        for name, value in (("first", "B2"), ("grand", "A1"))
    ] == [True, True]
    assert 'value="35" class="now"' in page


def test_amend_changes_the_round(phone: Phone, pen: Pen) -> None:
    phone.post("rounds/1/", seen=1, first="B1", second="B2")

    assert phone.totals() == (105, 295)


def test_amend_by_htmx_goes_to_the_table(phone: Phone, pen: Pen) -> None:
    response = phone.post("rounds/1/", htmx=True, seen=1, first="B1", card_points="55")

    assert response["HX-Redirect"] == phone.url


def test_refused_amendment_keeps_what_was_ticked(phone: Phone, pen: Pen) -> None:
    response = phone.post("rounds/1/", seen=1, first="B1", card_points="33")

    assert (response.status_code, phone.totals()) == (422, (165, 135))
    assert 'name="first" value="B1" checked' in text(response)


def test_amendment_that_somebody_else_made_meanwhile_answers_409(
    phone: Phone, pen: Pen
) -> None:
    pen.amend(1, plain(0))

    response = phone.post("rounds/1/", seen=1, first="B1", card_points="35")

    assert (response.status_code, phone.totals()) == (409, (105, 195))


def test_amendment_of_a_removed_round_answers_409(phone: Phone, pen: Pen) -> None:
    pen.remove(1)

    response = phone.post("rounds/1/", seen=1, first="B1", card_points="35")

    assert (response.status_code, phone.totals()) == (409, (105, 95))


def test_remove_takes_the_round_away(phone: Phone, pen: Pen) -> None:
    phone.post("rounds/2/remove/", seen=2)

    assert phone.totals() == (110, 90)


def test_undo_takes_back_the_latest_change(phone: Phone, pen: Pen) -> None:
    phone.post("undo/", number=3)

    assert phone.totals() == (115, 85)


def test_undo_of_a_change_that_is_no_longer_the_latest_answers_409(
    phone: Phone, pen: Pen
) -> None:
    response = phone.post("undo/", number=2)

    assert (response.status_code, phone.totals()) == (409, (165, 135))


def test_redo_makes_it_again(phone: Phone, pen: Pen) -> None:
    phone.post("undo/", number=3)
    phone.post("redo/", number=3)

    assert phone.totals() == (165, 135)


def test_log_says_what_a_round_was_and_is(phone: Phone, pen: Pen) -> None:
    pen.amend(1, double(Seat.A1))

    page = text(phone.get("log/"))

    names = phone.game.names
    assert f"Round 1 amended: double win by {names.a1} and {names.a2}; it was 60 : 40." in page
    assert page.count("this device") == 4


def test_table_offers_undo_after_a_reload(phone: Phone, pen: Pen) -> None:
    assert 'name="number" value="3"' in text(phone.get())


# Reading


def test_home_lists_the_games_of_this_device_newest_first(phone: Phone) -> None:
    games = [phone.game, GameFactory.create(group=phone.group)]

    page = text(phone.client.get("/"))

    assert page.index(games[1].get_absolute_url()) < page.index(games[0].get_absolute_url())


def test_home_says_who_won(phone: Phone) -> None:
    Game.objects.filter(pk=phone.game.pk).update(target=200)
    phone.record(first="B1", second="B2")

    assert "Finished" in text(phone.client.get("/"))


def test_home_without_a_device_is_an_invitation(client: Client) -> None:
    GameFactory.create()

    assert "Four names, then two taps a round." in text(client.get("/"))


def test_board_is_204_for_who_has_seen_it(phone: Phone) -> None:
    assert phone.get("board/?seen=0").status_code == 204


def test_board_is_the_table_for_who_has_not(phone: Phone) -> None:
    phone.record(first="A1", card_points="60")

    response = phone.get("board/?seen=0", **{"HX-Request": "true"})

    assert (response.status_code, response["HX-Retarget"]) == (200, "#table")


def test_reloaded_table_is_304_while_nothing_changed(phone: Phone) -> None:
    tag = phone.get()["ETag"]

    assert phone.get("", **{"If-None-Match": tag}).status_code == 304


def test_reloaded_table_is_new_after_a_round(phone: Phone) -> None:
    tag = phone.get()["ETag"]
    phone.record(first="A1", card_points="60")

    assert phone.get("", **{"If-None-Match": tag}).status_code == 200


def test_reloaded_table_is_new_for_another_secret_of_its_forms(phone: Phone) -> None:
    tag = phone.get()["ETag"]
    del phone.client.cookies["csrftoken"]

    assert phone.get("", **{"If-None-Match": tag}).status_code == 200


# Whose is it


def addresses(game: Game) -> dict[str, str]:
    """Every address of a game, and the method that it takes."""
    one = {"key": game.key}
    return {
        reverse("table", kwargs=one): "get",
        reverse("board", kwargs=one): "get",
        reverse("change_log", kwargs=one): "get",
        reverse("round", kwargs=one | {"seq": 1}): "get",
        reverse("record_round", kwargs=one): "post",
        reverse("undo", kwargs=one): "post",
        reverse("redo", kwargs=one): "post",
        reverse("rematch", kwargs=one): "post",
        reverse("remove_round", kwargs=one | {"seq": 1}): "post",
    }


def test_game_of_another_group_looks_like_none_at_all(phone: Phone) -> None:
    theirs = GameFactory.create()
    Pen(theirs).record(plain(60))
    missing = GameFactory.build(group=theirs.group)

    def answers(game: Game) -> list[tuple[int, bytes]]:
        return [
            (response.status_code, response.content)
            for address, method in addresses(game).items()
            for response in [getattr(phone.client, method)(address)]
        ]

    assert phone.get().status_code == 200
    assert answers(theirs) == answers(missing)
    assert {status for status, _ in answers(theirs)} == {404}


def test_game_is_404_without_a_device(client: Client) -> None:
    assert client.get(GameFactory.create().get_absolute_url()).status_code == 404


def test_round_that_is_not_on_the_sheet_is_404(phone: Phone) -> None:
    assert phone.get("rounds/9/").status_code == 404


def test_impossible_amendment_of_a_round_that_is_not_there_is_404(phone: Phone) -> None:
    assert phone.post("rounds/9/", seen=1, first="A1", card_points="33").status_code == 404


@pytest.mark.parametrize("number", [0, 7, 10**30])
def test_undo_of_a_change_that_never_was_answers_409(phone: Phone, number: int) -> None:
    assert phone.post("undo/", number=number).status_code == 409


def test_form_without_its_proof_of_origin_changes_nothing(phone: Phone) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = phone.client.cookies

    response = strict.post(
        phone.url + "rounds/", {"after": 0, "first": "A1", "card_points": "60"}
    )

    assert (response.status_code, phone.game.rounds.count()) == (403, 0)
    assert "This page is out of date" in text(response)


# What it costs


@pytest.mark.parametrize("rounds", [1, 3])
def test_table_page_costs_three_queries(
    phone: Phone, rounds: int, django_assert_num_queries: Any
) -> None:
    pen = Pen(phone.game)
    for _ in range(rounds):
        pen.record(plain(60))
    phone.get()  # looks once a game at the group's rounds, for its chances

    with django_assert_num_queries(3):
        phone.get()


@pytest.mark.parametrize("games", [1, 3])
def test_home_page_costs_four_queries(
    phone: Phone, games: int, django_assert_num_queries: Any
) -> None:
    for _ in range(games):
        Pen(GameFactory.create(group=phone.group)).record(plain(60))

    with django_assert_num_queries(4):
        phone.client.get("/")


@pytest.mark.parametrize("rounds", [1, 3])
def test_change_log_costs_two_queries(
    phone: Phone, rounds: int, django_assert_num_queries: Any
) -> None:
    pen = Pen(phone.game)
    for _ in range(rounds):
        pen.record(plain(60))

    with django_assert_num_queries(2):
        phone.get("log/")


def test_nothing_new_costs_one_query(phone: Phone, django_assert_num_queries: Any) -> None:
    url = f"{phone.url}board/?seen=0"

    with django_assert_num_queries(1):
        phone.client.get(url)


@pytest.mark.parametrize("rounds", [1, 3])
def test_recording_costs_seven_queries(
    phone: Phone, rounds: int, django_assert_num_queries: Any
) -> None:
    pen = Pen(phone.game)
    for _ in range(rounds):
        pen.record(plain(60))
    after = pen.game.sheet.last_seq
    phone.post("undo/")  # the first of a lease of writes

    # The game; begin, take a turn, the end of the sheet, the change, the round, commit.
    with django_assert_num_queries(7):
        phone.post("rounds/", htmx=True, after=after, first="A1", card_points="60")


def test_board_is_the_same_for_every_phone(phone: Phone) -> None:
    phone.record(first="A1", card_points="60")
    other = Client()
    device, other.cookies["device"] = Device.objects.register("Android")
    device.join(phone.group)

    answers = [
        client.get(f"{phone.url}board/?seen=0", headers={"HX-Request": "true"})
        for client in (phone.client, other)
    ]

    assert answers[0].content == answers[1].content
    assert answers[0]["ETag"] == answers[1]["ETag"]
    assert not any(answer.cookies for answer in answers)


def test_board_changes_with_what_is_ticked(phone: Phone) -> None:
    phone.get("board/?seen=-1", **{"HX-Request": "true"})
    phone.tell(tichu="B1")
    html = phone.get("board/?seen=0", **{"HX-Request": "true"}).content.decode()
    assert re.search(r'name="tichu" value="B1"[^>]* checked', html)


def test_answer_to_a_call_says_which_version_it_follows(phone: Phone) -> None:
    phone.record(first="A1", card_points="60")
    html = phone.tell(htmx=True, tichu="B1").content.decode()
    assert 'data-version="2" data-before="1"' in html


def test_answer_to_a_round_says_which_version_it_follows(phone: Phone) -> None:
    html = phone.record(htmx=True, first="A1", card_points="60").content.decode()
    assert 'data-version="1" data-before="0"' in html
