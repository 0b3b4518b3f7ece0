"""The check constraint of the adjustments of a game, which are stored as JSON.

A check cannot contain subqueries. PostgreSQL filters the list with a JSON path. SQLite checks
each of the MAX_ADJUSTMENTS possible places.
"""

from django.db import connection
from django.db.models import BooleanField
from django.db.models.expressions import RawSQL

from scoring.rules import (
    MAX_ADJUSTMENT,
    MAX_ADJUSTMENT_NOTE_LENGTH,
    MAX_ADJUSTMENTS,
    AdjustmentReason,
)

_PATHS = ("points.A", "points.B")


def _postgresql() -> str:
    # A comparison of different types, such as a text with a number, excludes an entry.
    points = [f"@.{path}" for path in _PATHS]
    reasons = [f'@.reason == "{reason}"' for reason in AdjustmentReason]
    entry = [
        "@.seq >= 1",
        *(f"{each} >= -{MAX_ADJUSTMENT} && {each} <= {MAX_ADJUSTMENT}" for each in points),
        *(f"{each}.floor() == {each}" for each in points),
        f"({' || '.join(f'{each} != 0' for each in points)})",
        f"({' || '.join(reasons)})",
        f'@.note like_regex "^.{{0,{MAX_ADJUSTMENT_NOTE_LENGTH}}}$" flag "s"',
        f'(@.reason != "{AdjustmentReason.OTHER}" || @.note != "")',
    ]
    possible = f"jsonb_path_query_array(adjustments, '$[*] ? ({' && '.join(entry)})')"
    return (
        "adjustments IS NULL OR CASE WHEN jsonb_typeof(adjustments) = 'array'"
        f" THEN jsonb_array_length(adjustments) BETWEEN 1 AND {MAX_ADJUSTMENTS}"
        f" AND jsonb_array_length({possible}) = jsonb_array_length(adjustments)"
        " ELSE FALSE END"
    )


def _sqlite() -> str:
    entries = " AND ".join(
        f"(json_array_length(adjustments) <= {place} OR {_sqlite_entry(place)})"
        for place in range(MAX_ADJUSTMENTS)
    )
    return (
        "adjustments IS NULL OR CASE WHEN json_type(adjustments) = 'array'"
        f" THEN json_array_length(adjustments) BETWEEN 1 AND {MAX_ADJUSTMENTS} AND {entries}"
        " ELSE 0 END"
    )


def _sqlite_entry(place: int) -> str:
    """The SQL for whether the entry at this place is a possible adjustment."""

    def at(path: str) -> str:
        return f"json_extract(adjustments, '$[{place}].{path}')"

    def has_type(path: str, name: str) -> str:
        return f"json_type(adjustments, '$[{place}].{path}') = '{name}'"

    reasons = ", ".join(f"'{reason}'" for reason in AdjustmentReason)
    entry = [
        has_type("seq", "integer"),
        f"{at('seq')} >= 1",
        *(has_type(path, "integer") for path in _PATHS),
        *(f"abs({at(path)}) <= {MAX_ADJUSTMENT}" for path in _PATHS),
        f"({' OR '.join(f'{at(path)} <> 0' for path in _PATHS)})",
        f"{at('reason')} IN ({reasons})",
        has_type("note", "text"),
        f"length({at('note')}) <= {MAX_ADJUSTMENT_NOTE_LENGTH}",
        f"({at('reason')} <> '{AdjustmentReason.OTHER}' OR {at('note')} <> '')",
    ]
    return f"COALESCE({' AND '.join(entry)}, 0)"


# Either no adjustments (null), or a list of 1 to MAX_ADJUSTMENTS entries that Adjustment
# accepts, each with the `seq` of its change.
ADJUSTMENTS_POSSIBLE = RawSQL(  # noqa: S611 (built from the constants above)
    _postgresql() if connection.vendor == "postgresql" else _sqlite(),
    (),
    output_field=BooleanField(),
)
