"""Copy a SQLite database into an empty PostgreSQL database, and verify that both have the same
content."""

import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import psycopg
from django.apps import apps
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import (
    DEFAULT_DB_ALIAS,
    DatabaseError,
    connection,
    connections,
    models,
    transaction,
)
from django.db.migrations.recorder import MigrationRecorder

from tichu_score import sqlite_backup
from tichu_score.sqlite.base import DatabaseWrapper
from tichu_score.start_error import StartError

SOURCE = "source"
Model = type[models.Model]


class TableContent(NamedTuple):
    """The number of rows of a table, and a digest of the rows that does not depend on their
    order."""

    rows: int
    digest: str


def copy_into_empty(path: Path) -> dict[str, TableContent]:
    """Copy all tables of this SQLite database into the default one, a PostgreSQL database
    without rows, and return the content of each table, which is the same in both. Everything is
    one transaction, including migrations: after a failure, the default database is unchanged.
    The file is only read, and nobody else can write to it meanwhile. Raises StartError."""
    sqlite_backup.check(path)
    try:
        with _opened(path), transaction.atomic():
            _check_empty()
            call_command("migrate", interactive=False, verbosity=0)
            _check_same_migrations(path)
            _defer_constraints()
            for model in _models():
                _copy_rows(model)
            connection.check_constraints()
            _set_sequences()
            return {_table(model): _same_content(model) for model in _models()}
    except (DatabaseError, psycopg.Error) as error:
        reason = next(iter(str(error).strip().splitlines()), type(error).__name__)
        raise _failed(reason) from None


@contextmanager
def _opened(path: Path) -> Iterator[None]:
    """Open the file as the database SOURCE, in a transaction that holds the write lock."""
    options = {"transaction_mode": "IMMEDIATE"}
    settings = {**connection.settings_dict, "NAME": str(path), "OPTIONS": options}
    wrapper = DatabaseWrapper(settings, SOURCE)
    wrapper.creates_file = False
    connections[SOURCE] = wrapper
    try:
        with transaction.atomic(using=SOURCE):
            yield
    finally:
        wrapper.close()
        del connections[SOURCE]


def _check_empty() -> None:
    """Raises StartError if the default database has rows of this program."""
    tables = set(connection.introspection.table_names())
    for model in _models():
        if _table(model) in tables and _rows(model).exists():
            raise StartError(
                f"The database {connection.settings_dict['NAME']} is not empty (there are rows "
                f"in {_table(model)}): name another one in DATABASE_URL. Nothing was changed.",
                os.EX_DATAERR,
            )


def _check_same_migrations(path: Path) -> None:
    """Raises StartError if the file is not of this version."""
    ours, theirs = (
        {name for app, name in MigrationRecorder(each).applied_migrations() if app == "scoring"}
        for each in (connection, connections[SOURCE])
    )
    if ours != theirs:
        raise StartError(
            f"The file {path} was written by an older version of Tichu Score (it lacks "
            f"{max(ours - theirs)}): start this version on it once, and it is brought up to "
            "date. Nothing was changed.",
            os.EX_DATAERR,
        )


def _defer_constraints() -> None:
    """Allow rows to refer to rows that are copied later. Migrations leave the constraints
    immediate."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")


def _copy_rows(model: Model) -> None:
    """Copy the columns unchanged. PostgreSQL parses the texts and numbers that SQLite
    stores."""
    fields, quote = model._meta.concrete_fields, connection.ops.quote_name  # noqa: SLF001
    names = ", ".join(quote(each.column) for each in fields)
    # Rows without references to their own table are copied first, because triggers look up the
    # referenced row.
    own = (quote(each.column) for each in fields if each.related_model is model)
    order = ", ".join([*(f"{column} IS NOT NULL" for column in own), "1"])
    with connections[SOURCE].cursor() as found, connection.cursor() as cursor:
        found.execute(f"SELECT {names} FROM {_table(model)} ORDER BY {order}")  # noqa: S608 (our own names)
        with cursor.copy(f"COPY {_table(model)} ({names}) FROM STDIN") as copy:
            for row in found:
                copy.write_row(row)


def _set_sequences() -> None:
    """Set the sequences so that new rows get unused numbers."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), _models()):
            cursor.execute(statement)


def _same_content(model: Model) -> TableContent:
    """The content of the table, which is the same in both databases. Raises StartError if it
    differs."""
    here, there = (_content(model, alias) for alias in (DEFAULT_DB_ALIAS, SOURCE))
    if here != there:
        raise _failed(f"{_table(model)} has {there} in the file and {here} in the copy")
    return here


def _content(model: Model, alias: str) -> TableContent:
    """Read all rows in the same way as the program does."""
    names = [each.attname for each in model._meta.concrete_fields]  # noqa: SLF001
    count, total = 0, 0
    for values in _rows(model, alias).values_list(*names).iterator():
        row = json.dumps(values, default=str, sort_keys=True)
        total += int.from_bytes(hashlib.sha256(row.encode()).digest())
        count += 1
    return TableContent(count, f"{total % 2**256:064x}")


def _models() -> list[Model]:
    return list(apps.get_models(include_auto_created=True))


def _table(model: Model) -> str:
    return model._meta.db_table  # noqa: SLF001 (documented by Django)


def _rows(model: Model, alias: str = DEFAULT_DB_ALIAS) -> "models.QuerySet[Any]":
    """All rows, including those that the model's own manager excludes."""
    return model._base_manager.using(alias).order_by()  # noqa: SLF001 (documented by Django)


def _failed(reason: str) -> StartError:
    return StartError(
        f"The database cannot be copied ({reason}). Nothing was changed.", os.EX_DATAERR
    )
