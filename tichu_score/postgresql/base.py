"""The database backend. Django imports `DatabaseWrapper` from here."""

from typing import Any

from django.conf import settings
from django.db.backends.postgresql import base

from tichu_score.outages import outages

# Start-up parameters that a pooler refuses.
NOT_POOLED = ("options",)


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection to PostgreSQL. It bypasses the pooler, except in a server process with a
    pooler, where each transaction may run on another connection of the pooler.

    With the pooler nothing is prepared, and the timeout for locks is set again in each
    transaction. `get_connection_params` always returns the parameters that bypass the pooler,
    because listening, migrations and backups need a connection for longer than a transaction.
    """

    # True in the server process.
    by_pooler = False

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        if self.pooled:
            kept = {name: each for name, each in conn_params.items() if name not in NOT_POOLED}
            conn_params = kept | settings.POOLER | {"prepare_threshold": None}
        return super().get_new_connection(conn_params)

    def _set_autocommit(self, autocommit: bool) -> None:  # noqa: FBT001 (Django's signature)
        super()._set_autocommit(autocommit)  # type: ignore[misc]
        if self.pooled and not autocommit:
            with self.wrap_database_errors:
                self.connection.execute(f"SET LOCAL lock_timeout = '{settings.LOCK_TIMEOUT}s'")

    def _commit(self) -> None:
        super()._commit()  # type: ignore[misc]
        outages.committed()

    @property
    def pooled(self) -> bool:
        return self.by_pooler and bool(settings.POOLER)
