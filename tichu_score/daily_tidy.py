"""Delete for good what can no longer be restored or used: once a day, while a server runs."""

import asyncio
import logging

from django.core.management import call_command
from django.db import DatabaseError, connections

INTERVAL = 24 * 3600.0  # seconds; the start of a server tidies too

logger = logging.getLogger(__name__)


async def tidy_daily() -> None:
    """Tidy once a day, for as long as the server runs. Where several processes do at once, the
    later ones find nothing to remove."""
    while True:
        await asyncio.sleep(INTERVAL)
        await asyncio.to_thread(tidy)


def tidy() -> None:
    """Do what `manage.py tidy` does. If the database does not let it, that is logged, and the
    next day is another try."""
    try:
        call_command("tidy")
    except DatabaseError as error:
        logger.warning("Nothing was tidied (%s): the next try is in a day.", error)
    finally:
        connections.close_all()
