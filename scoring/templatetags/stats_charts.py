"""The charts on the pages of statistics."""

from collections.abc import Iterable
from datetime import timedelta

from django import template
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scoring.charts import (
    Bars,
    Calendar,
    Chart,
    Dots,
    Estimate,
    Evening,
    Multiples,
    Panel,
    Picture,
    Rate,
    Reference,
    bars,
    calendar,
    dots,
    multiples,
)
from scoring.charts.numbers import gained, percent
from scoring.models import Group
from scoring.rules import Level, Team
from scoring.stats.evening import Evening as EveningPlayed
from scoring.stats.group import GroupFigures
from scoring.stats.history import PlayedGame
from scoring.stats.player import Calls, Figures
from scoring.stats.samples import EVEN, Share
from scoring.stats.strengths import Strengths
from scoring.templatetags.stats_words import Names, players
from scoring.templatetags.words import level_name, pair

register = template.Library()

_YEAR = timedelta(days=366)
# In chances: what differs by less should look alike.
_CURVE_SPAN = 0.4, 0.6


@register.filter
def tichu_chart(found: GroupFigures, names: Names) -> Chart | None:
    return _calls(found, Level.TICHU, names)


@register.filter
def grand_chart(found: GroupFigures, names: Names) -> Chart | None:
    return _calls(found, Level.GRAND, names)


@register.filter
def places_chart(mine: Figures) -> Chart | None:
    """How often a player was out in which place, where the table told the whole order."""
    if not sum(mine.places):
        return None
    named = (_("First"), _("Second"), _("Third"), _("Last"))
    rates = [_rate(name, mine.place(place)) for place, name in enumerate(named, 1)]
    head = (_("Place"), _("Rounds"), _("Of"))
    return bars("places", Bars(_("Finishing places"), rates, head, Reference(0.25)))


@register.filter
def evenings_chart(found: GroupFigures, group: Group) -> Chart | None:
    """The evenings of the year that ends with the last one; earlier ones are other seasons."""
    if not found.evenings:
        return None
    address, last = reverse("evening_stats", args=[group.key]), found.evenings[-1].day
    evenings = [
        Evening(each.day, each.games, f"{address}?day={each.day:%Y-%m-%d}")
        for each in found.evenings
        if last - each.day < _YEAR
    ]
    return calendar("evenings", Calendar(_("Evenings"), evenings, until=last))


@register.filter
def ahead_chart(found: EveningPlayed, names: Names) -> Chart:
    """How everybody's evening went, who came out ahead first."""
    panels = [Panel(names[each.player], found.course(each.player)) for each in found.players]
    chart = Multiples(_("Points ahead, round by round"), panels, _("Rounds"), 0, gained)
    return multiples("ahead-chart", chart)


@register.filter
def ratings_chart(found: Strengths, names: Names) -> Chart:
    """What everybody adds to a round, the best first."""
    estimates = [
        Estimate(
            names[each.player],
            each.edge,
            each.range.low,
            each.range.high,
            each.rounds,
            firm=not each.provisional,
        )
        for each in found.ratings
    ]
    head = (_("Player"), _("Points a round"), _("Rounds"))
    return dots("ratings-chart", Dots(_("Points a round above average"), estimates, head))


@register.filter
def curve_chart(found: Strengths, names: Names) -> Chart | None:
    """How strong everybody looked as time went by, in the order of the ratings."""
    panels = [
        Panel(names[each.player], found.course(each.player))
        for each in found.ratings
        if each.player in found.curve.points
    ]
    if not panels:
        return None
    chart = Multiples(
        _("Chance with three average players"),
        panels,
        _("After game"),
        level=0.5,
        show=percent,
        stops=found.stops,
        span=_CURVE_SPAN,
    )
    return multiples("curve-chart", chart)


def evening_picture(found: EveningPlayed, group: Group, names: Names) -> Picture:
    """One evening: how it went for everybody, and every game."""
    chart = ahead_chart(found, names)
    return Picture(
        over=f"{group} · {chart.table.caption}",
        title=date_format(found.day, "DATE_FORMAT"),
        rows=(),
        chart=chart,
        foot="Tichu Score",
        notes=tuple(_game_told(game, names) for game in found.games),
    )


def _game_told(game: PlayedGame, names: Names) -> tuple[str, str]:
    """The totals of a game, and who played it."""
    sides = [players(names, game.team(team)) for team in Team]
    told = pair(game.standing.totals)
    if not game.standing.over:
        told = _("%(totals)s so far") % {"totals": told}
    return told, _("%(left)s against %(right)s") % {"left": sides[0], "right": sides[1]}


def _calls(found: GroupFigures, level: Level, names: Names) -> Chart | None:
    """The best caller first; who called too little to be ranked comes last."""
    called = [call for call in _all_calls(found.players.values(), level) if call[1].made]
    if not called:
        return None
    called.sort(key=lambda each: (not each[1].ranked, -each[1].shrunk, each[0]))
    rates = [_rate(names[player], calls.made) for player, calls in called]
    title = level_name(level)
    head = (_("Player"), _("Made"), _("Called"))
    return bars(str(level), Bars(title, rates, head, Reference(float(EVEN), _("calling pays"))))


def _all_calls(players: Iterable[Figures], level: Level) -> list[tuple[int, Calls]]:
    return [
        (each.player, calls) for each in players for calls in each.calls if calls.level is level
    ]


def _rate(name: str, share: Share) -> Rate:
    bar = share.wilson
    return Rate(name, share.k, share.n, bar.low, bar.high)
