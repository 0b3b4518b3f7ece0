"""A table saves a ruling with its decision. The group finds it again and is
reminded of it."""

import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from rulings.saved_rulings import find_saved_rulings, meaning
from scoring.models import Change
from scoring.rules.saved_ruling import MAX_SAVED_RULINGS, CardQuestion
from tests.factories import Phone
from tests.scoring.reading import game_of, text

pytestmark = pytest.mark.django_db

BOMB = ("2j", "2s", "2p", "2t")
ASKED: dict[str, Any] = {"table": ["7s"], "play": [*BOMB], "turn": "no"}
QUERY = "?table=7s&play=2j&play=2s&play=2p&play=2t&turn=no"
DECIDED = {"after": 0, "decision": "no", "note": "Clara was asked first"}


def save(phone: Phone, **told: object) -> Any:
    return phone.post("rulings/", **(ASKED | DECIDED | told))


def saved_page(phone: Phone, query: str = "") -> str:
    page = reverse("saved_rulings", args=[phone.group.key])
    return text(phone.client.get(page, {"q": query} if query else {}))


def settled(phone: Phone, query: str = QUERY) -> bool:
    return "Settled on" in text(phone.get(f"may-i-play/{query}"))


def test_same_question_says_when_it_was_settled_and_how(phone: Phone) -> None:
    before = settled(phone)
    response = save(phone)
    page = text(phone.client.get(response.url))

    day = date_format(timezone.localtime(), "DATE_FORMAT")
    sentence = f"Settled on {day}: your table did not allow it. “Clara was asked first”"
    assert (before, sentence in page) == (False, True)


@pytest.mark.parametrize(
    ("query", "same"),
    [
        ("?table=7j&play=2j&play=2s&play=2p&play=2t&turn=no", True),
        ("?table=7s&play=2j&play=2s&play=2p&play=2t&turn=no&hand=9s", True),
        ("?table=8s&play=2j&play=2s&play=2p&play=2t&turn=no", False),
        ("?table=7s&play=2j&play=2s&play=2p&turn=no", False),
        ("?table=7s&play=2j&play=2s&play=2p&play=2t&turn=yes", False),
        ("?table=7s&play=2j&play=2s&play=2p&play=2t&turn=no&wish=8", False),
        ("?table=7s&turn=no", False),
    ],
)
def test_question_is_the_same_in_other_suits_and_no_other(
    phone: Phone, query: str, *, same: bool
) -> None:
    save(phone)

    assert settled(phone, query) is same


def test_suit_that_makes_a_bomb_is_another_question() -> None:
    plain = ("5j", "6j", "7j", "8j", "9s")
    suited = ("5j", "6j", "7j", "8j", "9j")

    assert meaning(CardQuestion(play=plain)) != meaning(CardQuestion(play=suited))


def test_list_has_what_was_asked_answered_and_decided(phone: Phone) -> None:
    phone.record(first="A1", card_points="60")
    save(phone, after=game_of(phone).last_seq)

    page = saved_page(phone)

    for part in (
        "Bomb of four 2s on: Single 7, out of turn",
        "Legal.</b> A bomb may be played out of turn, and this one beats what is on the table.",
        "The table did not allow it, although it is legal. “Clara was asked first”",
        "Round 2, ",
    ):
        assert part in page


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("clara", 1),
        ("BOMB turn", 1),
        ("at any moment", 1),
        ("wish", 0),
        ("bomb dragon", 0),
    ],
)
def test_list_is_searched_by_all_words(phone: Phone, query: str, found: int) -> None:
    save(phone)

    assert saved_page(phone, query).count("Open with its cards") == found


def test_ruling_opens_with_its_cards(phone: Phone) -> None:
    save(phone)
    address = phone.client.get(reverse("saved_rulings", args=[phone.group.key]))

    page = text(phone.get(f"may-i-play/{QUERY}"))
    assert f"/may-i-play/{QUERY.replace('&', '&amp;')}" in address.content.decode().replace(
        "play=2j&amp;play=2p&amp;play=2s&amp;play=2t",
        "play=2j&amp;play=2s&amp;play=2p&amp;play=2t",
    )
    assert "Settled on" in page


