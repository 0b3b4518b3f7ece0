"""`manage.py tidy`: deletes permanently everything that can no longer be restored or used."""

from typing import Any

from scoring.management.database_command import DatabaseCommand
from scoring.services.game_changes import purge_deleted_games
from scoring.services.groups import purge_deleted
from scoring.services.rate_limits import delete_unused

A_DAY = 24 * 3600.0


class Command(DatabaseCommand):
    help = "Permanently remove what was deleted 30 days ago or earlier, and unused rate limits."

    def handle(self, *_args: Any, **_options: Any) -> None:
        purge_deleted()
        purge_deleted_games()
        delete_unused(A_DAY)
