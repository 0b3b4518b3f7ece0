"""Values in rows, each with the range in which it may well lie: bars and dots."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from scoring.charts.chart import Chart, Table
from scoring.charts.letters import fit, width_of
from scoring.charts.numbers import gained, number, percent
from scoring.charts.scale import Scale, reach
from scoring.charts.svg import WIDTH, drawing, element, joined, text, written

_ROW = 46.0
_TOP = 8.0
_NAMED = 24.0  # room above the rows for what the reference line is
_INSET = 7.0  # half of what stands on the ends of a scale


@dataclass(frozen=True, slots=True)
class Rate:
    """`k` of `n`, and the range from `low` to `high` (shares of 1) in which the true share may
    well lie. Of none there is no range."""

    name: str
    k: int
    n: int
    low: float = 0.0
    high: float = 1.0


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value out of `n`, with its range; one that is not `firm` is drawn open."""

    name: str
    value: float
    low: float
    high: float
    n: int
    firm: bool = True


@dataclass(frozen=True, slots=True)
class Reference:
    """A line to compare with: what calling must come to, or what all the world does."""

    value: float
    name: str = ""


@dataclass(frozen=True, slots=True)
class Bars:
    """Shares from 0 to 100 %. `head` is what the rows are, what is counted, and of what."""

    title: str
    rates: Sequence[Rate]
    head: tuple[str, str, str]
    reference: Reference | None = None
    desc: str = ""


@dataclass(frozen=True, slots=True)
class Dots:
    """Values on one scale with 0 on it. `head` is what the rows are, what the value is, and
    what it is out of."""

    title: str
    estimates: Sequence[Estimate]
    head: tuple[str, str, str]
    reference: Reference = Reference(0)
    decimals: int = 0
    desc: str = ""


class _Row(NamedTuple):
    """A name, its value in words, and what is drawn under them at a height."""

    name: str
    told: str
    draw: Callable[[float], SafeString]


def bars(key: str, chart: Bars) -> Chart:
    """Shares as bars; of none, no bar is drawn."""
    x = Scale(0, 1, _INSET, WIDTH - _INSET)

    def row(rate: Rate) -> _Row:
        return _Row(rate.name, _rate_told(rate), lambda y: _bar(rate, x, y))

    table = Table(
        chart.title,
        (*chart.head, _("Share"), _("May well be")),
        tuple(
            (rate.name, number(rate.k), number(rate.n), *_shares(rate)) for rate in chart.rates
        ),
    )
    svg, height = _drawn(key, chart, [row(rate) for rate in chart.rates], x)
    return Chart(key, svg, height, (), table)


def dots(key: str, chart: Dots) -> Chart:
    """Values as dots."""
    ends = [end for each in chart.estimates for end in (each.low, each.high, each.value)]
    x = Scale(*reach(ends, 0, chart.reference.value), _INSET, WIDTH - _INSET)

    def row(each: Estimate) -> _Row:
        told = f"{gained(each.value, chart.decimals)} ({_between(each, chart.decimals)})"
        return _Row(each.name, told, lambda y: _dot(each, x, y))

    name, value, out_of = chart.head
    table = Table(
        chart.title,
        (name, value, _("May well be"), out_of),
        tuple(
            (
                each.name,
                gained(each.value, chart.decimals),
                _between(each, chart.decimals),
                number(each.n),
            )
            for each in chart.estimates
        ),
    )
    svg, height = _drawn(key, chart, [row(each) for each in chart.estimates], x)
    return Chart(key, svg, height, (), table)


def _bar(rate: Rate, x: Scale, y: float) -> SafeString:
    if not rate.n:
        return _track(x, y)
    length = x(rate.k / rate.n) - x.start
    bar = element("rect", class_="bar", x=x.start, y=y - 6, width=length, height=12)
    return joined(_track(x, y), bar, _range(rate.low, rate.high, x, y))


def _dot(each: Estimate, x: Scale, y: float) -> SafeString:
    class_ = "dot" if each.firm else "dot open"
    dot = element("circle", class_=class_, cx=x(each.value), cy=y, r=6)
    return joined(_track(x, y), _range(each.low, each.high, x, y), dot)


def _track(x: Scale, y: float) -> SafeString:
    return element("line", class_="track", x1=x.start, x2=x.end, y1=y, y2=y)


def _range(low: float, high: float, x: Scale, y: float) -> SafeString:
    left, right, top = written(x(low)), written(x(high)), written(y - 6)
    path = f"M{left} {written(y)}H{right}M{left} {top}v12M{right} {top}v12"
    return element("path", class_="range", d=path, fill="none")


def _rate_told(rate: Rate) -> str:
    if not rate.n:
        return _("none yet")
    share = percent(rate.k / rate.n)
    told = {"k": number(rate.k), "n": number(rate.n), "share": share}
    return _("%(k)s of %(n)s · %(share)s") % told


def _shares(rate: Rate) -> tuple[str, str]:
    if not rate.n:
        return "", ""
    ends = {"low": percent(rate.low), "high": percent(rate.high)}
    return percent(rate.k / rate.n), _("%(low)s to %(high)s") % ends


def _between(each: Estimate, decimals: int) -> str:
    ends = {"low": gained(each.low, decimals), "high": gained(each.high, decimals)}
    return _("%(low)s to %(high)s") % ends


def _drawn(
    key: str, chart: Bars | Dots, rows: Sequence[_Row], x: Scale
) -> tuple[SafeString, float]:
    reference = chart.reference
    top = _TOP + (_NAMED if reference and reference.name else 0)
    parts = [_named(reference, x, top)] if reference and reference.name else []
    for index, (name, told, draw) in enumerate(rows):
        y = top + _ROW * index
        parts += [
            text(fit(name, WIDTH - width_of(told) - 8), 0, y + 13, "name"),
            text(told, WIDTH, y + 13, "told", "end"),
            draw(y + 28),
        ]
        if reference:
            parts.append(_compare(x(reference.value), y))
    height = top + _ROW * len(rows)
    return drawing(key, chart.title, chart.desc or chart.title, height, *parts), height


def _compare(at: float, y: float) -> SafeString:
    return element("line", class_="reference", x1=at, x2=at, y1=y + 18, y2=y + 38)


def _named(reference: Reference, x: Scale, top: float) -> SafeString:
    """What the line to compare with is, over it as far as the edges let it."""
    name = fit(reference.name, WIDTH)
    half = width_of(name) / 2
    middle = min(max(x(reference.value), half), WIDTH - half)
    return text(name, middle, top - 9, "tick", "middle")
