"""The owner's page of access tokens: a token is made, shown once, and revoked."""

import re

import pytest
from django.test import Client

from scoring.models import AccessToken, Role
from scoring.services.access_tokens import MAX_TOKENS, create_token
from scoring.tokens import hash_token
from tests.factories import GroupFactory, Phone

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(phone: Phone) -> Phone:
    phone.take_role(Role.OWNER)
    return phone


def page(owner: Phone) -> str:
    return f"/g/{owner.group.key}/tokens/"


def tokens_on(html: str) -> set[str]:
    return set(re.findall(r"tichu_[\w-]{43}", html))


def reads(token: str) -> int:
    headers = {"Authorization": f"Bearer {token}"}
    return Client().get("/api/v1/group/", headers=headers).status_code


def test_token_is_shown_once_and_reads(owner: Phone) -> None:
    made = owner.client.post(page(owner), {"name": "Living room"})
    again = owner.client.get(page(owner))

    (token,) = tokens_on(made.content.decode())
    assert made["Cache-Control"].endswith("private")
    assert tokens_on(again.content.decode()) == set()
    assert "Living room" in again.content.decode()
    assert reads(token) == 200


def test_hash_alone_is_stored(owner: Phone) -> None:
    token = create_token(owner.group, "Living room")
    (stored,) = AccessToken.objects.values()
    assert token not in str(stored)
    assert stored["token_hash"] == hash_token(token)


def test_revoked_token_reads_nothing_any_more(owner: Phone) -> None:
    token, other = (create_token(owner.group, name) for name in ("Kitchen", "Office"))
    number = AccessToken.objects.get(name="Kitchen").pk

    response = owner.client.post(f"{page(owner)}{number}/revoke/")

    assert response["Location"] == page(owner)
    assert (reads(token), reads(other)) == (401, 200)


def test_token_of_another_group_is_not_revoked(owner: Phone) -> None:
    token = create_token(GroupFactory.create(), "Kitchen")
    number = AccessToken.objects.get().pk

    response = owner.client.post(f"{page(owner)}{number}/revoke/")

    assert (response.status_code, reads(token)) == (404, 200)


def test_page_says_when_a_token_was_used(owner: Phone) -> None:
    token = create_token(owner.group, "Kitchen")
    before = owner.client.get(page(owner)).content.decode()
    reads(token)
    after = owner.client.get(page(owner)).content.decode()

    assert "not used yet" in before
    assert "last used on" in after


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        (" ", "Write what the token is for, such as “living room”."),
        ("x" * 41, "A name has at most 40 letters: shorten it."),
    ],
)
def test_wrong_name_is_refused_and_stays(owner: Phone, name: str, sentence: str) -> None:
    response = owner.client.post(page(owner), {"name": name})
    text = response.content.decode()

    assert (response.status_code, AccessToken.objects.count()) == (422, 0)
    assert sentence in text
    assert f'value="{name}"' in text


def test_group_has_twenty_tokens_at_most(owner: Phone) -> None:
    for number in range(MAX_TOKENS):
        create_token(owner.group, f"Number {number}")

    response = owner.client.post(page(owner), {"name": "One more"})

    assert (response.status_code, AccessToken.objects.count()) == (422, MAX_TOKENS)
    assert "The group has 20 tokens: revoke one" in response.content.decode()


@pytest.mark.parametrize("role", [Role.MEMBER, Role.VIEWER])
def test_tokens_are_the_owner_s_matter(phone: Phone, role: Role) -> None:
    create_token(phone.group, "Kitchen")
    phone.take_role(role)

    assert phone.client.get(page(phone)).status_code == 404
    assert phone.client.post(page(phone), {"name": "Office"}).status_code == 404
    number = AccessToken.objects.get().pk
    assert phone.client.post(f"{page(phone)}{number}/revoke/").status_code == 404
    assert AccessToken.objects.count() == 1


def test_group_page_leads_the_owner_there(owner: Phone) -> None:
    group = owner.client.get(owner.group.get_absolute_url()).content.decode()
    assert f'href="{page(owner)}"' in group


def test_page_costs_two_queries(owner: Phone, django_assert_num_queries: object) -> None:
    create_token(owner.group, "Kitchen")
    with django_assert_num_queries(2):  # type: ignore[operator]
        owner.client.get(page(owner))
