"""Checks of values in a file that anybody may have written.

Each function returns the parsed value. If the value is invalid, it raises DamagedFile, or
another error for a value of a wrong type.
"""

import re
import uuid
from base64 import b64decode
from datetime import UTC, date, datetime
from typing import Any

from scoring.exchange.json_stream import DamagedFile
from scoring.jpeg import MAX_BYTES, NotAPicture, clean_jpeg
from scoring.models import COLOURS, Agreement, AvatarChoice, clean_text, is_symbol
from scoring.models.avatars import MAX_SYMBOL_LENGTH
from scoring.rules import DOUBLE_WINS, EXTRA_CALL_POINTS, MAX_EXTRA_CALL_LENGTH
from scoring.services.game_changes import NUMBERS_PER_PLAN

# The limits of integer and small integer columns on every database.
MAX_INTEGER = 2**31 - 1
MAX_SMALL_INTEGER = 2**15 - 1
# The limits of numbers that this program continues to count: the changes of a game, the games
# of a series, and the rounds of plans. Each change of a game may make a new plan.
MAX_VERSION, MAX_SERIES_NUMBER = 1_000_000, 10_000
MAX_ROUND_NUMBER = MAX_VERSION * NUMBERS_PER_PLAN
_ID, _MAX_IDS = re.compile(r"[a-z0-9-]+"), 100
_YEARS = range(1970, 2200)


def number(value: Any, least: int = 0, most: int = MAX_INTEGER) -> int:
    """Return a whole number from `least` to `most`. Raises DamagedFile for anything else."""
    if type(value) is not int or not least <= value <= most:
        raise DamagedFile
    return value


def optional_number(value: Any, most: int = MAX_INTEGER) -> int | None:
    """Return None, or a whole number from 1 to `most`. Raises DamagedFile for anything else."""
    return None if value is None else number(value, 1, most)


def flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise DamagedFile
    return value


def text(value: Any, most: int) -> str:
    """Return a text of at most `most` characters. Raises DamagedFile for anything else."""
    if not isinstance(value, str) or len(value) > most:
        raise DamagedFile
    return value


def name(value: Any, most: int) -> str:
    """Return a name of 1 to `most` characters as it can be typed: `clean_text` must not change
    it. Raises DamagedFile for anything else."""
    if text(value, most) != clean_text(value) or not value:
        raise DamagedFile
    return str(value)


def avatar(colour: Any, symbol: Any) -> AvatarChoice:
    """Return the avatar of a player; None is a colour or a symbol that was not chosen. Raises
    DamagedFile if one is invalid."""
    if not (colour is None or colour in COLOURS):
        raise DamagedFile
    if not (symbol is None or is_symbol(text(symbol, MAX_SYMBOL_LENGTH))):
        raise DamagedFile
    return AvatarChoice(colour, symbol)


def photo(value: Any) -> bytes:
    """Decode a photo from Base64. Raises DamagedFile if it is no picture, and ValueError for
    other characters."""
    try:
        return clean_jpeg(b64decode(text(value, MAX_BYTES * 4 // 3 + 4), validate=True))
    except NotAPicture:
        raise DamagedFile from None


def log_id(value: Any) -> uuid.UUID:
    """Parse an id in the form in which `str` writes a UUID."""
    found = uuid.UUID(text(value, 36))
    if str(found) != value:
        raise DamagedFile
    return found


def ids(value: Any) -> tuple[str, ...]:
    """Return ids of rules without duplicates. Ids that only a later release knows are valid
    too."""
    found = tuple(text(each, 60) for each in items(value, _MAX_IDS))
    if len(set(found)) < len(found) or not all(_ID.fullmatch(each) for each in found):
        raise DamagedFile
    return found


def moment(value: Any) -> datetime:
    """Parse a time in ISO 8601 with its time zone, from 1970 to 2199. Returns it in UTC."""
    found = datetime.fromisoformat(text(value, 40))
    if found.tzinfo is None or found.year not in _YEARS:
        raise DamagedFile
    return found.astimezone(UTC)


def day(value: Any) -> date:
    """Parse a day in the form in which `date.isoformat` writes it, from 1970 to 2199."""
    found = date.fromisoformat(text(value, 10))
    if found.isoformat() != value or found.year not in _YEARS:
        raise DamagedFile
    return found


def items(value: Any, most: int = MAX_INTEGER) -> list[Any]:
    if not isinstance(value, list) or len(value) > most:
        raise DamagedFile
    return value


def record(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise DamagedFile
    return value


def agreement(columns: Any) -> Agreement:
    """Return the agreement. Missing values are those of the rule book."""
    facts = record(columns)
    for each in ("target", "lead", "floor"):
        optional_number(facts.get(each))
    for each in ("fixed_rounds", "time_limit"):
        optional_number(facts.get(each), MAX_SMALL_INTEGER)
    for each in ("grand", "dragon_keeps_last_trick"):
        flag(facts.get(each, False))
    if number(facts.get("double_win", 200)) not in DOUBLE_WINS:
        raise DamagedFile
    extra = facts.get("extra_call", "")
    if extra != "":
        name(extra, MAX_EXTRA_CALL_LENGTH)
    if number(facts.get("extra_call_points", 0)) not in (EXTRA_CALL_POINTS if extra else (0,)):
        raise DamagedFile
    found = Agreement.from_columns(facts)
    found.race  # noqa: B018 (raises if no condition ends the game)
    return found
