"""Recognises the format of a text, and reads it."""

import json
from collections.abc import Callable
from typing import Any

from scoring.importers import bg_stats, command_history, numbered_players, tichu_xyz, tournament
from scoring.importers.cells import read_cells
from scoring.importers.columns import Columns, find_columns
from scoring.importers.date_words import DateWords, with_numeric_dates
from scoring.importers.found import ParsedText, ReadingOptions, Unreadable, UnreadableReason
from scoring.importers.games_table import is_games_table, read_games_table
from scoring.importers.names import with_one_spelling
from scoring.importers.players_table import is_players_table, read_players_table
from scoring.importers.rounds_table import is_rounds_table, read_rounds_table

MAX_BYTES = 1_000_000
MAX_GAMES = 3_000
MAX_NAMES = 100
_NO_WORDS = DateWords()
# The errors that a value of a wrong type causes.
_ERRORS = (KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError)


# For each format, the function that recognises it and the function that reads it. The first
# format that is recognised is used.
_JSON: tuple[tuple[Callable[[Any], bool], Callable[[Any], ParsedText]], ...] = (
    (bg_stats.is_bg_stats, bg_stats.read_bg_stats),
    (command_history.is_command_history, command_history.read_command_history),
    (tournament.is_tournament, tournament.read_tournament),
    (tichu_xyz.is_tichu_xyz, tichu_xyz.read_tichu_xyz),
    (numbered_players.is_numbered_players, numbered_players.read_numbered_players),
)
_TABLES = (
    (is_rounds_table, read_rounds_table),
    (is_games_table, read_games_table),
    (is_players_table, read_players_table),
)
# Columns of the tables that a group saves for a spreadsheet (`scoring.exchange.tables`). They
# are not imported, because the file of the group contains the same facts and also the changes
# and the agreements.
_OWN_HEADS = ({"evening", "game", "left_1", "right_2"}, {"evening", "game", "opponent_1"})
# The property with which `scoring.exchange.log_export` begins the file of a group, and the
# number of bytes in which it is looked for.
_OWN_FORMAT, _START = '"format":"tichu-log"', 1_000
# The first bytes of files of spreadsheet programs: .xlsx and .ods are ZIP archives, .xls is a
# Compound File.
_SPREADSHEETS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")


def decode(data: bytes) -> str:
    """Return the text of a file in UTF-8, UTF-16 or Windows-1252. Raises Unreadable."""
    if data.startswith(_SPREADSHEETS):
        raise Unreadable(UnreadableReason.SPREADSHEET)
    if len(data) > MAX_BYTES:
        raise Unreadable(_reason_of_long(data))
    marks = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
    for encoding in (marks.get(data[:2], "utf-8-sig"), "cp1252", "latin-1"):
        try:
            return data.decode(encoding).replace("\0", "")
        except UnicodeDecodeError:
            continue
    raise Unreadable(UnreadableReason.UNKNOWN)


def _reason_of_long(data: bytes) -> UnreadableReason:
    """Return the reason for which a file that is too long is not read. A file of this program
    is recognised by its start, because its reason holds for shorter files too."""
    start = data[:_START].decode("utf-8-sig", errors="replace").lstrip()
    if start.startswith("{") and _OWN_FORMAT in start:
        return UnreadableReason.OWN_FILE
    if _is_own_table(find_columns(read_cells(start.partition("\n")[0]))):
        return UnreadableReason.OWN_TABLE
    return UnreadableReason.TOO_LONG


def read(
    text: str, options: ReadingOptions | None = None, words: DateWords = _NO_WORDS
) -> ParsedText:
    """Return the games of the text. `words` are the names that its dates may contain. Raises
    Unreadable, and no other error for any text."""
    if not text.strip():
        raise Unreadable(UnreadableReason.EMPTY)
    if len(text) > MAX_BYTES:
        raise Unreadable(UnreadableReason.TOO_LONG)
    try:
        found = _read(text.lstrip("\ufeff \r\n\t"), options or ReadingOptions(), words)
    except (*_ERRORS, RecursionError):
        raise Unreadable(UnreadableReason.UNKNOWN) from None
    found.games = with_one_spelling(found.games)
    if not found.games and not found.problems:
        raise Unreadable(UnreadableReason.NO_GAMES)
    if len(found.games) > MAX_GAMES:
        raise Unreadable(UnreadableReason.TOO_MANY_GAMES)
    if len(found.spellings) > MAX_NAMES:
        raise Unreadable(UnreadableReason.TOO_MANY_NAMES)
    return found


def _read(text: str, options: ReadingOptions, words: DateWords) -> ParsedText:
    if text[:1] in {"{", "["}:
        return _read_json(json.loads(text))
    columns = find_columns(with_numeric_dates(read_cells(text), words))
    if _is_own_table(columns):
        raise Unreadable(UnreadableReason.OWN_TABLE)
    for is_format, read_table in _TABLES:
        if is_format(columns):
            return read_table(columns, options)
    raise Unreadable(UnreadableReason.UNKNOWN)


def _read_json(data: Any) -> ParsedText:
    if isinstance(data, dict) and data.get("format") == "tichu-log":
        raise Unreadable(UnreadableReason.OWN_FILE)
    for is_format, read_data in _JSON:
        if is_format(data):
            return read_data(data)
    raise Unreadable(UnreadableReason.UNKNOWN)


def _is_own_table(columns: Columns) -> bool:
    return any(head.issubset(columns.head) for head in _OWN_HEADS)
