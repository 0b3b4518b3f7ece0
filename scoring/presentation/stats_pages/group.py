"""The statistics page of a group: league, calls, records and evenings."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.charts import Chart
from scoring.charts.number_format import format_signed
from scoring.models import Group
from scoring.presentation.agreements import race_summary
from scoring.presentation.stats import NO_VALUE, Names, format_interval, format_percentage
from scoring.presentation.stats_charts import (
    evenings_chart,
    extra_chart,
    grand_chart,
    tichu_chart,
)
from scoring.presentation.stats_pages.rows import (
    SEPARATOR,
    GameKeys,
    ListRow,
    counted_summary,
    games_won,
    player_url,
    record_rows,
)
from scoring.stats.group_stats import GroupStats, LeagueEntry


@dataclass(frozen=True, slots=True)
class GroupPage:
    summary: str
    league: list[ListRow]
    rounds_known: bool
    tichu_chart: Chart | None
    grand_chart: Chart | None
    extra_chart: Chart | None
    records: list[ListRow]
    records_of: str
    evenings_chart: Chart | None


def group_page(
    found: GroupStats, group: Group, names: Names, keys: GameKeys, query: str
) -> GroupPage:
    """The league, calls, records and evenings of the games `found`; `query` leads to the same
    games on other pages."""
    return GroupPage(
        counted_summary(found),
        [_league_row(entry, group, names, query) for entry in found.league],
        found.rounds > 0,
        tichu_chart(found, names),
        grand_chart(found, names),
        extra_chart(found, names),
        record_rows(found.records, names, keys),
        race_summary(found.format.race) if found.format else "",
        evenings_chart(found, group),
    )


def _league_row(entry: LeagueEntry, group: Group, names: Names, query: str) -> ListRow:
    stats = entry.stats
    won = games_won(stats.tally)
    if stats.tally.games:
        won = f"{won}, {format_percentage(stats.tally.wins)}"
    note = [format_interval(entry.rating), won] if entry.rating else [won]
    if not entry.ranked:
        note.append(_("provisional"))
    elif entry.too_close:
        note.append(_("too close to call"))
    return ListRow(
        names[stats.player],
        format_signed(entry.rating.edge, 1) if entry.rating else NO_VALUE,
        SEPARATOR.join(note),
        player_url(group, stats.player) + query,
    )
