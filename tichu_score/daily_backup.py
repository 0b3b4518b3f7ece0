"""A backup a day, made by the server itself."""

import asyncio

from django.conf import settings
from django.db import connections

from tichu_score.backups import back_up_if_due, utc_now

FIRST_LOOK = 60.0  # seconds after the start
INTERVAL = 3600.0  # seconds between two looks


async def back_up_daily() -> None:
    """Look once an hour whether a backup is due, for as long as the server runs."""
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
