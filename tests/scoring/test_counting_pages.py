"""Counting the cards, by teams and by players with the last hand: the answers of the pages."""

from typing import Any

import pytest
from django.test import Client

from scoring.models import Game
from scoring.rules import ByTeam, CardCount, PointCard, Seat, Team
from tests.cases import case_id, vectors
from tests.factories import GameWriter, Phone, plain
from tests.scoring.reading import game_of, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def phone(client: Client) -> Phone:
    return Phone(client)


# Counting


def count(phone: Phone, page: str = "progress/count/", **piles: object) -> Any:
    told: dict[str, Any] = {"after": game_of(phone).last_seq} | piles
    return phone.post(page, **told)


def test_tap_puts_a_card_on_the_pile(phone: Phone) -> None:
    count(phone, A="5 K", seen_A="5 K", pile="A", add="dragon")

    assert phone.in_progress().by_team == CardCount(
        {Team.A: (PointCard.FIVE, PointCard.KING, PointCard.DRAGON)}
    )


def test_tap_takes_the_last_card_back(phone: Phone) -> None:
    count(phone, A="5 K", pile="A", back="1")

    assert phone.in_progress().by_team == CardCount({Team.A: (PointCard.FIVE,)})


def test_other_side_fills_itself(phone: Phone) -> None:
    phone.send_progress(first="A1")
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


def test_page_that_counts_is_notified_that_the_round_was_recorded(phone: Phone) -> None:
    after = game_of(phone).last_seq
    before = phone.get(f"progress/recorded/?after={after}")
    GameWriter(game_of(phone)).record(plain(60))
    answer = phone.get(f"progress/recorded/?after={after}")

    assert (before.status_code, before.content) == (204, b"")
    assert answer.status_code == 200
    assert "Round 1 has been recorded meanwhile" in text(answer)


def test_count_says_what_is_missing(phone: Phone) -> None:
    response = count(phone, A="5 5 5 5 10 10 10 10", B="K K K K", htmx=True)

    assert "Not every card is counted yet" in text(response)
    assert "1 × Dragon, 1 × Phoenix" in text(response)


def test_page_says_what_to_do_before_the_first_card(phone: Phone) -> None:
    page = text(phone.get("progress/count/"))

    assert "Count the cards of one team: the other one gets the rest." in page
    assert "Not every card is counted yet" not in page
    assert "Missing from 100" not in page


def test_page_of_the_last_player_says_nothing_of_missing_cards_before_the_first(
    phone: Phone,
) -> None:
    response = count(phone, "progress/last/", first="A1", last="B1", htmx=True)

    assert "Nothing is counted yet." in text(response)
    assert "Missing from 100" not in text(response)


def test_two_phones_count_a_pile_each(phone: Phone) -> None:
    count(phone, A="5 K")
    count(phone, B="10 10")

    assert phone.in_progress().by_team.to_dict() == {"A": ["5", "K"], "B": ["10", "10"]}


def test_count_is_on_the_pad(phone: Phone) -> None:
    phone.send_progress(first="A1")
    count(phone, A="5 K dragon")

    assert 'value="40" class="now"' in text(phone.get())


def test_count_of_a_round_recorded_meanwhile_is_refused(phone: Phone) -> None:
    phone.record(first="A1", card_points="60")

    response = phone.post("progress/count/", after=0, A="5")

    assert response.status_code == 409
    assert "Round 1 has been recorded meanwhile" in text(response)


def test_finished_game_is_not_counted(phone: Phone) -> None:
    phone.game.target = 100
    phone.game.save()
    phone.record(first="A1", card_points="100")

    assert phone.get("progress/count/")["Location"] == phone.url
    # Otherwise htmx would insert the table into the page that counts.
    assert phone.post("progress/count/", htmx=True, after=0, A="5")["HX-Redirect"] == phone.url


# The last player's cards


def piles_of(case: dict[str, Any]) -> dict[str, object]:
    """Return the fields of the form for a vector of the transfer."""
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

    assert known.transfer().card_points(known.out_order[0]) == ByTeam(
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
    assert phone.in_progress().by_player == CardCount({})


TWO_PHOENIXES = [
    {"A1": -25, "B1": -25, "A2": 125, "B2": 25, "hand": 0},
    {"A1": -5, "B1": -5, "A2": 50, "B2": 50, "hand": 10},
]


@pytest.mark.parametrize("piles", TWO_PHOENIXES)
def test_count_with_two_phoenixes_is_refused_and_kept_on_the_page(
    phone: Phone, piles: dict[str, int]
) -> None:
    typed = {f"points_{name}": points for name, points in piles.items()}
    response = count(phone, "progress/last/", first="A1", last="B2", **typed)

    assert response.status_code == 422
    assert "The deck cannot be divided into these piles" in text(response)
    assert f'value="{piles["A1"]}"' in text(response)
    assert phone.in_progress().by_player == CardCount({})


@pytest.mark.parametrize("piles", TWO_PHOENIXES)
def test_round_with_two_phoenixes_is_refused(phone: Phone, piles: dict[str, Any]) -> None:
    response = phone.record(first="A1", last="B2", **piles)

    assert response.status_code == 422
    assert "The deck cannot be divided into these piles" in text(response)
    assert game_of(phone).sheet.rows == []


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
    assert (result.last_player, phone.totals()) == (Seat.B2, (80, 20))


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


REMINDER = "In this game the Dragon keeps the last trick"


@pytest.mark.parametrize("page", ["progress/count/", "progress/last/"])
def test_counting_page_says_that_the_dragon_keeps_the_last_trick(
    phone: Phone, page: str
) -> None:
    Game.objects.filter(pk=phone.game.pk).update(dragon_keeps_last_trick=True)

    assert REMINDER in text(phone.get(page))


@pytest.mark.parametrize("page", ["progress/count/", "progress/last/"])
def test_counting_page_by_the_book_says_nothing_of_the_last_trick(
    phone: Phone, page: str
) -> None:
    assert REMINDER not in text(phone.get(page))
