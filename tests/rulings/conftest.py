"""The phone that asks for rulings."""

import pytest
from django.test import Client

from tests.factories import Phone


@pytest.fixture
def phone(db: None) -> Phone:
    """A phone at the table of its game."""
    phone = Phone(Client())
    phone.game  # noqa: B018 (made here)
    return phone
