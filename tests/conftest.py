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

# How long an example takes is no matter of these tests, whatever the machine. Examples are
# drawn anew each time, but the same ones where a change is to land: it does not fail by luck.
settings.register_profile(
    "patient",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize="CI" in os.environ,
)
settings.load_profile("patient")

# Tests in these folders reach a database in other processes, too: those of servers.
STARTING_SERVERS = {"e2e", "fuzz", "live", "site", "upgrades"}
DATABASE_FIXTURES = {"db", "transactional_db"}


@pytest.hookimpl(tryfirst=True)  # before tests are chosen by their marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A test that Django keeps from every database does the same on each."""
    for item in items:
        folders = {parent.name for parent in item.path.parents}
        opened = item.get_closest_marker("django_db") or DATABASE_FIXTURES.intersection(
            getattr(item, "fixturenames", ())
        )
        if not opened and not folders & STARTING_SERVERS:
            item.add_marker("one_database")


def pytest_collection_finish() -> None:
    """Spare the garbage collector what exists now, some ten thousand tests among it."""
    freeze_present_objects()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: None) -> None:
    """On SQLite, let the database of the tests begin migrated: then the migrations, which take
    seconds of each process, find nothing to do."""
    connection_created.connect(_begin_migrated)


def _begin_migrated(connection: BaseDatabaseWrapper, **_: object) -> None:
    connection_created.disconnect(_begin_migrated)
    if connection.vendor == "sqlite":
        prepared.fill_migrated(connection.connection)


@pytest.fixture(autouse=True)
def _plain_static_files(settings: Any) -> None:
    """Pages name static files as they lie in the source: no collecting before a unit test."""
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    }


@pytest.fixture(autouse=True)
def _no_groups_of_other_tests() -> None:
    """Forget samples of groups: every test has an empty database, in which ids begin anew."""
    clear_samples()


@pytest.fixture(scope="session")
def _warm() -> None:
    """Tables of win probabilities are computed, as on a server that has run for a second."""
    cache.warm_up()
    cache._TABLES.wait()


@pytest.fixture
def phone(db: None, client: Client, _warm: None) -> factories.Phone:
    """A browser whose device belongs to a group."""
    return factories.Phone(client)
