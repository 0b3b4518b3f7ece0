"""What every test may lean on."""

from typing import Any

import pytest
from django.test import Client

from tests import factories


@pytest.fixture(autouse=True)
def _plain_static_files(settings: Any) -> None:
    """Pages name static files as they lie in the source: no collecting before a unit test."""
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    }


@pytest.fixture
def phone(db: None, client: Client) -> factories.Phone:
    """A browser whose device belongs to a group."""
    return factories.Phone(client)
