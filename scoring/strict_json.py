"""What JSON of an upload may not have: hooks for the readers of `json`."""

from collections.abc import Iterable
from typing import Any, NoReturn


def once_each(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """The object with these names and values. Raises ValueError where a name comes twice."""
    told = list(pairs)
    if len(dict(told)) < len(told):
        raise ValueError
    return dict(told)


def refuse(number: str) -> NoReturn:
    """Raises ValueError: no such number is taken."""
    raise ValueError(number)
