"""Delete permanently everything that can no longer be restored or used, once a day while a
server runs."""

import asyncio
import logging

from django.core.management import call_command
from django.db import DatabaseError, connections

INTERVAL = 24 * 3600.0  # seconds; the start of a server also tidies

logger = logging.getLogger(__name__)


async def tidy_daily() -> None:
    """Tidy once a day, until the server stops. If several processes tidy at once, the later
    ones find nothing to remove."""
    while True:
        await asyncio.sleep(INTERVAL)
        await asyncio.to_thread(tidy)


def tidy() -> None:
    """Run `manage.py tidy`. If the database refuses that, it is logged, and the next attempt is
    a day later."""
    try:
        call_command("tidy")
    except DatabaseError as error:
        logger.warning("Nothing was tidied (%s): the next try is in a day.", error)
    finally:
        connections.close_all()
