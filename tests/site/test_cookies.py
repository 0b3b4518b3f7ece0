"""A browser's cookie is what anybody can write."""

import pytest
from django.test import Client

from scoring.services.membership import register_device

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("token", ["\u00ff\u00fe", "x" * 10_000, "a b", "a;b", '"', "x" * 42])
def test_token_that_was_never_made_is_not_given_back(token: str) -> None:
    response = Client(headers={"cookie": f"device={token}"}).get("/")

    assert (response.status_code, "device" in response.cookies) == (200, False)


def test_token_that_was_made_is_given_back() -> None:
    _, token = register_device("Android")

    response = Client(headers={"cookie": f"device={token}"}).get("/")

    assert response.cookies["device"].value == token
