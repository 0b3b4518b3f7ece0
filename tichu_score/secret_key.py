"""Django's secret key, which is generated at the first start and stored with the database."""

import os
import secrets
import time
from pathlib import Path

from tichu_score.environment import secret_key
from tichu_score.start_error import StartError, cannot_write


def load_or_create_secret_key(folder: Path) -> str:
    """Return the key stored in `folder`; generate and store it if there is none.

    Several processes may start at the same time: the file is created exclusively, and the
    others wait until it is written. Raises StartError if it remains empty, is too short, or
    cannot be written.
    """
    path = folder / "secret_key"
    try:
        if not folder.exists():
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if path.exists():
            return _read(path)
        return _create(path)
    except FileExistsError:
        return _read(path)
    except OSError as error:
        raise cannot_write(path, error) from None


def _create(path: Path) -> str:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    secret = secrets.token_urlsafe(50)
    try:
        with os.fdopen(handle, "w") as file:
            file.write(secret)
    except OSError:
        # Do not leave a part of a key for the next start.
        path.unlink(missing_ok=True)
        raise
    return secret


def _read(path: Path) -> str:
    for _ in range(50):
        if secret := path.read_text().strip():
            return secret_key(secret, str(path))
        time.sleep(0.02)
    raise StartError(f"{path} is empty: delete it, and a new key is made at the next start.")
