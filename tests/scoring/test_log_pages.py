"""The pages of a group's file: the file is saved, and is imported as a new group."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from scoring.models import Device, Group, Membership, Role
from tests.factories import GameWriter, Phone, plain
from tests.scoring.log_groups import log_of
from tests.scoring.reading import text

pytestmark = pytest.mark.django_db


@pytest.fixture
def phone() -> Phone:
    phone = Phone(Client())
    GameWriter(phone.game, phone.device).record(plain(60))
    return phone


def send(client: Client, content: bytes) -> Any:
    file = SimpleUploadedFile("tichu.json", content, "application/json")
    return client.post("/import/", {"file": file})


def test_every_member_saves_the_group(phone: Phone) -> None:
    response = phone.client.get(f"/g/{phone.group.key}/export/")

    assert response.getvalue() == log_of(phone.group)
    assert response["Content-Disposition"] == 'attachment; filename="tichu-our-group.json"'


def test_group_page_leads_to_its_file_and_to_the_import(phone: Phone) -> None:
    page = phone.client.get(phone.group.get_absolute_url()).content.decode()

    assert (f'href="/g/{phone.group.key}/export/"' in page, 'href="/import/"' in page) == (
        True,
        True,
    )


def test_new_browser_imports_a_group_and_owns_it(phone: Phone) -> None:
    log, client = log_of(phone.group), Client()

    response = send(client, log)

    group = Group.objects.exclude(pk=phone.group.pk).get()
    assert (response.status_code, response["Location"]) == (302, group.get_absolute_url())
    assert client.get(group.get_absolute_url()).status_code == 200
    assert [*group.membership_set.values_list("role", flat=True)] == [Role.OWNER]
    assert log_of(group) == log


def test_members_of_the_group_are_not_in_the_imported_one(phone: Phone) -> None:
    send(Client(), log_of(phone.group))

    group = Group.objects.exclude(pk=phone.group.pk).get()
    assert phone.client.get(group.get_absolute_url()).status_code == 404


def test_import_goes_to_a_device_that_is_known_already(phone: Phone) -> None:
    devices = Device.objects.count()

    send(phone.client, log_of(phone.group))

    assert Membership.objects.filter(device=phone.device).count() == 2
    assert Device.objects.count() == devices + 1  # the author


def test_damaged_file_is_refused_with_a_sentence_and_nothing_is_stored(phone: Phone) -> None:
    before = Group.objects.count(), Device.objects.count()

    response = send(Client(), log_of(phone.group)[:-9])

    assert response.status_code == 422
    assert "This is not a complete file of a Tichu Score group. Nothing was imported." in text(
        response
    )
    assert (Group.objects.count(), Device.objects.count()) == before


def test_damaged_game_is_named(phone: Phone) -> None:
    wrong = log_of(phone.group).replace(b'"card_points":{"A":60,"B":40}', b'"card_points":7')

    response = send(Client(), wrong)

    assert (response.status_code, "Game 1 of the file is damaged." in text(response)) == (
        422,
        True,
    )


def test_owner_with_a_spreadsheet_is_led_to_the_import_of_games() -> None:
    page = Client().get("/import/").content.decode()

    assert 'href="/share-target/"' in page


def test_form_without_a_file_says_what_to_choose() -> None:
    response = Client().post("/import/", {})

    assert response.status_code == 422
    assert "Choose a file in which Tichu Score has saved a group." in text(response)


def test_nothing_is_imported_where_no_new_groups_are_started(
    phone: Phone, settings: Any
) -> None:
    settings.NEW_GROUPS = False

    response = send(phone.client, log_of(phone.group))

    assert (response.status_code, Group.objects.count()) == (422, 1)
    assert "No new groups are started here, so none can be imported." in text(response)


def test_schema_is_published() -> None:
    response: Any = Client().get("/schema/tichu-log-1.json")

    assert response["Content-Type"] == "application/schema+json"
    assert b'"const": "tichu-log"' in response.getvalue()
