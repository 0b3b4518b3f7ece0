"""Hooks for the parsers of `json` that refuse invalid JSON in an upload."""

from collections.abc import Iterable
from typing import Any, NoReturn


def once_each(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """The object with these names and values. Raises ValueError if a name occurs twice."""
    properties = list(pairs)
    if len(dict(properties)) < len(properties):
        raise ValueError
    return dict(properties)


def refuse(number: str) -> NoReturn:
    """Raises ValueError, because such a number is not accepted."""
    raise ValueError(number)
