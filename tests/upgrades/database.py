"""A test database with rows of an earlier release, migrated to the present one."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.state import StateApps

from scoring.models import SEAT_COLUMNS

KEY = "7d3c0f0e-7a54-4d1b-9f0e-3f1d2c9b8a10"


@contextmanager
def upgraded(
    blocker: Any, inserts: Mapping[str, Callable[[StateApps], object]]
) -> Iterator[None]:
    """Go back to the first of these migrations. From there migrate to each of them, and insert
    rows with the models as they were after it; then migrate to the last of all. In the end the
    database is empty."""
    with blocker.unblock():
        try:
            for migration, insert in inserts.items():
                call_command("migrate", "scoring", migration, verbosity=0)
                loader = MigrationExecutor(connection).loader
                insert(loader.project_state(("scoring", migration)).apps)
        finally:
            call_command("migrate", verbosity=0)
    yield
    with blocker.unblock():
        call_command("flush", verbosity=0, interactive=False)


def insert_game(apps: StateApps, **columns: Any) -> Any:
    """Insert a game of Ada, Ben, Cleo and Dora with these columns."""
    group_model, player_model, game_model = (
        apps.get_model("scoring", name) for name in ("Group", "Player", "Game")
    )
    group = group_model.objects.create()
    players = [
        player_model.objects.create(group=group, name=name, name_key=name.lower())
        for name in ("Ada", "Ben", "Cleo", "Dora")
    ]
    seats = dict(zip(SEAT_COLUMNS.values(), players, strict=True))
    return game_model.objects.create(group=group, **({"key": KEY} | seats | columns))
