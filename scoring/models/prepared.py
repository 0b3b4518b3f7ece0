"""Queries of the hot path, whose SQL is made once."""

from collections.abc import Callable
from functools import cached_property
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, models
from django.db.models import QuerySet

M = TypeVar("M", bound=models.Model)


class Prepared(Generic[M]):
    """A query that is asked by nearly every request, with other values each time.

    Django takes ten times as long to make its SQL as the database takes to run it. `make`
    builds the query from placeholders; the values come in the same order. A call returns what
    the query would: its models, with its annotations.
    """

    def __init__(self, make: Callable[[], QuerySet[M]]) -> None:
        self.make = make

    def __call__(self, *values: Any) -> list[M]:
        compiler, sql, converters = self._made
        with connection.cursor() as cursor:
            cursor.execute(sql, values)
            rows = cursor.fetchall()
        return [self._read(row) for row in compiler.apply_converters(rows, converters)]

    @cached_property
    def _made(self) -> tuple[Any, str, Any]:
        compiler: Any = self.make().query.get_compiler(DEFAULT_DB_ALIAS)
        sql, _ = compiler.as_sql()
        return compiler, sql, compiler.get_converters([each for each, *_ in compiler.select])

    @cached_property
    def _columns(self) -> tuple[type[M], list[str], dict[str, int]]:
        compiler, *_ = self._made
        fields = compiler.query.model._meta.concrete_fields  # noqa: SLF001 (Django's public way)
        names = [field.attname for field in fields]
        return compiler.query.model, names, compiler.annotation_col_map or {}

    def _read(self, row: Any) -> M:
        model, fields, annotations = self._columns
        found = model.from_db(DEFAULT_DB_ALIAS, fields, row[: len(fields)])
        for name, place in annotations.items():
            setattr(found, name, row[place])
        return found
