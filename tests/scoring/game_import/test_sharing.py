"""Files and texts that another app shares with the installed one."""

import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from scoring.models import Device, GameImport, Group, Membership, Role
from scoring.tokens import hash_token
from tests.factories import Phone, PlayerFactory
from tests.scoring.game_import.importer import GAME, TOO_LONG, page_text

pytestmark = pytest.mark.django_db

ADDRESS = "/share-target/"


@pytest.fixture
def strict(group: Group, phone: Phone) -> Client:
    """The owner's browser. It sends only CSRF tokens that it has received."""
    assert phone.group == group
    browser = Client(enforce_csrf_checks=True)
    browser.cookies = phone.client.cookies
    return browser


def field(response: Any, name: str) -> str:
    page = response.content.decode()
    found = re.search(rf'name="{name}" value="([^"]*)"', page)
    assert found
    return found[1]


def test_manifest_names_the_address_and_every_kind_of_file(client: Client) -> None:
    told = client.get("/manifest.webmanifest").json()

    target, (handler,) = told["share_target"], told["file_handlers"]
    assert (target["action"], target["method"], handler["action"]) == (ADDRESS, "POST", ADDRESS)
    endings = {each for kind in handler["accept"].values() for each in kind}
    assert endings == {".json", ".bgsplay", ".csv", ".txt", ".tsv"}
    assert endings | {*handler["accept"]} == set(target["params"]["files"][0]["accept"])


def test_shared_file_is_handed_in_by_a_form_of_the_site(strict: Client, group: Group) -> None:
    file = SimpleUploadedFile("Lunch games.csv", GAME.encode("utf-16"))
    page = strict.post(ADDRESS, {"title": "", "text": "", "file": file})
    assert page.status_code == 200
    assert GAME.strip() in page.content.decode()
    assert not GameImport.objects.exists()

    (action,) = re.findall(r'action="(/g/[^"]*)"', page.content.decode())
    assert action == f"/g/{group.key}/imports/"
    sent = {"text": GAME, "source": field(page, "source")}
    assert strict.post(action, sent).status_code == 403
    sent |= {"csrfmiddlewaretoken": field(page, "csrfmiddlewaretoken")}
    assert strict.post(action, sent).status_code == 302
    draft = GameImport.objects.get()
    assert (draft.group, draft.source, draft.text) == (group, "Lunch games.csv", GAME)


def test_shared_text_keeps_its_title(strict: Client) -> None:
    page = strict.post(ADDRESS, {"title": "Notes", "text": "<b>60;40"})

    assert field(page, "source") == "Notes"
    assert "&lt;b&gt;60;40</textarea>" in page.content.decode()


def test_owner_of_several_groups_chooses(strict: Client, group: Group) -> None:
    other = Group.objects.create(name="Friday")
    Membership.objects.create(group=other, device_id=group.device_id, role=Role.OWNER)

    page = strict.get(ADDRESS).content.decode()

    assert "Into which group?" in page
    chosen = set(re.findall(r'formaction="/g/([^/]*)/imports/"', page))
    assert chosen == {str(group.key), str(other.key)}


def test_groups_of_one_name_are_disambiguated_where_one_is_chosen(
    strict: Client, group: Group
) -> None:
    other = Group.objects.create(name=str(group))
    PlayerFactory.create(group=other, name="Eva")
    Membership.objects.create(group=other, device_id=group.device_id, role=Role.OWNER)

    page = strict.get(ADDRESS).content.decode()

    assert f">{group}: Eva</button>" in page


@pytest.mark.parametrize("role", [Role.MEMBER, Role.VIEWER])
def test_page_for_who_is_no_owner_says_so(strict: Client, group: Group, role: Role) -> None:
    Membership.objects.update(role=role)

    page = strict.post(ADDRESS, {"text": GAME})

    assert "this device is not an owner’s" in page_text(page)
    assert str(group.key) not in page.content.decode()


def test_page_for_a_member_beside_an_owner_says_so(strict: Client, group: Group) -> None:
    Membership.objects.update(role=Role.MEMBER)
    owner = Device.objects.create(token_hash=hash_token("another"))
    Membership.objects.create(group=group, device=owner, role=Role.OWNER)

    page = strict.post(ADDRESS, {"text": GAME})

    assert "this device is not an owner’s" in page_text(page)
    assert str(group.key) not in page.content.decode()


def test_page_without_a_group_says_how_to_start_one(client: Client) -> None:
    page = client.get(ADDRESS)

    assert "If there is no group yet, it begins with its first game" in page_text(page)
    assert 'href="/new/"' in page.content.decode()


def test_owner_hands_in_a_text_without_sharing_it(strict: Client, group: Group) -> None:
    page = strict.get(ADDRESS).content.decode()

    assert f'action="/g/{group.key}/imports/"' in page


def test_stranger_gets_no_token(client: Client) -> None:
    """Another site can post here too, so this must not change the token of pages that are
    open."""
    assert "csrftoken" not in client.post(ADDRESS, {"text": GAME}).cookies


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        (
            b"x" * 1_000_001,
            TOO_LONG,
        ),
        (b"", ""),
        (b"\x89PNG\r\n\0\xff", ""),
    ],
)
def test_file_that_is_no_table_ends_in_a_page(
    strict: Client, sent: bytes, sentence: str
) -> None:
    page = strict.post(ADDRESS, {"file": SimpleUploadedFile("a.csv", sent)})

    assert page.status_code == (422 if sentence else 200)
    assert sentence in page_text(page)


def test_shared_text_that_is_too_long_is_refused_as_a_file_is(strict: Client) -> None:
    page = strict.post(ADDRESS, {"text": "x" * 2_000_000})

    assert page.status_code == 422
    assert TOO_LONG in page_text(page)


def test_field_that_is_sent_twice_is_refused(strict: Client) -> None:
    assert strict.post(ADDRESS, {"text": ["60;40", "40;60"]}).status_code == 422
