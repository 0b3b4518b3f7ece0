"""Queries and inserts whose SQL is compiled once, for statements that nearly every request
runs."""

import json
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, models
from django.db.models import Expression, Field, QuerySet

M = TypeVar("M", bound=models.Model)


class Parameter(Expression):
    """A value that a CompiledQuery binds by this name for each execution."""

    def __init__(self, name: str, output_field: "Field[Any, Any]") -> None:
        super().__init__(output_field=output_field)
        self.name = name

    def as_sql(self, *_args: Any, **_context: Any) -> Any:
        return "%s", [self]

    def bind(self, values: dict[str, Any]) -> Any:
        """The value in the form that the database expects. Raises KeyError if it is missing."""
        return self.output_field.get_db_prep_value(values[self.name], connection)


class ListParameter(Parameter):
    """A list of primary keys, for lookups with `in`; its SQL is the same for every length."""

    def __init__(self, name: str) -> None:
        super().__init__(name, models.BigIntegerField())

    def as_sqlite(self, *_args: Any, **_context: Any) -> Any:
        return "(SELECT value FROM json_each(%s))", [self]

    def as_postgresql(self, *_args: Any, **_context: Any) -> Any:
        return "(SELECT unnest(%s::bigint[]))", [self]

    def bind(self, values: dict[str, Any]) -> Any:
        numbers = list(values[self.name])
        return json.dumps(numbers) if connection.vendor == "sqlite" else numbers


def bound_value(parameter: Any, values: dict[str, Any]) -> Any:
    """The value of a Parameter; anything else is a constant of the query."""
    return parameter.bind(values) if isinstance(parameter, Parameter) else parameter


class CompiledQuery(Generic[M]):
    """A query that nearly every request runs, with different values each time.

    Django needs ten times as long to compile the SQL as the database needs to run it. `make`
    builds the query with a Parameter for every value that differs. A call binds the values by
    name and returns the result of the query: model instances with their annotations.
    """

    def __init__(self, make: Callable[[], QuerySet[M, Any]]) -> None:
        self.make = make

    def __call__(self, **values: Any) -> list[M]:
        return [self._read(row) for row in self.rows(**values)]

    def rows(self, **values: Any) -> Iterable[Any]:
        """The rows as `values_list` would return them: the columns in the order of the
        query."""
        compiler, sql, parameters, converters = self._compiled
        with connection.cursor() as cursor:
            cursor.execute(sql, [bound_value(parameter, values) for parameter in parameters])
            rows = cursor.fetchall()
        converted: Iterable[Any] = compiler.apply_converters(rows, converters)
        return converted

    @cached_property
    def _compiled(self) -> tuple[Any, str, list[Any], Any]:
        compiler: Any = self.make().query.get_compiler(DEFAULT_DB_ALIAS)
        sql, parameters = compiler.as_sql()
        converters = compiler.get_converters([each for each, *_ in compiler.select])
        return compiler, sql, list(parameters), converters

    @cached_property
    def _columns(self) -> tuple[type[M], list[str], dict[str, int]]:
        compiler, *_ = self._compiled
        fields = compiler.query.model._meta.concrete_fields  # noqa: SLF001 (public in Django)
        names = [field.attname for field in fields]
        return compiler.query.model, names, compiler.annotation_col_map or {}

    def _read(self, row: Any) -> M:
        model, fields, annotations = self._columns
        found = model.from_db(DEFAULT_DB_ALIAS, fields, row[: len(fields)])
        for name, place in annotations.items():
            setattr(found, name, row[place])
        return found


class CompiledInsert(Generic[M]):
    """Inserts rows of one model like `save(force_insert=True)`, but without signals."""

    def __init__(self, model: type[M]) -> None:
        self.model = model

    def __call__(self, row: M) -> None:
        """Insert the row, and set its primary key."""
        sql, fields = self._compiled
        values = [
            field.get_db_prep_save(field.pre_save(row, add=True), connection)
            for field in fields
        ]
        with connection.cursor() as cursor:
            cursor.execute(sql, values)
            (row.pk,) = cursor.fetchone()
        row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS  # noqa: SLF001

    @cached_property
    def _compiled(self) -> tuple[str, list[Any]]:
        meta, quote = self.model._meta, connection.ops.quote_name  # noqa: SLF001
        fields = [field for field in meta.concrete_fields if not field.primary_key]
        columns = ", ".join(quote(field.column) for field in fields)
        values = ", ".join("%s" for _ in fields)
        sql = (
            f"INSERT INTO {quote(meta.db_table)} ({columns}) VALUES ({values})"  # noqa: S608
            f" RETURNING {quote(meta.pk.column)}"
        )
        return sql, fields