def test_removed_ruling_is_brought_back_by_undo_and_the_log_has_it(phone: Phone) -> None:
    save(phone)
    (saved,) = find_saved_rulings(phone.group.pk)
    phone.post(f"rulings/{saved.seq}/remove/")
    removed = settled(phone)
    phone.post("undo/", number=game_of(phone).version)
    log = text(phone.get("log/"))

    assert (removed, settled(phone)) == (False, True)
    first = "Ruling on round 1 saved: legal, but the table did not allow it."
    assert log.count(first) == 2
    assert log.count("Ruling on round 1 removed.") == 1


def test_removing_twice_removes_once(phone: Phone) -> None:
    save(phone)
    (saved,) = find_saved_rulings(phone.group.pk)
    removals = [phone.post(f"rulings/{saved.seq}/remove/").status_code for _ in range(2)]

    assert (removals, game_of(phone).version) == ([302, 302], 2)


def test_undo_takes_the_saved_ruling_back(phone: Phone) -> None:
    save(phone)
    assert "Undo the change of rulings" in text(phone.get())
    phone.post("undo/", number=1)

    assert (find_saved_rulings(phone.group.pk), game_of(phone).rulings) == ([], None)


def test_same_submission_counts_once(phone: Phone) -> None:
    key = uuid.uuid4()
    statuses = [save(phone, key=key).status_code for _ in range(2)]

    assert (statuses, Change.objects.count()) == ([302, 302], 1)


def test_same_ruling_again_is_refused(phone: Phone) -> None:
    save(phone)
    response = save(phone)

    assert (response.status_code, len(find_saved_rulings(phone.group.pk))) == (409, 1)


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        ({"decision": ""}, "Tap what the table decided."),
        ({"note": "x" * 201}, "A note has at most 200 letters: shorten it."),
        ({"decision": ["yes", "no"]}, "keep one of them"),
        ({"after": ""}, "This page is out of date"),
    ],
)
def test_refused_ruling_says_why_and_keeps_what_was_typed(
    phone: Phone, told: dict[str, Any], sentence: str
) -> None:
    response = save(phone, **({"note": "Clara was asked"} | told))

    assert (response.status_code, game_of(phone).rulings) == (422, None)
    assert sentence in text(response)
    if "note" not in told and len(told.get("decision", "")) < 2:
        assert 'value="Clara was asked"' in response.content.decode()


@pytest.mark.parametrize("asked", [{"table": ["7s", "8s"]}, {"hand": ["2j"]}, {"wish": "dog"}])
def test_question_without_an_answer_cannot_be_saved(
    phone: Phone, asked: dict[str, Any]
) -> None:
    assert (save(phone, **asked).status_code, game_of(phone).rulings) == (422, None)


def test_round_that_is_not_on_the_sheet_is_a_conflict(phone: Phone) -> None:
    assert (save(phone, after=7).status_code, game_of(phone).rulings) == (409, None)


def test_number_of_rulings_of_a_game_is_limited(phone: Phone) -> None:
    statuses = [
        save(phone, note=f"No. {number}").status_code for number in range(MAX_SAVED_RULINGS + 1)
    ]

    assert statuses == [302] * MAX_SAVED_RULINGS + [422]
    assert len(find_saved_rulings(phone.group.pk)) == MAX_SAVED_RULINGS


def test_ruling_moves_nothing_on_the_sheet(phone: Phone) -> None:
    phone.record(first="A1", card_points="60")
    before = phone.totals()
    save(phone)

    assert (phone.totals(), game_of(phone).sheet.standing.rounds) == (before, 1)


def test_ruling_of_another_group_settles_nothing_here(phone: Phone) -> None:
    other = Phone(Client())
    assert other.game.group == other.group
    save(other)

    assert (settled(phone), find_saved_rulings(phone.group.pk)) == (False, [])


def test_ruling_of_a_deleted_game_is_not_listed(phone: Phone) -> None:
    save(phone)
    type(phone.game).objects.filter(pk=phone.game.pk).update(deleted=timezone.now())

    assert find_saved_rulings(phone.group.pk) == []
