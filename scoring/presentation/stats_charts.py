"""The charts on the pages of statistics."""

from datetime import timedelta

from django.utils.translation import gettext as _

from scoring.charts import (
    BarChart,
    CalendarChart,
    CalendarDay,
    Chart,
    DotChart,
    EstimateDot,
    Panel,
    ProportionBar,
    ReferenceLine,
    SmallMultiples,
    render_bars,
    render_calendar,
    render_dots,
    render_multiples,
)
from scoring.charts.number_format import format_percent, format_signed
from scoring.models import Group
from scoring.presentation.rounds import level_name
from scoring.presentation.stats import Names, evening_url
from scoring.rules import CallLevel
from scoring.stats.estimates import BREAK_EVEN, Proportion
from scoring.stats.evenings import Evening
from scoring.stats.group_ratings import GroupRatings
from scoring.stats.group_stats import GroupStats
from scoring.stats.players import PlayerStats

_YEAR = timedelta(days=366)
# As probabilities. The scale includes this span, so that smaller differences look small.
_CURVE_SPAN = 0.4, 0.6


def calls_chart(stats: GroupStats, level: CallLevel, names: Names) -> Chart | None:
    """Return a chart of the players who made calls of this level, the best first. Players with
    too few calls to be ranked are last. None if nobody called."""
    called = [
        (each.player, calls)
        for each in stats.players.values()
        for calls in each.calls
        if calls.level is level and calls.made
    ]
    if not called:
        return None
    called.sort(key=lambda each: (not each[1].ranked, -each[1].shrunk, each[0]))
    rates = [_rate(names[player], calls.made) for player, calls in called]
    head = (_("Player"), _("Made"), _("Called"))
    reference = ReferenceLine(float(BREAK_EVEN), _("calling pays"))
    return render_bars(str(level), BarChart(level_name(level), rates, head, reference))


def player_calls_chart(mine: PlayerStats) -> Chart | None:
    """Return a chart of a player's calls by level: the shares that were made, and a reference
    line from which calls pay."""
    rates = [_rate(level_name(each.level), each.made) for each in mine.calls if each.made]
    if not rates:
        return None
    head = (_("Call"), _("Made"), _("Called"))
    reference = ReferenceLine(float(BREAK_EVEN), _("calling pays"))
    return render_bars("calls-chart", BarChart(_("Calls"), rates, head, reference))


def places_chart(mine: PlayerStats) -> Chart | None:
    """Return a chart of the places of a player, as shares of the rounds whose whole order is
    known."""
    if not sum(mine.places):
        return None
    named = (_("First"), _("Second"), _("Third"), _("Last"))
    rates = [_rate(name, mine.place(place)) for place, name in enumerate(named, 1)]
    head = (_("Place"), _("Rounds"), _("Of"))
    return render_bars(
        "places", BarChart(_("Finishing places"), rates, head, ReferenceLine(0.25))
    )


def evenings_chart(stats: GroupStats, group: Group) -> Chart | None:
    """Return a chart of the evenings in the year that ends with the last one. Earlier evenings
    are left out."""
    if not stats.evenings:
        return None
    last = stats.evenings[-1].day
    evenings = [
        CalendarDay(each.day, each.games, evening_url(group, each.day))
        for each in stats.evenings
        if last - each.day < _YEAR
    ]
    return render_calendar("evenings", CalendarChart(_("Evenings"), evenings, until=last))


def ahead_chart(found: Evening, names: Names) -> Chart:
    """Return a chart of the points ahead of each player after every round of an evening, the
    best player first."""
    panels = [
        Panel(names[each.player], found.cumulative_margins(each.player))
        for each in found.players
        if each.tally.rounds
    ]
    after_rounds = range(max((len(panel.values) for panel in panels), default=0))
    chart = SmallMultiples(
        _("Points ahead, round by round"),
        panels,
        _("Rounds"),
        0,
        format_signed,
        row_numbers=after_rounds,
    )
    return render_multiples("ahead-chart", chart)


def ratings_chart(found: GroupRatings, names: Names) -> Chart:
    """Return a chart of the points that each player adds to a round, the best first."""
    estimates = [
        EstimateDot(
            names[each.player],
            each.edge,
            each.interval.low,
            each.interval.high,
            each.rounds,
            reliable=not each.provisional,
        )
        for each in found.points
    ]
    head = (_("Player"), _("Points a round"), _("Rounds"))
    return render_dots(
        "ratings-chart",
        DotChart(_("Points a round above average"), estimates, head, decimals=1),
    )


def curve_chart(found: GroupRatings, names: Names) -> Chart | None:
    """Return a chart of the skill of each player over time, in the order of the ratings."""
    panels = [
        Panel(names[each.player], found.skill_curve(each.player))
        for each in found.points
        if each.player in found.skill.history
    ]
    if not panels:
        return None
    chart = SmallMultiples(
        _("Chance with three average players"),
        panels,
        _("After game"),
        reference=0.5,
        format_value=format_percent,
        row_numbers=found.sampled_games,
        scale_range=_CURVE_SPAN,
    )
    return render_multiples("curve-chart", chart)


def _rate(name: str, proportion: Proportion) -> ProportionBar:
    bar = proportion.wilson_interval
    return ProportionBar(name, proportion.k, proportion.n, bar.low, bar.high)
