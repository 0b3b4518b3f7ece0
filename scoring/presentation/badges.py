"""Badges: their names, their reasons, and the lists of badges of a player or an evening."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from scoring.charts.number_format import format_number
from scoring.models import Group
from scoring.presentation.stats import GameKeys, Names, evening_url
from scoring.stats.badges import (
    BOMBS_IN_A_ROUND,
    CALLS_IN_A_ROW,
    COMEBACK_POINTS,
    DOUBLE_WINS_IN_A_ROW,
    PERFECT_EVENING_GAMES,
    STRAIGHT_CARDS,
    Badge,
    BadgeType,
)

_LABELS = {
    BadgeType.FIRST_GRAND: gettext_noop("First Grand Tichu"),
    BadgeType.DOUBLE_WINS: gettext_noop("Double wins in a row"),
    BadgeType.COMEBACK: gettext_noop("Comeback"),
    BadgeType.GRAND_FINISH: gettext_noop("Won by a Grand Tichu"),
    BadgeType.PERFECT_EVENING: gettext_noop("Perfect evening"),
    BadgeType.CALLS_MADE: gettext_noop("Calls in a row"),
    BadgeType.BOMBS: gettext_noop("Bombs in one round"),
    BadgeType.STRAIGHT_BOMB: gettext_noop("Straight bomb"),
    BadgeType.LONG_STRAIGHT: gettext_noop("Long straight"),
}
_MEANINGS = {
    BadgeType.FIRST_GRAND: gettext_noop("made for the first time"),
    BadgeType.DOUBLE_WINS: gettext_noop("%(n)s double wins in a row with one partner"),
    BadgeType.COMEBACK: gettext_noop("a game won from at least %(n)s points behind"),
    BadgeType.GRAND_FINISH: gettext_noop(
        "behind before the last round, and won with a Grand Tichu"
    ),
    BadgeType.PERFECT_EVENING: gettext_noop("every game of an evening won, at least %(n)s"),
    BadgeType.CALLS_MADE: gettext_noop("%(n)s calls made in a row"),
    BadgeType.BOMBS: gettext_noop("at least %(n)s bombs in one round"),
    BadgeType.STRAIGHT_BOMB: gettext_noop("a straight of one suit as a bomb"),
    BadgeType.LONG_STRAIGHT: gettext_noop("a straight of at least %(n)s cards"),
}
_NUMBERS = {
    BadgeType.DOUBLE_WINS: DOUBLE_WINS_IN_A_ROW,
    BadgeType.COMEBACK: COMEBACK_POINTS,
    BadgeType.PERFECT_EVENING: PERFECT_EVENING_GAMES,
    BadgeType.CALLS_MADE: CALLS_IN_A_ROW,
    BadgeType.BOMBS: BOMBS_IN_A_ROUND,
    BadgeType.LONG_STRAIGHT: STRAIGHT_CARDS,
}


@dataclass(frozen=True, slots=True)
class BadgeRow:
    """A badge: its name, its reason, a note on who earned it or when, and the address of a
    page. `player` is the primary key of its player, in lists of several players."""

    title: str
    meaning: str
    note: str
    url: str
    player: int | None = None


def badge_label(badge_type: BadgeType) -> str:
    return _(_LABELS[badge_type])


def badge_meaning(badge_type: BadgeType) -> str:
    """Return the feat for which players get the badge, as a clause."""
    return _(_MEANINGS[badge_type]) % {"n": format_number(_NUMBERS.get(badge_type, 0))}


def player_badges(badges: Iterable[Badge], group: Group, keys: GameKeys) -> list[BadgeRow]:
    """Return the badges of one player, each type once, in the order in which they were first
    earned. The note contains the last day and the number of times."""
    earned: dict[BadgeType, list[Badge]] = defaultdict(list)
    for badge in badges:
        earned[badge.type].append(badge)
    return [
        BadgeRow(
            badge_label(badge_type),
            badge_meaning(badge_type),
            _when(found),
            _url(found[-1], group, keys),
        )
        for badge_type, found in earned.items()
    ]


def evening_badges(
    badges: Iterable[Badge], group: Group, names: Names, keys: GameKeys
) -> list[BadgeRow]:
    """Return the badges of one evening, each with the player who earned it. A badge that a
    player earned several times is one row, with the number of times and the last game."""
    earned: dict[tuple[int, BadgeType], list[Badge]] = defaultdict(list)
    for badge in badges:
        earned[badge.player, badge.type].append(badge)
    return [
        BadgeRow(
            names[player],
            badge_label(badge_type),
            " · ".join([badge_meaning(badge_type), *([_when(found)] if found[1:] else [])]),
            _url(found[-1], group, keys),
            player,
        )
        for (player, badge_type), found in earned.items()
    ]


def _when(earned: list[Badge]) -> str:
    last = date_format(earned[-1].day, "DATE_FORMAT")
    if len(earned) == 1:
        return last
    sentence = ngettext(
        "%(n)s time, the last time on %(day)s",
        "%(n)s times, the last time on %(day)s",
        len(earned),
    )
    return sentence % {"n": format_number(len(earned)), "day": last}


def _url(badge: Badge, group: Group, keys: GameKeys) -> str:
    """Return the page of the game in which the badge was earned, or of the evening."""
    if badge.game is None:
        return evening_url(group, badge.day)
    return reverse("race", args=[keys[badge.game]])
