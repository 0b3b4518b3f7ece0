"""What every test may lean on."""

from typing import Any

import pytest
from django.test import Client
from hypothesis import HealthCheck, settings

from scoring.stats import tables
from tests import factories

# How long an example takes is no matter of these tests, whatever the machine.
settings.register_profile(
    "patient", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("patient")


@pytest.fixture(autouse=True)
def _plain_static_files(settings: Any) -> None:
    """Pages name static files as they lie in the source: no collecting before a unit test."""
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    }


@pytest.fixture(scope="session")
def _warm() -> None:
    """Chances are at hand, as on a server that has run for a second."""
    tables.warm_up()
    tables._TABLES.wait()


@pytest.fixture
def phone(db: None, client: Client, _warm: None) -> factories.Phone:
    """A browser whose device belongs to a group."""
    return factories.Phone(client)
