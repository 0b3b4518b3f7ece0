"""Imports a log as a new group."""

from collections.abc import Callable
from typing import IO

from django.db import DataError, IntegrityError

from scoring.exchange.json_stream import DamagedFile
from scoring.exchange.log_reader import read_games, read_head
from scoring.models import Device, Group
from scoring.services.log_import import GroupImport


def import_log(file: IO[bytes], owner: Callable[[], Device]) -> Group:
    """Store the group of the file. Its owner is the device that `owner` returns; this function
    is called only after everything else was stored. If an error is raised (DamagedFile for a
    damaged file), the group is removed again."""
    head = read_head(file)
    try:
        staged = GroupImport(head)
    except (DataError, IntegrityError):
        raise DamagedFile from None
    try:
        staged.store(read_games(file, staged.players, staged.authors))
        return staged.finish(owner())
    except (DataError, IntegrityError):
        staged.discard()
        raise DamagedFile from None
    except BaseException:
        staged.discard()
        raise
