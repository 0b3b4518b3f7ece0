"""Hooks for the readers of `json` that refuse invalid JSON of an upload."""

from collections.abc import Iterable
from typing import Any, NoReturn


def once_each(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """The object with these names and values. Raises ValueError where a name comes twice."""
    properties = list(pairs)
    if len(dict(properties)) < len(properties):
        raise ValueError
    return dict(properties)


def refuse(number: str) -> NoReturn:
    """Raises ValueError: no such number is taken."""
    raise ValueError(number)
