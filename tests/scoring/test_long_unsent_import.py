"""A file with more unsent changes than an evening can have: others can write while it is
imported."""

from typing import Any

import pytest

from scoring.forms import ImportStatus, UnsentImport
from scoring.forms.unsent_import import ImportItem
from scoring.models import Game, Round
from scoring.services.transaction import BATCH_SIZE
from scoring.views.rate_limits import leases
from tests.factories import Phone
from tests.scoring.unsent_import import carry_out, look_into, page_text, record, written

TOO_MANY = "Too many changes at once: choose this file again in a few minutes."


@pytest.fixture
def long_game(phone: Phone) -> Game:
    """A game that does not end."""
    Game.objects.filter(pk=phone.game.pk).update(target=1_000_000)
    return Game.objects.get(pk=phone.game.pk)


@pytest.fixture
def limited(settings: Any) -> None:
    settings.LIMITS = True
    leases.clear()


def chain(game: Game, number: int) -> list[dict[str, Any]]:
    return [record(game, each, 50) for each in range(1, number + 1)]


def test_no_more_than_two_hundred_items_are_in_one_transaction(
    phone: Phone, long_game: Game
) -> None:
    """Each part is charged before its transaction begins, so the sheet then shows what the
    earlier transactions have stored."""
    items = [ImportItem.parse(each) for each in chain(long_game, BATCH_SIZE + 30)]
    on_sheet = []

    def charge(_: str) -> bool:
        on_sheet.append(Round.objects.count())
        return True

    token = phone.client.cookies["device"].value
    outcomes = UnsentImport(token, phone.group).run(items, dry_run=False, charge=charge)

    assert BATCH_SIZE <= 200
    assert on_sheet == [0] * BATCH_SIZE + [BATCH_SIZE] * 30
    assert [each.status for each in outcomes] == [ImportStatus.DONE] * (BATCH_SIZE + 30)


def test_only_the_first_are_looked_into(phone: Phone, long_game: Game) -> None:
    response = look_into(phone.client, written(*chain(long_game, BATCH_SIZE + 30)))

    assert page_text(response).count("It would be recorded.") == BATCH_SIZE
    assert page_text(response).count("it is checked once those before it are recorded.") == 30
    assert Round.objects.count() == 0


def test_every_item_is_charged(phone: Phone, long_game: Game, limited: None) -> None:
    """600 writes at once are the limit for an address, and the request for the file is one of
    them."""
    response = carry_out(phone.client, written(*chain(long_game, 700)))

    recorded = Round.objects.count()
    assert recorded >= 599
    assert page_text(response).count("It is recorded.") == recorded
    assert page_text(response).count(TOO_MANY) == 700 - recorded > 0


def test_every_game_that_a_file_starts_is_charged_as_a_game(
    phone: Phone, limited: None
) -> None:
    phone.group  # noqa: B018 (a game goes to the group that the device is in)
    seats = {"a1": "Ada", "b1": "Ben", "a2": "Cleo", "b2": "Dora"}
    fields = [*seats.items(), ("target", "300"), ("tie", "play_on")]
    keys = [f"{number:08x}-0000-4000-8000-000000000000" for number in range(40)]
    items = [
        {"id": number, "verb": "start", "key": key, "game": key, "fields": fields}
        for number, key in enumerate(keys, 1)
    ]

    carry_out(phone.client, written(*items))

    assert Game.objects.count() == 30


@pytest.mark.parametrize(
    "broken",
    [
        "[" * 100_000,
        '{"tichu-score": "unsent", "items": ' + "[" * 100_000,
        '{"tichu-score": "unsent", "items": [{"id": 1e999}]}',
        '{"tichu-score": "unsent", "items": [{"id": Infinity}]}',
        '{"tichu-score": "unsent", "items": [{"id": ' + "9" * 5_000 + "}]}",
        '{"tichu-score": "unsent", "items": [], "more": "\\ud800"}',
    ],
    ids=["deep", "deep items", "1e999", "Infinity", "5000 digits", "lone surrogate"],
)
def test_file_that_nothing_could_have_made_is_refused(phone: Phone, broken: str) -> None:
    assert look_into(phone.client, broken).status_code == 422


@pytest.mark.parametrize(
    "field",
    [
        {"id": 10**30},
        {"after": -1},
        {"after": 2**31},
        {"seq": 1e300},
        {"behind": "9" * 5_000},
        {"verb": "\ud800"},
        {"fields": [["first", "\ud800"]]},
    ],
    ids=["large id", "below 0", "large after", "large seq", "digits", "verb", "field"],
)
def test_item_that_no_phone_could_have_made_is_refused(
    phone: Phone, field: dict[str, Any]
) -> None:
    item = record(phone.game, 1, 60) | field

    assert look_into(phone.client, written(item)).status_code == 422
