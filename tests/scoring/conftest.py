"""Fixtures of the tests of the scorebook."""

import pytest
from django.test import Client

from scoring.models import Role
from tests.factories import GameFactory, GameWriter, Phone


@pytest.fixture
def host(db: None, client: Client) -> Phone:
    """The owner's phone, with a game."""
    host = Phone(client)
    host.take_role(Role.OWNER)
    host.game  # noqa: B018 (made here)
    return host


@pytest.fixture
def guest() -> Client:
    return Client()


@pytest.fixture
def writer() -> GameWriter:
    """A writer of a game without rounds."""
    return GameWriter(GameFactory.create())
