"""Unsent changes that are imported from a file: they are previewed first, and then recorded
once."""

import re
import uuid
from typing import Any

import pytest

from scoring.models import Game, Round
from tests.factories import GameFactory, GameWriter, GroupFactory, Phone, plain
from tests.scoring.unsent_import import (
    carry_out,
    fields,
    follow,
    look_into,
    page_text,
    record,
    sheet,
    written,
)


def test_file_is_looked_into_without_recording_anything(phone: Phone) -> None:
    response = look_into(phone.client, written(record(phone.game, 1, 60)))

    assert "Round 1: 60 : 40. It would be recorded." in page_text(response).replace("\xa0", " ")
    assert (Round.objects.count(), Game.objects.get().version) == (0, 0)


def test_text_of_a_file_is_sent_again_as_the_file_was(phone: Phone) -> None:
    """In a URL-encoded form, a file of 600 kB would be larger than such a form may be."""
    html = look_into(phone.client, written(record(phone.game, 1, 60))).content.decode()

    form = re.search(r"<form([^>]*)>(?:(?!</form>).)*<textarea", html, re.DOTALL)
    assert form is not None
    assert 'enctype="multipart/form-data"' in form[1]


def test_file_is_recorded_in_order(phone: Phone) -> None:
    items = [record(phone.game, 1, 60), record(phone.game, 2, 45), record(phone.game, 3, 30)]

    carry_out(phone.client, written(*items))

    assert sheet(phone.game) == [60, 45, 30]


def test_file_that_is_recorded_twice_changes_nothing_more(phone: Phone) -> None:
    first = record(phone.game, 1, 60)
    text = written(
        first, record(phone.game, 2, 45), follow(first, "amend", 3, fields=fields(70))
    )
    carry_out(phone.client, text)

    response = carry_out(phone.client, text)

    assert page_text(response).count("It is recorded already.") == 3
    assert (sheet(phone.game), Game.objects.get().version) == ([70, 45], 3)


def test_unsent_round_is_removed_if_its_phone_removed_it(phone: Phone) -> None:
    first = record(phone.game, 1, 60)

    carry_out(
        phone.client, written(first, record(phone.game, 2, 45), follow(first, "remove", 3))
    )

    assert sheet(phone.game) == [45]


def test_round_that_somebody_else_recorded_holds_up_what_is_behind_it(phone: Phone) -> None:
    items = [record(phone.game, 1, 60), record(phone.game, 2, 45)]
    GameWriter(phone.game).record(plain(30))

    response = carry_out(phone.client, written(*items))

    assert "Somebody was faster" in page_text(response)
    assert "It follows a change that is not recorded." in page_text(response)
    assert sheet(phone.game) == [30]


def test_impossible_round_in_a_file_is_refused(phone: Phone) -> None:
    item = record(phone.game, 1, 61)

    assert "Card points go in steps of five" in page_text(
        look_into(phone.client, written(item))
    )


@pytest.mark.parametrize("member", [True, False])
def test_game_comes_into_the_group_that_it_was_started_in(
    phone: Phone, *, member: bool
) -> None:
    first, other = phone.group, GroupFactory.create()
    phone.join(GroupFactory.create())
    key, chosen = str(uuid.uuid4()), first if member else other
    names = {"a1": "Ada", "b1": "Ben", "a2": "Cleo", "b2": "Dora"}
    agreed = {"target": "300", "tie": "play_on", "grand": "on"}
    told = names | agreed | {"group": str(chosen.key)}
    start = {"id": 1, "verb": "start", "key": key, "game": key, "fields": list(told.items())}

    carry_out(phone.client, written(start))

    assert [game.group for game in Game.objects.filter(key=key)] == ([first] if member else [])


def test_game_and_its_rematch_come_with_their_rounds(phone: Phone) -> None:
    seats = {"a1": "Ada", "b1": "Ben", "a2": "Cleo", "b2": "Dora"}
    agreed = {**seats, "target": "300", "tie": "play_on", "grand": "on"}
    first, second = (str(uuid.uuid4()) for _ in range(2))
    start: dict[str, Any] = {
        "verb": "start",
        "key": first,
        "game": first,
        "fields": list(agreed.items()),
    }
    again: dict[str, Any] = {"verb": "rematch", "key": second, "game": second, "needs": first}
    told: dict[str, Any] = {
        "verb": "record",
        "key": str(uuid.uuid4()),
        "after": 0,
        "fields": fields(60),
    }
    items: list[dict[str, Any]] = [
        start | {"id": 1},
        told | {"id": 2, "game": first},
        again | {"id": 3, "fields": [["partner", "B1"]]},
        told | {"id": 4, "game": second},
    ]
    phone.group  # noqa: B018 (a game goes to the group that the device is in)

    assert (
        page_text(look_into(phone.client, written(*items))).count("It would be recorded.") == 4
    )
    carry_out(phone.client, written(*items))

    games = Game.objects.filter(key__in=[first, second]).order_by("pk")
    assert [list(game.names) for game in games] == [
        ["Ada", "Ben", "Cleo", "Dora"],
        ["Ada", "Cleo", "Ben", "Dora"],
    ]
    assert [sheet(game) for game in games] == [[60], [60]]


def test_file_for_a_game_of_others_changes_nothing(phone: Phone) -> None:
    theirs = GameFactory.create()

    response = carry_out(phone.client, written(record(theirs, 1, 60)))

    assert "Its game does not exist, or this device may not change it." in page_text(response)
    assert sheet(theirs) == []


def test_file_that_a_script_of_an_earlier_release_wrote_is_imported(phone: Phone) -> None:
    text = written(record(phone.game, 1, 60)).replace('"unsent"', '"waiting"')

    carry_out(phone.client, text)

    assert sheet(phone.game) == [60]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "not JSON",
        "[]",
        "{}",
        '{"tichu-score": "other", "items": []}',
        '{"tichu-score": "unsent", "items": [1]}',
        '{"tichu-score": "unsent", "items": [{"id": "x"}]}',
    ],
)
def test_file_of_something_else_is_refused(phone: Phone, text: str) -> None:
    response = look_into(phone.client, text)

    assert response.status_code == 422
    assert "Choose a file" in page_text(response)
