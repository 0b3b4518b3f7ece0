"""The statistics page of a group: highlights, league, calls, records and evenings."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from scoring.charts import Chart
from scoring.charts.inline import Estimate, render_intervals, render_results
from scoring.charts.number_format import format_signed
from scoring.presentation.agreements import race_summary
from scoring.presentation.highlights import highlight_sentence
from scoring.presentation.stats import (
    NO_VALUE,
    Names,
    evening_streak_label,
    format_interval,
    format_percentage,
    results_in_words,
    streak_label,
)
from scoring.presentation.stats_charts import calls_chart, evenings_chart
from scoring.presentation.stats_pages.rows import (
    SEPARATOR,
    HighlightRow,
    ListRow,
    PageLinks,
    counted_summary,
    games_won,
    record_rows,
)
from scoring.rules import CallLevel
from scoring.stats.group_stats import GroupStats, LeagueEntry
from scoring.stats.highlights import Highlight, PairHighlight, WinningRun, find_highlights
from scoring.stats.players import RECENT_GAMES, PlayerStats

# A row of the league names a run from this number of games or evenings on. A shorter run is
# never a highlight.
_NAMED_RUN = 5


@dataclass(frozen=True, slots=True)
class LeagueRow:
    """One player's place in the league. `rank` is empty if the player is not ranked. The latest
    results are symbols and words; both are empty if there are none. The interval of the rating
    is a drawing and words; both are empty without a rating. `player` is the primary key."""

    player: int
    anchor: str
    rank: str
    name: str
    url: str
    value: str
    note: str
    results: SafeString
    results_in_words: str
    interval: SafeString
    interval_in_words: str


@dataclass(frozen=True, slots=True)
class CallSection:
    """The calls of one level. If there is no chart, `empty` says that there are no calls.
    `advice` is the id of the advice in the reference."""

    title: str
    chart: Chart | None
    empty: str
    advice: str


@dataclass(frozen=True, slots=True)
class GroupPage:
    highlights: list[HighlightRow]
    summary: str
    league: list[LeagueRow]
    rounds_known: bool
    calls: list[CallSection]
    records: list[ListRow]
    records_of: str
    evenings_chart: Chart | None


def group_page(stats: GroupStats, names: Names, links: PageLinks, *, past: bool) -> GroupPage:
    """Return the highlights, the league, calls, records and evenings of these games; `past`
    says that they ended before today."""
    return GroupPage(
        highlights=[
            HighlightRow(
                highlight_sentence(each, names, past=past), _highlight_url(each, links)
            )
            for each in find_highlights(stats)
        ],
        summary=counted_summary(stats),
        league=_league(stats.league, names, links),
        rounds_known=stats.rounds > 0,
        calls=_calls(stats, names),
        records=record_rows(stats.records, names, links.keys),
        records_of=race_summary(stats.format.race) if stats.format else "",
        evenings_chart=evenings_chart(stats, links.group),
    )


def _highlight_url(highlight: Highlight, links: PageLinks) -> str:
    """Return the address of the figure. For a run, it is the row of its player in the league,
    or the whole league if the run is of several players."""
    match highlight:
        case WinningRun(players=(player,)):
            return f"#{_anchor(player)}"
        case WinningRun():
            return "#league"
        case PairHighlight():
            return links.pair(*highlight.partners.players)
    return f"{links.player(highlight.player)}#calls"


def _calls(stats: GroupStats, names: Names) -> list[CallSection]:
    """Return Tichu and Grand Tichu, and extra calls if there are any."""
    extra = calls_chart(stats, CallLevel.EXTRA, names)
    return [
        CallSection(
            _("Tichu"),
            calls_chart(stats, CallLevel.TICHU, names),
            _("Nobody has called Tichu yet."),
            "advice-tichu",
        ),
        CallSection(
            _("Grand Tichu"),
            calls_chart(stats, CallLevel.GRAND, names),
            _("Nobody has called Grand Tichu yet."),
            "advice-grand",
        ),
        *([CallSection(_("Extra calls"), extra, "", "advice-call-figures")] if extra else []),
    ]


def _league(entries: Sequence[LeagueEntry], names: Names, links: PageLinks) -> list[LeagueRow]:
    rated = [each.rating for each in entries if each.rating]
    drawn = render_intervals(
        [Estimate(each.edge, each.interval.low, each.interval.high) for each in rated]
    )
    lines = {each.player: line for each, line in zip(rated, drawn, strict=True)}
    rows = []
    before = ""
    for place, entry in enumerate(entries, 1):
        stats, results = entry.stats, entry.stats.latest_results
        rows.append(
            LeagueRow(
                player=stats.player,
                anchor=_anchor(stats.player),
                rank=str(place) if entry.ranked else "",
                name=names[stats.player],
                url=links.player(stats.player),
                value=format_signed(entry.rating.edge, 1) if entry.rating else NO_VALUE,
                note=_league_note(entry),
                results=render_results(results, RECENT_GAMES),
                results_in_words=results_in_words(results),
                interval=lines.get(stats.player, SafeString("")),
                interval_in_words=_interval_in_words(entry, before),
            )
        )
        before = names[stats.player]
    return rows


def _anchor(player: int) -> str:
    return f"player-{player}"


def _league_note(entry: LeagueEntry) -> str:
    tally = entry.stats.tally
    won = _("no game over yet")
    if tally.games:
        won = f"{games_won(tally)}, {format_percentage(tally.wins)}"
    return SEPARATOR.join(
        [won, *_runs(entry.stats), *([] if entry.ranked else [_("provisional")])]
    )


def _runs(stats: PlayerStats) -> list[str]:
    """Return the present runs of games and of evenings won that are long enough to be named."""
    games, evenings = stats.streaks.now, stats.evening_streaks.now
    return [
        *([streak_label(games)] if games >= _NAMED_RUN else []),
        *([evening_streak_label(evenings)] if evenings >= _NAMED_RUN else []),
    ]


def _interval_in_words(entry: LeagueEntry, before: str) -> str:
    """Return the interval of a rating, and whether it is too close to call with the player
    `before`; empty without a rating."""
    if entry.rating is None:
        return ""
    interval = format_interval(entry.rating)
    if not entry.too_close:
        return interval
    return _("%(interval)s · too close to call with %(player)s") % {
        "interval": interval,
        "player": before,
    }
