"""The list of rounds: symbols on the screen, and the same in words for screen readers."""

import re
from typing import Any

import pytest

from scoring.models import Game, Round
from scoring.presentation.rounds import Tag, round_signs
from scoring.rules import Seat
from tests.factories import Phone
from tests.scoring.reading import text

pytestmark = pytest.mark.django_db

NBSP = "\N{NO-BREAK SPACE}"
FOUR_NINES: dict[str, Any] = {"bomb_seat": "B1", "bomb_length": "4", "bomb_top": "9"}


def last_round(phone: Phone) -> tuple[Round, Game]:
    return phone.game.rounds.latest("seq"), phone.game


def test_plain_round_says_who_was_first_and_the_card_points(phone: Phone) -> None:
    phone.record(first="A1", card_points="60")

    signs = round_signs(*last_round(phone))

    assert signs.line == f"{phone.game.names.a1}{NBSP}① · 60{NBSP}:{NBSP}40"
    assert (signs.tags, signs.note) == ([], "")


def test_whole_order_is_kept(phone: Phone) -> None:
    phone.record(first="A1", second="B2", third="A2", card_points="60")
    names = phone.game.names

    signs = round_signs(*last_round(phone))

    order = f"{names.a1} › {names.b2} › {names.a2} › {names.b1}"
    assert signs.line == f"{order} · 60{NBSP}:{NBSP}40"


def test_calls_are_tags_that_say_whether_they_were_made(phone: Phone) -> None:
    phone.record(first="A1", card_points="60", tichu="A1", grand="B2")
    names = phone.game.names

    assert round_signs(*last_round(phone)).tags == [
        Tag(f"T✓ {names.a1}", "tag tichu"),
        Tag(f"GT✕ {names.b2}", "tag grand failed"),
    ]


def test_double_win_has_a_tag_and_no_card_points(phone: Phone) -> None:
    phone.record(first="B1", second="B2")

    signs = round_signs(*last_round(phone))

    assert signs.line == f"{phone.game.names.b1} › {phone.game.names.b2}"
    assert signs.tags == [Tag("double win", "tag")]


def test_bomb_has_a_tag_and_the_note_is_whole(phone: Phone) -> None:
    phone.post("progress/notes/", after=0, note="What a hand", **FOUR_NINES)
    phone.record(first="A1", card_points="60")

    signs = round_signs(*last_round(phone))

    assert signs.tags == [Tag(f"bomb {phone.game.names.b1}", "tag")]
    assert signs.note == "“What a hand”"


def test_order_and_card_points_are_said_once(phone: Phone) -> None:
    phone.record(first="A1", second="B2", third="A2", card_points="60")
    order = " › ".join(phone.game.names[seat] for seat in (Seat.A1, Seat.B2, Seat.A2, Seat.B1))

    assert f'<td class="what">{order} · 60 : 40</td>' in text(phone.get())


def test_signs_are_hidden_from_screen_readers(phone: Phone) -> None:
    phone.record(first="A1", card_points="60", tichu="B1")
    name = phone.game.names.b1

    cell = re.search(r'<td class="what">(.*?)</td>', text(phone.get()), re.DOTALL)

    assert cell
    words, _, signs = cell[1].partition('<span aria-hidden="true">')
    assert f"Tichu by {name} failed, −100" in words
    assert f'<i class="tag tichu failed">T✕ {name}</i>' in signs.replace("\n      ", " ")
