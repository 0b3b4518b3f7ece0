"""Checks of values in a file that anybody may have written.

A value that is not of its type makes the file damaged.
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

# Of the columns of integers and of small integers, on every database.
MAX_INTEGER = 2**31 - 1
MAX_SMALL_INTEGER = 2**15 - 1
# Of what goes on being counted here: the changes of a game, the games of a series, and the
# rounds of plans, of which each change may make a new one.
MAX_VERSION, MAX_SERIES_NUMBER = 1_000_000, 10_000
MAX_ROUND_NUMBER = MAX_VERSION * NUMBERS_PER_PLAN
_ID, _MAX_IDS = re.compile(r"[a-z0-9-]+"), 100
_YEARS = range(1970, 2200)


def number(value: Any, least: int = 0, most: int = MAX_INTEGER) -> int:
    """A whole number from `least` to `most`. Raises DamagedFile, as all of these do."""
    if type(value) is not int or not least <= value <= most:
        raise DamagedFile
    return value


def optional_number(value: Any, least: int = 0, most: int = MAX_INTEGER) -> int | None:
    return None if value is None else number(value, least, most)


def flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise DamagedFile
    return value


def text(value: Any, most: int) -> str:
    """A text of at most so many characters."""
    if not isinstance(value, str) or len(value) > most:
        raise DamagedFile
    return value


def name(value: Any, most: int) -> str:
    """A name as it can be typed."""
    if text(value, most) != clean_text(value) or not value:
        raise DamagedFile
    return str(value)


def avatar(colour: Any, symbol: Any) -> AvatarChoice:
    """Return the choice for a player's avatar; None stands for what was not chosen."""
    if not (colour is None or colour in COLOURS):
        raise DamagedFile
    if not (symbol is None or is_symbol(text(symbol, MAX_SYMBOL_LENGTH))):
        raise DamagedFile
    return AvatarChoice(colour, symbol)


def photo(value: Any) -> bytes:
    """A photo in Base64."""
    try:
        return clean_jpeg(b64decode(text(value, MAX_BYTES * 4 // 3 + 4), validate=True))
    except NotAPicture:
        raise DamagedFile from None


def log_id(value: Any) -> uuid.UUID:
    """An id, as `str` writes it."""
    found = uuid.UUID(text(value, 36))
    if str(found) != value:
        raise DamagedFile
    return found


def ids(value: Any) -> tuple[str, ...]:
    """Ids of rules without duplicates, also those that a later release knows."""
    found = tuple(text(each, 60) for each in items(value, _MAX_IDS))
    if len(set(found)) < len(found) or not all(_ID.fullmatch(each) for each in found):
        raise DamagedFile
    return found


def moment(value: Any) -> datetime:
    """A moment in ISO 8601, with its time zone."""
    found = datetime.fromisoformat(text(value, 40))
    if found.tzinfo is None or found.year not in _YEARS:
        raise DamagedFile
    return found.astimezone(UTC)


def day(value: Any) -> date:
    """A day as `date.isoformat` writes it."""
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
    """Return the agreement; a missing value is that of the rule book."""
    facts = record(columns)
    for each in ("target", "lead", "floor"):
        optional_number(facts.get(each), 1)
    for each in ("fixed_rounds", "time_limit"):
        optional_number(facts.get(each), 1, MAX_SMALL_INTEGER)
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
    found.race  # noqa: B018 (raises where nothing ends the game)
    return found
