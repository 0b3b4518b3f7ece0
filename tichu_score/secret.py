"""The site's secret key: made on first start, kept beside the database."""

import os
import secrets
import time
from pathlib import Path


def kept_secret(folder: Path) -> str:
    """Return the secret kept in `folder`, making it first where there is none.

    Several processes may start at once: the file is created exclusively, and whoever
    comes second waits for the first one's line instead of writing its own.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "secret_key"
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return _read(path)
    with os.fdopen(handle, "w") as file:
        secret = secrets.token_urlsafe(50)
        file.write(secret)
    return secret


def _read(path: Path) -> str:
    for _ in range(50):
        if secret := path.read_text().strip():
            return secret
        time.sleep(0.02)
    raise RuntimeError(f"{path} is empty: delete it, and a new key is made at the next start.")
