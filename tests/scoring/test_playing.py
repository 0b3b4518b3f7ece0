"""The pages around a round that is being played: calls, counting, passing on, moments."""

from typing import Any

import pytest
from django.test import Client

from scoring.models import Game
from scoring.rules import Bomb, ByTeam, Call, Count, Level, Moments, PointCard, Seat, Team
from tests.cases import case_id, vectors
from tests.factories import Pen, Phone, plain
from tests.scoring.reading import text

pytestmark = pytest.mark.django_db

BEN = Call(Seat.B1, Level.TICHU)
PAGES = ["progress/count/", "progress/last/", "progress/moments/", "scoreboard/", "outlook/"]


@pytest.fixture
def phone(client: Client) -> Phone:
    return Phone(client)


@pytest.fixture
def pen(phone: Phone) -> Pen:
    return Pen(phone.game, phone.device)


def game_of(phone: Phone) -> Game:
    return Game.objects.get(pk=phone.game.pk)


@pytest.mark.parametrize("page", PAGES)
def test_page_of_a_game_is_there_for_its_group(phone: Phone, page: str) -> None:
    assert phone.get(page).status_code == 200


@pytest.mark.parametrize("page", [*PAGES, "progress/"])
def test_page_of_another_group_is_not_there(phone: Phone, page: str) -> None:
    stranger = Phone(Client())

    response = stranger.client.get(phone.url + page)

    assert response.status_code == (405 if page == "progress/" else 404)


@pytest.mark.parametrize("page", ["progress/", *PAGES[:3]])
def test_round_of_another_group_takes_nothing_from_strangers(phone: Phone, page: str) -> None:
    stranger = Phone(Client())

    assert stranger.client.post(phone.url + page, {"after": 0}).status_code == 404


# Calls and places


def test_call_is_stored_by_a_tap(phone: Phone) -> None:
    phone.tell(htmx=True, tichu="B1")

    assert phone.in_progress().calls == (BEN,)


def test_table_shows_what_is_known_of_the_round(phone: Phone) -> None:
    phone.tell(tichu="B1", first="A1")

    page = text(phone.get())

    assert 'name="tichu" value="B1" checked' in page
    assert 'name="first" value="A1" checked' in page


def test_tap_is_answered_with_what_the_phone_now_knows(phone: Phone) -> None:
    response = phone.tell(htmx=True, tichu="B1")

    assert (response.status_code, "HX-Retarget" in response) == (200, False)
    assert 'id="known"' in text(response)


def test_tap_is_answered_with_the_table_where_others_called_too(phone: Phone, pen: Pen) -> None:
    pen.call(Call(Seat.A1, Level.GRAND))

    response = phone.post("progress/", htmx=True, after=0, tichu="B1")

    assert response["HX-Retarget"] == "#table"
    assert 'name="grand" value="A1" checked' in text(response)


def test_call_is_taken_back_by_a_tap(phone: Phone) -> None:
    phone.tell(htmx=True, tichu="B1")
    phone.tell(htmx=True)

    assert phone.in_progress().calls == ()


def test_grand_tichu_is_refused_once_more_cards_are_dealt(phone: Phone) -> None:
    phone.tell(dealt="on")

    response = phone.tell(dealt="on", grand="B1")

    assert response.status_code == 422
    assert "Grand Tichu is called before the ninth card" in text(response)
    assert phone.in_progress().calls == ()


def test_tap_that_is_on_the_sheet_by_now_says_nothing(phone: Phone) -> None:
    known: dict[str, Any] = {"after": 0, "tichu": "B1", "first": "A1"}
    phone.record(first="A1", card_points="60", tichu="B1")

    assert phone.post("progress/", htmx=True, **known).status_code == 204


def test_tap_for_a_round_recorded_meanwhile_says_so(phone: Phone) -> None:
    phone.record(first="A1", card_points="60")

    response = phone.post("progress/", htmx=True, after=0, tichu="B1")

    assert response.status_code == 409
    assert "Round 1 has been recorded meanwhile" in text(response)


@pytest.mark.parametrize("known", ["{", "[]", '{"order": ["X"]}', '{"calls": 3}'])
def test_page_that_knows_nonsense_is_out_of_date(phone: Phone, known: str) -> None:
    response = phone.tell(htmx=True, known=known, tichu="B1")

    assert response.status_code == 422
    assert "This page is out of date" in text(response)


def test_reloaded_table_is_new_after_a_tap(phone: Phone) -> None:
    tag = phone.get()["ETag"]
    phone.tell(first="A1")

    assert phone.get("", **{"If-None-Match": tag}).status_code == 200


