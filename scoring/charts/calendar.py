"""A calendar of a year, one row for each month, so that it fits on a phone."""

from calendar import monthrange
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.formats import date_format, get_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from scoring.charts.chart import Cell, Chart, LegendEntry, Table
from scoring.charts.number_format import format_number
from scoring.charts.scale import Scale
from scoring.charts.svg import WIDTH, element, svg_root, text

_LEFT, _TOP, _ROW = 42.0, 22.0, 20.0
_NAMED_DAYS = (1, 8, 15, 22, 29)
_MAX_SIZE = 3  # a dot has its largest size from this number of games on


@dataclass(frozen=True, slots=True)
class CalendarDay:
    """A day and its number of games; `href` is the address to which its table row links."""

    day: date
    games: int
    href: str = ""


@dataclass(frozen=True, slots=True)
class CalendarChart:
    """Evenings of the twelve months that end with the month of `until`. Earlier evenings are
    only in the table."""

    title: str
    evenings: Sequence[CalendarDay]
    until: date
    description: str = ""


def render_calendar(svg_id: str, chart: CalendarChart) -> Chart:
    """Render evenings as dots whose size grows with the number of games."""
    x = Scale(1, 31, _LEFT + 4, WIDTH - 8)
    months = _months(chart.until)
    games = {each.day: each.games for each in chart.evenings}
    parts = [text(format_number(day), x(day), 14, "tick", "middle") for day in _NAMED_DAYS]
    for row, first in enumerate(months):
        y = _TOP + _ROW * (row + 0.5)
        parts.append(text(_month_name(first), 0, y + 5, "tick"))
        days = [
            first.replace(day=1 + day) for day in range(monthrange(first.year, first.month)[1])
        ]
        parts += [_day(x(day.day), y, games.get(day, 0)) for day in days]
    height = _TOP + _ROW * len(months)
    svg = svg_root(svg_id, chart.title, chart.description or chart.title, height, *parts)
    return Chart(svg_id, svg, height, _legend(), _table(chart))


def _month_name(day: date) -> str:
    """Return the short name of the month in the form that dates of the language use."""
    return date_format(day, "M" if "M" in get_format("DATE_FORMAT") else "N")


def _day(x: float, y: float, games: int) -> SafeString:
    if not games:
        return element("circle", class_="day", cx=x, cy=y, r=1)
    return element("circle", class_="evening", cx=x, cy=y, r=1.5 + min(games, _MAX_SIZE))


def _months(until: date) -> list[date]:
    last = until.year * 12 + until.month - 1
    return [date(month // 12, month % 12 + 1, 1) for month in range(last - 11, last + 1)]


def _legend() -> tuple[LegendEntry, ...]:
    meanings = {1: _("1 game"), 2: _("2 games"), _MAX_SIZE: _("3 games or more")}
    return tuple(LegendEntry(_day(0, 0, games), words) for games, words in meanings.items())


def _table(chart: CalendarChart) -> Table:
    def day(each: CalendarDay) -> str | Cell:
        shown = date_format(each.day, "DATE_FORMAT")
        return Cell(shown, each.href) if each.href else shown

    latest_first = sorted(chart.evenings, key=lambda each: each.day, reverse=True)
    rows = tuple((day(each), format_number(each.games)) for each in latest_first)
    return Table(chart.title, (_("Evening"), _("Games")), rows)
