"""Security events in the log of the server: who joined, who was refused, and which means of
access were created or revoked."""

import logging

logger = logging.getLogger(__name__)


def log_event(event: str, **numbers: int | str | None) -> None:
    """Log an event, with the primary keys of the affected objects, or words of the program.
    Never pass text that somebody typed, a name, a token or a network address. The log adds the
    time and the number of the request."""
    fields = {name: value for name, value in numbers.items() if value is not None}
    message = " ".join(["%(event)s", *(f"{name}=%({name})s" for name in fields)])
    logger.info(message, {"event": event, **fields})