@pytest.mark.parametrize(
    ("button", "page"), [("count", "progress/count/"), ("last_player", "progress/last/")]
)
def test_pad_leads_to_counting(phone: Phone, button: str, page: str) -> None:
    response = phone.tell(first="A1", next=button)

    assert response["Location"] == phone.url + page


def test_pad_leads_nowhere_else(phone: Phone) -> None:
    assert phone.tell(first="A1", next="home")["Location"] == phone.url


# A round that does not know of a call


def test_round_that_does_not_know_of_a_call_asks(phone: Phone, pen: Pen) -> None:
    pen.call(BEN)

    response = phone.record(htmx=True, first="A1", card_points="60")

    assert response.status_code == 409
    assert "On another phone" in text(response)
    assert game_of(phone).sheet.rows == []


def test_round_that_knows_of_the_call_is_recorded_with_it(phone: Phone) -> None:
    phone.tell(tichu="B1")

    phone.record(first="A1", card_points="60", tichu="B1")

    assert phone.totals() == (60, -60)


def test_call_taken_back_on_another_phone_asks(phone: Phone, pen: Pen) -> None:
    pen.call(BEN)
    known = '{"calls": [{"player": "B1", "level": "tichu"}]}'
    pen.call()

    response = phone.record(first="A1", card_points="60", tichu="B1", known=known)

    assert response.status_code == 409
    assert "call was taken back" in text(response)


# Counting


def count(phone: Phone, page: str = "progress/count/", **piles: object) -> Any:
    told: dict[str, Any] = {"after": game_of(phone).last_seq} | piles
    return phone.post(page, **told)


def test_tap_puts_a_card_on_the_pile(phone: Phone) -> None:
    count(phone, A="5 K", seen_A="5 K", pile="A", add="dragon")

    assert phone.in_progress().by_team == Count(
        {Team.A: (PointCard.FIVE, PointCard.KING, PointCard.DRAGON)}
    )


def test_tap_takes_the_last_card_back(phone: Phone) -> None:
    count(phone, A="5 K", pile="A", back="1")

    assert phone.in_progress().by_team == Count({Team.A: (PointCard.FIVE,)})


def test_other_side_fills_itself(phone: Phone) -> None:
    phone.tell(first="A1")
    response = count(phone, A="5 K dragon", htmx=True)

    assert "Record 40 : 60" in text(response).replace("\N{NO-BREAK SPACE}", " ")


def test_fifth_king_is_refused_with_a_reason(phone: Phone) -> None:
    count(phone, A="K K", B="K K")

    response = count(phone, A="K K", seen_A="K K", B="K K", seen_B="K K", pile="A", add="K")

    assert response.status_code == 422
    assert "The deck has four kings, and all four are counted" in text(response)
    assert phone.in_progress().by_team.piles[Team.A] == (PointCard.KING, PointCard.KING)


def test_refused_card_leaves_the_piles_as_they_were_sent(phone: Phone) -> None:
    response = count(phone, A="K K K", B="K 5", pile="A", add="K K")

    assert 'name="A" value="K K K"' in text(response)
    assert 'name="B" value="K 5"' in text(response)


def test_count_says_what_is_missing(phone: Phone) -> None:
    response = count(phone, A="5 5 5 5 10 10 10 10", B="K K K K", htmx=True)

    assert "Not every card is counted yet" in text(response)
    assert "1 × Dragon, 1 × Phoenix" in text(response)


def test_two_phones_count_a_pile_each(phone: Phone) -> None:
    count(phone, A="5 K")
    count(phone, B="10 10")

    assert phone.in_progress().by_team.facts() == {"A": ["5", "K"], "B": ["10", "10"]}


def test_count_stands_on_the_pad(phone: Phone) -> None:
    phone.tell(first="A1")
    count(phone, A="5 K dragon")

    assert 'value="40" class="now"' in text(phone.get())


def test_count_of_a_round_recorded_meanwhile_is_told_so(phone: Phone) -> None:
    phone.record(first="A1", card_points="60")

    response = phone.post("progress/count/", after=0, A="5")

    assert response.status_code == 409
    assert "Round 1 has been recorded meanwhile" in text(response)


def test_finished_game_is_not_counted(phone: Phone) -> None:
    phone.game.target = 100
    phone.game.save()
    phone.record(first="A1", card_points="100")

    assert phone.get("progress/count/")["Location"] == phone.url


