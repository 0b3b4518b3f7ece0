"""Numbers and JSON from untrusted sources."""

import json
import math
from typing import Any

from scoring.strict_json import once_each, refuse

MAX_INTEGER = 2**31 - 1  # the maximum of an integer column on every database


def read_json(text: str) -> Any:
    """The value of this JSON. Raises ValueError for text that is not JSON, and for JSON that
    this site never writes: nested too deeply, with an object that has a name twice, with
    numbers that are not finite, or with lone surrogates, which cannot be encoded in a
    response."""
    try:
        value = json.loads(
            text, object_pairs_hook=once_each, parse_constant=refuse, parse_float=_finite
        )
        json.dumps(value, ensure_ascii=False).encode()
    except RecursionError:
        raise ValueError("nested too deeply") from None
    return value


def _finite(digits: str) -> float:
    number = float(digits)
    return number if math.isfinite(number) else refuse(digits)


def read_number(value: Any) -> int:
    """A whole number from 0 to `MAX_INTEGER`. Raises ValueError and TypeError."""
    number = int(value)
    if not 0 <= number <= MAX_INTEGER:
        raise ValueError("out of range")
    return number


def row_number(text: str) -> int:
    """The primary key that a form sends; 0 if the text cannot be one."""
    return int(text) if text.isdecimal() and len(text) < len(str(2**63)) else 0
