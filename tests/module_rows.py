"""Rows that are written once for all tests of a module."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import transaction


@contextmanager
def rows_of_the_module(django_db_blocker: Any) -> Iterator[None]:
    """Around the `yield` of a fixture of a module that wants `django_db_setup`: what was
    written before it is rolled back after the last test.

    What a test writes is rolled back after that test, to a savepoint. A model that a test may
    change has to be copied for it.
    """
    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)