# The last player's cards


def piles_of(case: dict[str, Any]) -> dict[str, object]:
    """A vector of the transfer as it is typed into the form."""
    told = case["input"]
    captured = {f"points_{seat}": points for seat, points in told["captured"].items()}
    hand = {"points_hand": told["last_hand"]}
    return captured | hand | {"first": told["first_out"], "last": told["last"]}


def refused(case: dict[str, Any]) -> bool:
    return "error" in case["expected"]


@pytest.mark.parametrize(
    "case", [case for case in vectors("transfer") if not refused(case)], ids=case_id
)
def test_transfer_through_the_form_is_what_the_vector_says(
    phone: Phone, case: dict[str, Any]
) -> None:
    count(phone, "progress/last/", **piles_of(case))
    known = game_of(phone).in_progress

    assert known.transfer().card_points(known.order[0]) == ByTeam(
        case["expected"]["A"], case["expected"]["B"]
    )


@pytest.mark.parametrize(
    "case", [case for case in vectors("transfer") if refused(case)], ids=case_id
)
def test_transfer_that_the_vector_refuses_is_refused(
    phone: Phone, case: dict[str, Any]
) -> None:
    response = count(phone, "progress/last/", **piles_of(case))

    assert response.status_code == 422
    assert phone.in_progress().by_player == Count({})


def test_points_that_are_no_number_are_refused_and_kept(phone: Phone) -> None:
    response = count(phone, "progress/last/", points_A1="abc", points_B1="20")

    assert response.status_code == 422
    assert "Card points are whole numbers" in text(response)
    assert 'value="abc"' in text(response)


def test_cards_that_do_not_count_are_refused(phone: Phone) -> None:
    response = count(phone, A="5 Q")

    assert response.status_code == 422
    assert "Only 5, 10, K, the Dragon and the Phoenix count" in text(response)


def test_only_pile_that_nobody_counted_has_the_rest(phone: Phone) -> None:
    told = {"points_A1": 40, "points_B1": 20, "points_A2": 10, "points_B2": 25}
    response = count(phone, "progress/last/", first="A1", last="B2", htmx=True, **told)

    assert "Record 80 : 20" in text(response).replace("\N{NO-BREAK SPACE}", " ")


def test_transfer_says_where_each_pile_goes(phone: Phone) -> None:
    names = phone.game.names
    told = {"points_A1": 40, "points_B1": 20, "points_A2": 10, "points_B2": 25}
    response = count(phone, "progress/last/", first="A1", last="B2", htmx=True, **told)

    page = text(response)
    assert f"{names.b2} was last: the tricks go to {names.a1}, who went out first." in page
    assert f"{names.b2} was last: the hand goes to the opponents." in page


def test_transfer_is_recorded_by_what_the_page_sends(phone: Phone) -> None:
    piles: dict[str, Any] = {"A1": 40, "B1": 20, "A2": 10, "B2": 25, "hand": 5}

    phone.record(first="A1", last="B2", **piles)

    result = game_of(phone).sheet.rows[0].round.result
    assert result.transfer is not None
    assert (result.last, phone.totals()) == (Seat.B2, (80, 20))


def test_transfer_without_all_piles_is_refused(phone: Phone) -> None:
    response = phone.record(htmx=True, first="A1", last="B2", A1="40")

    assert response.status_code == 422


def test_round_page_says_where_the_card_points_come_from(phone: Phone) -> None:
    phone.record(first="A1", last="B2", A1="40", B1="20", A2="10", B2="25", hand="5")

    assert "Where the card points come from" in text(phone.get("rounds/1/"))


def test_transfer_outlives_an_amendment_of_the_calls(phone: Phone) -> None:
    phone.record(first="A1", last="B2", A1="40", B1="20", A2="10", B2="25", hand="5")

    phone.post("rounds/1/", seen=1, first="A1", card_points="80", tichu="A1")

    assert game_of(phone).sheet.rows[0].round.result.transfer is not None


def test_transfer_is_gone_with_other_card_points(phone: Phone) -> None:
    phone.record(first="A1", last="B2", A1="40", B1="20", A2="10", B2="25", hand="5")

    phone.post("rounds/1/", seen=1, first="A1", card_points="75")

    assert game_of(phone).sheet.rows[0].round.result == plain(75)


# Moments

NINES: dict[str, Any] = {"bomb_seat": "B1", "bomb_length": "4", "bomb_top": "9"}


