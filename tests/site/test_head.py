"""HEAD is answered wherever GET is, and in the same way, because link checkers use it."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from django.test import Client

from tests.addresses import ROUTES, create_everything, path_of
from tests.module_rows import rows_of_the_module


@pytest.fixture(scope="module")
def known(django_db_setup: None, django_db_blocker: Any) -> Iterator[Mapping[str, str | int]]:
    with rows_of_the_module(django_db_blocker):
        yield create_everything()


@pytest.mark.django_db
@pytest.mark.parametrize("name", ROUTES)
def test_head_is_answered_as_get_is(known: Mapping[str, str | int], name: str) -> None:
    client = Client()
    client.cookies["device"] = str(known["token"])
    path = path_of(name, known)

    looked = client.head(path)

    assert (looked.status_code, looked.getvalue()) == (client.get(path).status_code, b"")
