"""Security events in the log of the server: who came in, who was refused, and what was made or
ended that lets somebody in."""

import logging

logger = logging.getLogger(__name__)


def log_event(event: str, **numbers: int | str | None) -> None:
    """Log what happened, with the primary keys of what it happened to, or words of the program.
    Never what somebody typed, and no name, token or network address. The log adds time and
    number of the request."""
    fields = {name: value for name, value in numbers.items() if value is not None}
    message = " ".join(["%(event)s", *(f"{name}=%({name})s" for name in fields)])
    logger.info(message, {"event": event, **fields})