def test_bomb_is_noted_in_the_round_in_progress(phone: Phone) -> None:
    phone.post("progress/moments/", after=0, note="  so   late ", **NINES)

    assert phone.in_progress().moments == Moments((Bomb(Seat.B1, 4, 9),), "so late")


def test_bomb_that_is_sent_again_is_the_same(phone: Phone) -> None:
    run = NINES | {"bomb_length": "5"}
    phone.post("progress/moments/", after=0, **run)
    phone.post("progress/moments/", after=0, bomb="B1:5:9", **run)

    assert phone.in_progress().moments.bombs == (Bomb(Seat.B1, 5, 9),)


def test_bomb_that_is_unticked_is_gone(phone: Phone) -> None:
    phone.post("progress/moments/", after=0, **NINES)
    phone.post("progress/moments/", after=0, note="x")

    assert phone.in_progress().moments == Moments(note="x")


def test_bomb_that_no_deck_has_is_refused_and_kept_on_the_page(phone: Phone) -> None:
    told: dict[str, Any] = {
        "bomb_seat": "B1",
        "bomb_length": "13",
        "bomb_top": "9",
        "note": "what a round",
    }
    response = phone.post("progress/moments/", after=0, **told)

    assert response.status_code == 422
    assert "A bomb is four of a kind, or a run of at least five" in text(response)
    assert "what a round" in text(response)


def test_moments_show_in_the_history(phone: Phone) -> None:
    phone.post("progress/moments/", after=0, note="the mythical straight", **NINES)
    phone.record(first="A1", card_points="60")

    page = text(phone.get())
    assert f"bomb by {phone.game.names.b1}, four 9s" in page
    assert "“the mythical straight”" in page


def test_moments_are_noted_on_a_recorded_round(phone: Phone) -> None:
    phone.record(first="A1", card_points="60")

    phone.post("rounds/1/moments/", seen=1, **NINES)

    assert game_of(phone).sheet.rows[0].round.moments.bombs == (Bomb(Seat.B1, 4, 9),)


def test_moments_of_a_round_that_changed_meanwhile_are_told_so(phone: Phone, pen: Pen) -> None:
    phone.record(first="A1", card_points="60")
    pen.game.refresh_from_db()
    pen.amend(1, plain(65))

    assert phone.post("rounds/1/moments/", seen=1, **NINES).status_code == 409


# Table mode


def test_scoreboard_has_nothing_new_for_who_has_seen_it(phone: Phone) -> None:
    assert phone.get("scoreboard/?seen=0").status_code == 204


def test_scoreboard_says_who_shuffles(phone: Phone) -> None:
    phone.record(first="B2", card_points="60")

    assert f"{phone.game.names.b2} shuffles" in text(phone.get("scoreboard/"))


def test_scoreboard_shows_the_calls_that_are_played_for(phone: Phone) -> None:
    phone.tell(tichu="B1")

    assert f"Tichu {phone.game.names.b1}" in text(phone.get("scoreboard/"))


# The log, and what it all costs


def test_log_tells_of_calls_made_and_taken_back(phone: Phone) -> None:
    phone.tell(tichu="B1")
    phone.tell()

    page = text(phone.get("log/"))

    assert f"Tichu called by {phone.game.names.b1}." in page
    assert f"Tichu by {phone.game.names.b1} taken back." in page


def test_breakdown_leads_to_the_rules(phone: Phone) -> None:
    phone.record(first="A1", card_points="60", grand="B1", tichu="A1")

    page = text(phone.get("rounds/1/"))

    for rule in ("card-points", "grand-tichu", "tichu"):
        assert f'href="/rules/rule/{rule}/"' in page


@pytest.mark.parametrize("rounds", [1, 3])
@pytest.mark.parametrize(
    ("page", "queries"),
    [
        ("progress/count/", 2),
        ("progress/last/", 2),
        ("progress/moments/", 2),
        ("scoreboard/", 2),
    ],
)
def test_page_costs_the_same_behind_many_rounds(
    phone: Phone, page: str, queries: int, rounds: int, django_assert_num_queries: Any
) -> None:
    for _ in range(rounds):
        phone.record(first="A1", card_points="60")

    with django_assert_num_queries(queries):
        phone.get(page)


def test_tap_costs_seven_queries(phone: Phone, django_assert_num_queries: Any) -> None:
    phone.post("undo/")  # the first of a lease of writes

    # The game; begin, the game again, the end of the sheet, the change, the game, commit.
    with django_assert_num_queries(7):
        phone.post("progress/", htmx=True, after=0, tichu="B1")
