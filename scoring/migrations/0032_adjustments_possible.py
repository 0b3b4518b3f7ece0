# The database refuses impossible adjustments. A check has no subqueries: PostgreSQL filters the list by
# a path of JSON, SQLite looks at each place.

from django.db import connection, migrations, models
from django.db.models.expressions import RawSQL

POSTGRESQL = (
    "adjustments IS NULL OR CASE WHEN jsonb_typeof(adjustments) = 'array'"
    " THEN jsonb_array_length(adjustments) BETWEEN 1 AND 20"
    " AND jsonb_array_length(jsonb_path_query_array(adjustments, '$[*] ? (@.seq >= 1"
    " && @.points.A >= -1000 && @.points.A <= 1000 && @.points.B >= -1000 && @.points.B <= 1000"
    " && @.points.A.floor() == @.points.A && @.points.B.floor() == @.points.B"
    " && (@.points.A != 0 || @.points.B != 0)"
    ' && (@.reason == "wish" || @.reason == "miscount" || @.reason == "late" || @.reason == "other")'
    ' && @.note like_regex "^.{0,200}$" flag "s"'
    """ && (@.reason != "other" || @.note != ""))')) = jsonb_array_length(adjustments)"""
    " ELSE FALSE END"
)
ENTRY = (
    "COALESCE(json_type(adjustments, '$[{n}].seq') = 'integer' AND json_extract(adjustments, '$[{n}].seq') >= 1"
    " AND json_type(adjustments, '$[{n}].points.A') = 'integer' AND json_type(adjustments, '$[{n}].points.B') = 'integer'"
    " AND abs(json_extract(adjustments, '$[{n}].points.A')) <= 1000 AND abs(json_extract(adjustments, '$[{n}].points.B')) <= 1000"
    " AND (json_extract(adjustments, '$[{n}].points.A') <> 0 OR json_extract(adjustments, '$[{n}].points.B') <> 0)"
    " AND json_extract(adjustments, '$[{n}].reason') IN ('wish', 'miscount', 'late', 'other')"
    " AND json_type(adjustments, '$[{n}].note') = 'text' AND length(json_extract(adjustments, '$[{n}].note')) <= 200"
    " AND (json_extract(adjustments, '$[{n}].reason') <> 'other' OR json_extract(adjustments, '$[{n}].note') <> ''), 0)"
)
ENTRIES = " AND ".join(f"(json_array_length(adjustments) <= {n} OR {ENTRY.format(n=n)})" for n in range(20))
SQLITE = (
    "adjustments IS NULL OR CASE WHEN json_type(adjustments) = 'array'"
    f" THEN json_array_length(adjustments) BETWEEN 1 AND 20 AND {ENTRIES} ELSE 0 END"
)


class Migration(migrations.Migration):

    dependencies = [
        ("scoring", "0031_rotation_without_teams"),
    ]

    operations = [
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                name="game_adjustments_possible",
                condition=RawSQL(
                    POSTGRESQL if connection.vendor == "postgresql" else SQLITE,
                    (),
                    output_field=models.BooleanField(),
                ),
            ),
        ),
    ]
