"""Rows that are written once for all tests of a module."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import transaction


@contextmanager
def rows_of_the_module(django_db_blocker: Any) -> Iterator[None]:
    """Roll back what a module-scoped fixture has written, after the last test of the module.
    The fixture calls this around its `yield`, and depends on `django_db_setup`.

    What a test writes is rolled back after that test, to a savepoint. A test that changes a
    model instance has to copy it first.
    """
    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)
