"""Games that began some time ago, as far as their server knows."""

from playwright.sync_api import Page

from tests.server import Server
from tests.site.running import manage


def begin_earlier(server: Server, table: Page, *, minutes: int) -> None:
    """Let the game of this table page have begun so many minutes earlier, and load the page
    again."""
    key = table.url.rstrip("/").rpartition("/")[2]
    moved = (
        "from datetime import timedelta; from scoring.models import Game;"
        f" game = Game.objects.get(key='{key}');"
        f" game.created -= timedelta(minutes={minutes}); game.save(update_fields=['created'])"
    )
    manage(server, "shell", "--command", moved).check_returncode()
    table.reload()
