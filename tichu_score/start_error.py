"""The error for everything that prevents the program from starting, with its exit code."""

import os

from django.core.exceptions import ImproperlyConfigured


class StartError(ImproperlyConfigured):
    """A sentence for the operator: what is wrong, and what to do about it.

    `code` is the exit code, one of `sysexits.h`: 78 (EX_CONFIG) for a setting, 73
    (EX_CANTCREAT) for a folder that cannot be written, 69 (EX_UNAVAILABLE) for a database that
    does not respond, 65 (EX_DATAERR) for a database whose content cannot be used, 75
    (EX_TEMPFAIL) for a temporary problem; or 1 for an address on which the server cannot
    listen.
    """

    def __init__(self, message: str, code: int = os.EX_CONFIG) -> None:
        super().__init__(message)
        self.code = code


def cannot_write(
    path: object, error: OSError, *, choose: str = "set DATA_DIR to"
) -> StartError:
    """Return the error for a folder or file that cannot be written. `choose` says how another
    folder is chosen."""
    return StartError(
        f"Cannot write {path} ({error.strerror or error}): "
        f"make room, or {choose} a folder that this user may write.",
        os.EX_CANTCREAT,
    )


def in_use(what: str) -> StartError:
    """Return the error for a database that is in use."""
    return StartError(f"{what}: stop it first. Nothing was changed.", os.EX_TEMPFAIL)
