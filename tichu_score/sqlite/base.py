"""The database backend. Django imports `DatabaseWrapper` from here."""

import os
from pathlib import Path
from typing import Any

from django.db import OperationalError
from django.db.backends.sqlite3 import base

from tichu_score.outages import outages


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection to a file. On Unix a deleted file can be written until it is closed, and its
    content is then lost. So a commit counts only if the file still exists."""

    # False in the server process, which must not continue with an empty database.
    creates_file = True

    def get_connection_params(self) -> dict[str, Any]:
        parameters: dict[str, Any] = super().get_connection_params()
        if not self.creates_file:
            parameters["database"] = f"{self._path.absolute().as_uri()}?mode=rw"
        return parameters

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        connection = super().get_new_connection(conn_params)
        self.opened_file = self._file()
        return connection

    def is_usable(self) -> bool:
        """Whether the open file is the one at its path. It is checked once for each request."""
        return super().is_usable() and self._file() == self.opened_file

    def _commit(self) -> None:
        super()._commit()  # type: ignore[misc]
        if self._file() != self.opened_file:
            self.errors_occurred = True  # closes the connection after the request
            raise OperationalError(f"{self._path} was deleted or replaced: restart the server")
        outages.committed()

    @property
    def _path(self) -> Path:
        return Path(self.settings_dict["NAME"])

    def _file(self) -> tuple[int, int] | None:
        """The device and the inode of the file; None if there is no file."""
        try:
            status = os.stat(self._path)
        except FileNotFoundError:
            return None
        return status.st_dev, status.st_ino
