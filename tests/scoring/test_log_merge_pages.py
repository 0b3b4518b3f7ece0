"""The page on which an owner merges a file into the group: first a preview, then the merge."""

import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils.formats import date_format

from scoring.models import Game, Role
from scoring.services.players import rename_player
from scoring.stats.evening_date import evening_date
from scoring.views.rate_limits import START, leases
from tests.factories import GameFactory, GameWriter, Phone, plain
from tests.scoring.log_groups import imported, log_of
from tests.scoring.log_merge.merging import log_before_merges, stored
from tests.scoring.reading import text

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner() -> Phone:
    phone = Phone(Client())
    GameWriter(phone.game, phone.device).record(plain(60))
    phone.take_role(Role.OWNER)
    return phone


@pytest.fixture
def log(owner: Phone) -> bytes:
    """The file of a copy of the group in which a game continued and another one was played."""
    copy = imported(log_of(owner.group))
    game = Game.objects.get(group=copy)
    GameWriter(game).record(plain(35))
    a1, b1, a2, b2 = copy.players.order_by("pk")
    GameFactory.create(group=copy, player_a1=a1, player_b1=b1, player_a2=a2, player_b2=b2)
    return log_of(copy)


def path(phone: Phone) -> str:
    return f"/g/{phone.group.key}/import/"


def send(phone: Phone, content: bytes, seen: str = "") -> Any:
    file = SimpleUploadedFile("tichu.json", content, "application/json")
    return phone.client.post(path(phone), {"file": file, "seen": seen})


def digest(response: Any) -> str:
    """Return the digest of the preview; empty if there is no button to merge."""
    found = re.search(r'name="seen" value="(\w+)"', response.content.decode())
    return found[1] if found else ""


def test_group_page_leads_the_owner_to_the_merge(owner: Phone) -> None:
    link = f'href="{path(owner)}"'
    member = Phone(Client())
    member.join(owner.group)

    pages = [
        each.client.get(owner.group.get_absolute_url()).content.decode()
        for each in (owner, member)
    ]

    assert [link in page for page in pages] == [True, False]


@pytest.mark.parametrize("role", [Role.MEMBER, Role.VIEWER])
def test_merge_is_the_owners_matter(owner: Phone, log: bytes, role: Role) -> None:
    other = Phone(Client())
    other.join(owner.group, role)
    before = stored()
    seen = digest(send(owner, log))

    other.__dict__["group"] = owner.group
    answers = [other.client.get(path(owner)), send(other, log), send(other, log, seen)]

    assert [each.status_code for each in answers] == [404, 404, 404]
    assert stored() == before


def test_preview_says_what_is_new_and_stores_nothing(owner: Phone, log: bytes) -> None:
    before = stored()

    response = send(owner, log)

    assert (response.status_code, stored()) == (200, before)
    assert "4 players are here already." in text(response)
    assert "1 game is new." in text(response)
    assert "1 game has gone on in the file, and is updated." in text(response)
    assert "Nothing is stored yet. Choose the same file again to store this." in text(response)


def test_same_file_again_is_stored_and_then_has_nothing_new(owner: Phone, log: bytes) -> None:
    response = send(owner, log, digest(send(owner, log)))

    assert (response.status_code, response["Location"]) == (302, owner.group.get_absolute_url())
    assert log_before_merges(owner.group) == log
    before = stored()
    again = send(owner, log)
    assert "2 games are the same here." in text(again)
    assert "There is nothing new in the file." in text(again)
    assert (again.status_code, digest(again), stored()) == (200, "", before)


def test_merge_is_in_the_log_of_the_group(owner: Phone, log: bytes) -> None:
    send(owner, log, digest(send(owner, log)))

    told = text(owner.client.get(f"/g/{owner.group.key}/log/"))
    assert "The file tichu.json was merged. 1 game was new. 1 game went on." in told
    assert "this device" in told


def test_another_file_than_the_one_of_the_preview_is_shown_first(
    owner: Phone, log: bytes
) -> None:
    seen, other = digest(send(owner, log)), log + b"\n"
    before = stored()

    response = send(owner, other, seen)

    assert (response.status_code, stored()) == (409, before)
    assert "This is another file, or the group was changed meanwhile." in text(response)
    assert send(owner, other, digest(response)).status_code == 302


def test_group_that_has_changed_since_the_preview_is_shown_first(
    owner: Phone, log: bytes
) -> None:
    seen = digest(send(owner, log))
    GameWriter(Game.objects.get(group=owner.group), owner.device).record(plain(5))
    before = stored()

    response = send(owner, log, seen)

    assert (response.status_code, stored()) == (409, before)
    assert (
        "1 game was changed in one way here and in another way in the file."
        " It stays as it is here:"
    ) in text(response)
    assert date_format(evening_date(owner.game.created)) in text(response)


def test_player_with_the_name_of_somebody_here_is_named(owner: Phone) -> None:
    copy = imported(log_of(owner.group))
    copy.players.update(log_id=None)
    shouted = copy.players.order_by("pk")[0]
    here = shouted.name
    rename_player(shouted, here.upper())

    response = send(owner, log_of(copy))

    sentence = f"{here.upper()} of the file came from elsewhere, and is taken to be {here} of"
    assert sentence in text(response)


def test_damaged_file_is_refused_with_a_sentence(owner: Phone, log: bytes) -> None:
    before = stored()

    response = send(owner, log[:-9])

    assert (response.status_code, stored()) == (422, before)
    assert "This is not a complete file of a Tichu Score group. Nothing was imported." in text(
        response
    )


def test_form_without_a_file_says_what_to_choose(owner: Phone) -> None:
    response = owner.client.post(path(owner), {})

    assert response.status_code == 422
    assert "Choose a file in which Tichu Score has saved a group." in text(response)


def test_merges_are_limited_like_imports(owner: Phone, settings: Any) -> None:
    settings.LIMITS = True
    leases.clear()

    codes = [owner.client.post(path(owner), {}).status_code for _ in range(START.capacity + 1)]

    assert codes == [422] * START.capacity + [429]
