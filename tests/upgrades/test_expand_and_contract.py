"""A migration is applied while servers of the last release still run. So it only adds things
that these servers need not know. Something is removed only in the release after the last one
that uses it."""

from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from django.db import connection, migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation

# Earlier migrations were applied while the site was down.
FIRST = "0043"

# Operations that a running server of the last release cannot notice.
ADDITIONS = (
    migrations.CreateModel,
    migrations.AddIndex,
    migrations.RemoveIndex,
    migrations.RemoveConstraint,
    migrations.AlterModelOptions,
    migrations.AlterModelManagers,
)
# A migration with other operations has this attribute: a sentence that says why they do no
# harm.
REASON = "last_release_runs_on_because"


def breaking(operations: Iterable[Operation]) -> Iterator[str]:
    """Yield the operations that can break a server of the last release."""
    for operation in operations:
        if isinstance(operation, migrations.SeparateDatabaseAndState):
            yield from breaking(operation.database_operations)
        elif isinstance(operation, migrations.AddField):
            if not may_be_left_out(operation.field):
                yield operation.describe()
        elif not isinstance(operation, ADDITIONS):
            yield operation.describe()


def may_be_left_out(field: Any) -> bool:
    """Return whether rows can be inserted without this column, as the last release does."""
    return bool(field.many_to_many or field.null or field.has_db_default())


def scoring_migrations() -> list[migrations.Migration]:
    migrations_on_disk = MigrationLoader(connection, replace_migrations=False).disk_migrations
    return [
        each
        for (app, name), each in sorted(migrations_on_disk.items())
        if app == "scoring" and name >= FIRST
    ]


@pytest.mark.django_db
def test_migrations_let_servers_of_the_last_release_run_on() -> None:
    unexplained = {
        migration.name: found
        for migration in scoring_migrations()
        if (found := list(breaking(migration.operations))) and not hasattr(migration, REASON)
    }
    assert unexplained == {}


TEXT: Any = models.CharField(max_length=8)


@pytest.mark.parametrize(
    "operation",
    [
        migrations.RemoveField("game", "target"),
        migrations.RenameField("game", "target", "goal"),
        migrations.AlterField("player", "colour", TEXT),
        migrations.DeleteModel("payment"),
        migrations.AddField("game", "place", TEXT),
        # Django's default is not kept in the column, so an INSERT without this column fails.
        migrations.AddField("game", "place", models.CharField(max_length=8, default="home")),
        migrations.AddConstraint(
            "game", models.CheckConstraint(name="some", condition=models.Q(target=1000))
        ),
        migrations.RunSQL("DROP TABLE scoring_game"),
    ],
    ids=lambda operation: type(operation).__name__,
)
def test_what_takes_away_is_refused(operation: Operation) -> None:
    inside = migrations.SeparateDatabaseAndState(database_operations=[operation])
    assert [*breaking([operation]), *breaking([inside])] == 2 * [operation.describe()]


@pytest.mark.parametrize(
    "operation",
    [
        migrations.AddField("game", "place", models.CharField(max_length=8, null=True)),
        migrations.AddField("game", "place", models.CharField(max_length=8, db_default="home")),
        migrations.AddIndex("game", models.Index(fields=["target"], name="some")),
        migrations.CreateModel("Place", [("name", TEXT)]),
    ],
    ids=lambda operation: type(operation).__name__,
)
def test_what_adds_is_fine(operation: Operation) -> None:
    assert list(breaking([operation])) == []
