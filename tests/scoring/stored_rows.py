"""Reads rows of the database, for tests that compare them before and after."""

from typing import Any

from django.db import connection
from django.db.models import Model


def stored_rows(*models: type[Model]) -> dict[str, list[dict[str, Any]]]:
    """Return all rows of these models by table, including those that their managers exclude.
    The SQL is written directly, because tests that call this often would spend most of their
    time compiling queries."""
    return {model._meta.db_table: _rows_of(model) for model in models}


def _rows_of(model: type[Model]) -> list[dict[str, Any]]:
    table, key = (
        connection.ops.quote_name(name)
        for name in (model._meta.db_table, model._meta.pk.column)
    )
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {table} ORDER BY {key}")
        columns = [column[0] for column in cursor.description]
        return [dict(zip(columns, row, strict=True)) for row in cursor.fetchall()]
