"""What the pages say about chances: in whole per cent, and never finer than they are."""

from collections.abc import Iterator

from django import template
from django.utils.translation import gettext as _

from scoring.charts.numbers import percent
from scoring.models import Game, Sheet
from scoring.rules import Team
from scoring.stats.course import Course, Turn
from scoring.stats.tables import chances_at_hand
from scoring.templatetags.words import story

register = template.Library()

_COMEBACK = 0.35  # from where on it is worth telling


@register.filter
def in_percent(chance: float) -> str:
    """A chance from 0 to 1; all and nothing are for games that are over."""
    if 0 < chance < 0.01:
        return _("under %(chance)s") % {"chance": percent(0.01)}
    if 0.99 < chance < 1:
        return _("over %(chance)s") % {"chance": percent(0.99)}
    return percent(chance)


@register.filter
def leader_s_chance(sheet: Sheet, game: Game) -> str:
    """How likely the team that is ahead wins; nothing where the group does not want to know,
    and until it is worked out."""
    found = chances_at_hand(game) if game.shows_chances else None
    if found is None:
        return ""
    chance = found.of(sheet.standing)
    return in_percent(max(chance, 1 - chance))


@register.filter
def turns_told(course: Course, game: Game) -> Iterator[str]:
    """Where the game turned, and from how far its winners came back."""
    turn = course.turning_point
    if turn:
        yield _turned(turn, game)
    winner = game.sheet.standing.winner
    if winner:
        yield from _came_back(course, winner, game)


def _turned(turn: Turn, game: Game) -> str:
    before, after = turn.before, turn.after
    if turn.team is Team.B:
        before, after = 1 - before, 1 - after
    row = game.sheet.rows[turn.number - 1]
    return _(
        "Round %(number)s was the turning point: %(names)s went from %(before)s to %(after)s."
        " %(story)s."
    ) % {
        "number": turn.number,
        "names": game.team_names[turn.team],
        "before": in_percent(before),
        "after": in_percent(after),
        "story": story(row.round, game),
    }


def _came_back(course: Course, winner: Team, game: Game) -> Iterator[str]:
    low = course.lowest(winner)
    if low.chance < _COMEBACK:
        yield _("%(names)s came back from %(chance)s after round %(number)s.") % {
            "names": game.team_names[winner],
            "chance": in_percent(low.chance),
            "number": low.rounds,
        }
