"""The charts on the pages of statistics."""

from collections.abc import Iterable
from datetime import timedelta

from django import template
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.charts import Bars, Calendar, Chart, Evening, Rate, Reference, bars, calendar
from scoring.models import Group
from scoring.rules import Level
from scoring.stats.group import GroupFigures
from scoring.stats.player import Calls, Figures
from scoring.stats.samples import EVEN, Share
from scoring.templatetags.stats_words import Names
from scoring.templatetags.words import level_name

register = template.Library()

_YEAR = timedelta(days=366)


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
