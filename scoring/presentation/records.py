"""The records of a group: their names, and a sentence for each."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from scoring.charts.number_format import format_number
from scoring.presentation.stats import Names
from scoring.presentation.win_probability import probability_percent
from scoring.stats.records import Record, RecordType

# The name of each record, and its sentence if the sentence has no plural form.
_RECORD_LABELS = {
    RecordType.HIGHEST_ROUND: gettext_noop("Highest round"),
    RecordType.MOST_CALLS: gettext_noop("Most calls in a round"),
    RecordType.LONGEST_STREAK: gettext_noop("Longest streak"),
    RecordType.LONGEST_GAME: gettext_noop("Longest game"),
    RecordType.CLOSEST_FINISH: gettext_noop("Closest finish"),
    RecordType.BIGGEST_WIN: gettext_noop("Biggest win"),
    RecordType.FARTHEST_BEHIND: gettext_noop("Farthest behind, and won"),
    RecordType.GREATEST_COMEBACK: gettext_noop("Greatest comeback"),
    RecordType.BIGGEST_SWING: gettext_noop("Biggest swing"),
}
_RECORD_SUMMARIES = {
    RecordType.HIGHEST_ROUND: gettext_noop("%(value)s points by %(team)s, round %(round)s"),
    RecordType.MOST_CALLS: gettext_noop("%(value)s of %(all)s called, round %(round)s"),
    RecordType.CLOSEST_FINISH: gettext_noop("%(team)s won by %(value)s points"),
    RecordType.BIGGEST_WIN: gettext_noop("%(team)s won by %(value)s points"),
    RecordType.FARTHEST_BEHIND: gettext_noop(
        "%(team)s were %(value)s points behind after round %(round)s"
    ),
    RecordType.GREATEST_COMEBACK: gettext_noop(
        "%(team)s won from a chance of %(value)s after round %(round)s"
    ),
}


def record_label(record: Record) -> str:
    return _(_RECORD_LABELS[record.type])


def record_summary(record: Record, names: Names) -> str:
    players = [names[player] for player in record.players]
    return _summary_format(record) % {
        "value": _value(record),
        "team": " + ".join(players),
        "all": ", ".join(players),
        "round": record.round_number,
    }


def _value(record: Record) -> str:
    if record.type is RecordType.GREATEST_COMEBACK:
        return probability_percent(record.value)
    if record.type is RecordType.BIGGEST_SWING:
        return format_number(_percentage_points(record))
    return format_number(record.value)


def _percentage_points(swing: Record) -> int:
    """Return the rise of a probability in percentage points, at least 1."""
    return max(1, round(swing.value * 100))


def _summary_format(record: Record) -> str:
    if record.type is RecordType.LONGEST_STREAK:
        return ngettext(
            "%(team)s won %(value)s game",
            "%(team)s won %(value)s games in a row",
            int(record.value),
        )
    if record.type is RecordType.LONGEST_GAME:
        return ngettext(
            "%(value)s round: %(all)s", "%(value)s rounds: %(all)s", int(record.value)
        )
    if record.type is RecordType.BIGGEST_SWING:
        return ngettext(
            "round %(round)s raised the chance of %(team)s by %(value)s percentage point",
            "round %(round)s raised the chance of %(team)s by %(value)s percentage points",
            _percentage_points(record),
        )
    return _(_RECORD_SUMMARIES[record.type])
