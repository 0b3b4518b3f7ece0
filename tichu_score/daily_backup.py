"""A daily backup, which the server makes itself."""

import asyncio

from django.conf import settings
from django.db import connections

from tichu_score.backups import back_up_if_due, utc_now

FIRST_LOOK = 60.0  # seconds from the start to the first check
INTERVAL = 3600.0  # seconds between two checks


async def back_up_daily() -> None:
    """Check once an hour whether a backup is due, until the server stops."""
    if not settings.BACKUPS:
        return
    await asyncio.sleep(FIRST_LOOK)
    while True:
        await asyncio.to_thread(_look)
        await asyncio.sleep(INTERVAL)


def _look() -> None:
    try:
        back_up_if_due(utc_now())
    finally:
        connections.close_all()
