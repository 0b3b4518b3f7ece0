"""HEAD is answered wherever GET is, and just as GET: what looks at links asks by it."""

import pytest
from django.test import Client

from tests.addresses import ROUTES, lay, path_of


@pytest.mark.django_db
@pytest.mark.parametrize("name", ROUTES)
def test_head_is_answered_as_get_is(name: str) -> None:
    known, client = lay(), Client()
    client.cookies["device"] = str(known["token"])
    path = path_of(name, known)

    looked = client.head(path)

    assert (looked.status_code, looked.getvalue()) == (client.get(path).status_code, b"")
