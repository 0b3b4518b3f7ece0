"""`manage.py backup`: makes a complete copy of the database, even while people keep score."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from tichu_score.backups import make_backup


class Command(BaseCommand):
    help = (
        "Back up the database into DATA_DIR/backups, where the newest BACKUPS are kept, or "
        "into another folder."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "folder",
            nargs="?",
            type=Path,
            help="where to write it instead; nothing is deleted there",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        self.stdout.write(str(make_backup(options["folder"])))
