"""What the page of ratings says: what is too close to call, and how tonight's game may go."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple
from urllib.parse import urlencode

from django import template
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.charts.numbers import percent
from scoring.stats.curve import Split
from scoring.stats.ratings import Rating
from scoring.stats.strengths import Strengths
from scoring.templatetags.stats_words import Names

register = template.Library()


class Side(NamedTuple):
    players: tuple[int, int]
    chance: str


@register.filter
def close_calls(ratings: Sequence[Rating], names: Names) -> str:
    """Who stand next to each other, and nobody can say yet who is better; empty for none."""
    pairs = [each for each in pairwise(ratings) if each[0].too_close(each[1])]
    if not pairs:
        return ""
    if len(pairs) == len(ratings) - 1:
        return _("Between any two who stand next to each other it is too close to call.")
    told = (
        _("%(one)s and %(other)s") % {"one": names[one.player], "other": names[other.player]}
        for one, other in pairs
    )
    return _("Too close to call: %(pairs)s.") % {"pairs": "; ".join(told)}


@register.filter
def provisional(ratings: Iterable[Rating]) -> list[int]:
    """Who has too few games to be sure of."""
    return [rating.player for rating in ratings if rating.provisional]


@register.filter
def newcomers(there: Iterable[int], found: Strengths) -> list[int]:
    """Who has not finished a game yet."""
    return [player for player in there if player not in found.curve.points]


@register.filter
def sides(split: Split) -> list[Side]:
    """Both teams with their chances, in whole per cent that add to 100."""
    chance = round(split.chance, 2)
    return [Side(split.team, percent(chance)), Side(split.other, percent(1 - chance))]


@register.filter
def start_address(split: Split, names: Names) -> str:
    """Where a game with these seats starts."""
    (a1, a2), (b1, b2) = split.team, split.other
    seats = {"a1": names[a1], "b1": names[b1], "a2": names[a2], "b2": names[b2]}
    return f"{reverse('new_game')}?{urlencode(seats)}"


@register.filter
def listed(players: Iterable[int], names: Names) -> str:
    """Players who are not partners."""
    return ", ".join(names[player] for player in players)
