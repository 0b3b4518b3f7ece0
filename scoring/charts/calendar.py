"""The evenings of a year: a row for every month, so that it reads on a phone."""

from calendar import monthrange
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from scoring.charts.chart import Cell, Chart, Key, Table
from scoring.charts.numbers import number
from scoring.charts.scale import Scale
from scoring.charts.svg import WIDTH, drawing, element, text

_LEFT, _TOP, _ROW = 42.0, 22.0, 20.0
_NAMED_DAYS = (1, 8, 15, 22, 29)
_MOST = 3  # from so many games on, an evening is drawn as large as can be


@dataclass(frozen=True, slots=True)
class Evening:
    """A day on which so many games were played; `href` is where the table's line leads."""

    day: date
    games: int
    href: str = ""


@dataclass(frozen=True, slots=True)
class Calendar:
    """The evenings of the twelve months that end with the month of `until`. Evenings before
    these are in the table alone."""

    title: str
    evenings: Sequence[Evening]
    until: date
    desc: str = ""


def calendar(key: str, chart: Calendar) -> Chart:
    """Evenings as dots, the larger the more games were played."""
    x = Scale(1, 31, _LEFT + 4, WIDTH - 8)
    months = _months(chart.until)
    games = {each.day: each.games for each in chart.evenings}
    parts = [text(number(day), x(day), 14, "tick", "middle") for day in _NAMED_DAYS]
    for row, first in enumerate(months):
        y = _TOP + _ROW * (row + 0.5)
        parts.append(text(date_format(first, "M"), 0, y + 5, "tick"))
        days = [
            first.replace(day=1 + day) for day in range(monthrange(first.year, first.month)[1])
        ]
        parts += [_day(x(day.day), y, games.get(day, 0)) for day in days]
    height = _TOP + _ROW * len(months)
    svg = drawing(key, chart.title, chart.desc or chart.title, height, *parts)
    return Chart(key, svg, height, _keys(), _table(chart))


def _day(x: float, y: float, games: int) -> SafeString:
    if not games:
        return element("circle", class_="day", cx=x, cy=y, r=1)
    return element("circle", class_="evening", cx=x, cy=y, r=1.5 + min(games, _MOST))


def _months(until: date) -> list[date]:
    last = until.year * 12 + until.month - 1
    return [date(month // 12, month % 12 + 1, 1) for month in range(last - 11, last + 1)]


def _keys() -> tuple[Key, ...]:
    meanings = {1: _("1 game"), 2: _("2 games"), _MOST: _("3 games or more")}
    return tuple(Key(_day(0, 0, games), words) for games, words in meanings.items())


def _table(chart: Calendar) -> Table:
    def day(each: Evening) -> str | Cell:
        shown = date_format(each.day, "DATE_FORMAT")
        return Cell(shown, each.href) if each.href else shown

    latest_first = sorted(chart.evenings, key=lambda each: each.day, reverse=True)
    rows = tuple((day(each), number(each.games)) for each in latest_first)
    return Table(chart.title, (_("Evening"), _("Games")), rows)
