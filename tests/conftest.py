"""Fixtures and settings of all tests."""

import os
from typing import Any

import pytest
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.test import Client
from hypothesis import HealthCheck, settings

from scoring.stats.win_probability import cache
from scoring.stats.win_probability.sample import clear_samples
from tests import factories, prepared
from tichu_score.garbage_collection import freeze_present_objects

# The tests do not limit the time of an example, because machines differ. Examples are random in
# each run. With CI set they are the same in each run, so that no change fails by chance.
settings.register_profile(
    "patient",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize="CI" in os.environ,
)
settings.load_profile("patient")

# Tests in these folders also use a database in other processes, those of servers.
STARTING_SERVERS = {"e2e", "fuzz", "live", "site", "upgrades"}
DATABASE_FIXTURES = {"db", "transactional_db"}


@pytest.hookimpl(tryfirst=True)  # before pytest selects tests by their marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark each test that has no access to a database: its result is the same on every
    database."""
    for item in items:
        folders = {parent.name for parent in item.path.parents}
        opened = item.get_closest_marker("django_db") or DATABASE_FIXTURES.intersection(
            getattr(item, "fixturenames", ())
        )
        if not opened and not folders & STARTING_SERVERS:
            item.add_marker("one_database")


def pytest_collection_finish() -> None:
    """Exclude all objects that exist now from garbage collection, among them some ten thousand
    tests."""
    freeze_present_objects()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: None) -> None:
    """On SQLite, copy a migrated database into the test database. Running the migrations would
    take seconds in each process."""
    connection_created.connect(_begin_migrated)


def _begin_migrated(connection: BaseDatabaseWrapper, **_: object) -> None:
    connection_created.disconnect(_begin_migrated)
    if connection.vendor == "sqlite":
        prepared.fill_migrated(connection.connection)


@pytest.fixture(autouse=True)
def _plain_static_files(settings: Any) -> None:
    """Use the addresses of the source files of static files, so that unit tests need not
    collect them."""
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    }


@pytest.fixture(autouse=True)
def _no_groups_of_other_tests() -> None:
    """Clear the samples of groups. Each test starts with an empty database, in which ids start
    anew, so a sample of an earlier test could be found by the same id."""
    clear_samples()


@pytest.fixture(scope="session")
def _warm() -> None:
    """Compute the tables of win probabilities, as a server does within a second after its
    start."""
    cache.warm_up()
    cache._TABLES.wait()


@pytest.fixture
def phone(db: None, client: Client, _warm: None) -> factories.Phone:
    """A browser whose device belongs to a group."""
    return factories.Phone(client)
