"""Commands that need a database in the schema of this version."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor


class DatabaseCommand(BaseCommand):
    """A command that refuses a database that is missing, does not respond, or has not been
    migrated. Like other checks, this is done only on the command line. The server runs such
    commands with `call_command`, after its own check."""

    def check(self, *args: Any, **options: Any) -> None:
        super().check(*args, **options)
        name = connection.settings_dict["NAME"]
        # Connecting to SQLite would create the file.
        if connection.vendor == "sqlite" and not Path(name).exists():
            raise CommandError(
                f"There is no database {name}: start the server once, or set DATA_DIR as it is "
                "set for the server."
            )
        try:
            executor = MigrationExecutor(connection)
            pending = executor.migration_plan(executor.loader.graph.leaf_nodes())
        except DatabaseError as error:
            reason = str(error).partition("\n")[0]
            raise CommandError(
                f"The database {name} cannot be used ({reason}): see DATA_DIR and DATABASE_URL."
            ) from None
        if pending:
            raise CommandError(
                f"The database {name} is not that of this version yet: start the server once, "
                "or run `manage.py migrate`."
            )
