"""Import a log as a new group."""

from collections.abc import Callable
from typing import IO

from django.db import DataError, IntegrityError

from scoring.exchange.json_stream import DamagedFile
from scoring.exchange.log_reader import read_games, read_head
from scoring.models import Device, Group
from scoring.services.log_import import GroupImport


def import_log(file: IO[bytes], owner: Callable[[], Device]) -> Group:
    """Store the group that is in the file, as the group of the `owner`, who is asked for once
    all else is stored. Raises DamagedFile, and leaves the database as it was."""
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
