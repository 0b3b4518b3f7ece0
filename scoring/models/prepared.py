"""Queries of the hot path, whose SQL is made once."""

from collections.abc import Callable
from functools import cache
from typing import Generic, TypeVar

from django.db import connection, models
from django.db.models import QuerySet
from django.db.models.query import RawQuerySet

M = TypeVar("M", bound=models.Model)


class Prepared(Generic[M]):
    """A query that is asked by nearly every request, with other values each time.

    Django takes ten times as long to make its SQL as the database takes to run it. `make`
    builds the query from placeholders; the values come in the same order.
    """

    def __init__(self, make: Callable[[], QuerySet[M]]) -> None:
        self.make = make
        self._sql = cache(self._make_sql)

    def __call__(self, *values: object) -> list[M]:
        sql, model = self._sql(connection.vendor)
        return list(RawQuerySet(sql, model=model, params=values))

    def _make_sql(self, _vendor: str) -> tuple[str, type[M]]:
        query = self.make()
        return query.query.sql_with_params()[0], query.model
