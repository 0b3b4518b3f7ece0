"""The race of a game as a chart, and as a picture to hand on, in the table's own words."""

from collections.abc import Iterator

from django import template
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.charts import (
    Chances,
    Chart,
    Lines,
    Look,
    Mark,
    Picture,
    Row,
    Series,
    Shape,
    line,
)
from scoring.models import Game, Sheet, SheetRow
from scoring.rules import Level, Team
from scoring.stats.course import Course
from scoring.stats.history import evening_of
from scoring.templatetags.words import count, story

register = template.Library()

_LOOKS = {Team.A: Look.A, Team.B: Look.B}
_LINES = {Team.A: 0, Team.B: 1}
_SHAPES = {
    (Level.TICHU, True): Shape.UP,
    (Level.TICHU, False): Shape.DOWN,
    (Level.GRAND, True): Shape.UP_TWICE,
    (Level.GRAND, False): Shape.DOWN_TWICE,
}


@register.simple_tag
def race_chart(sheet: Sheet, game: Game, course: Course | None = None) -> Chart:
    """Both totals after every round, with calls and double wins on the line of their team, and
    the chances under them."""
    return line("race", race_lines(sheet, game, course))


def race_lines(sheet: Sheet, game: Game, course: Course | None = None) -> Lines:
    return Lines(
        title=_("The race to %(target)s") % {"target": game.target},
        desc=_described(sheet, game),
        series=tuple(
            Series(
                game.team_names[team],
                (0, *(row.totals[team] for row in sheet.rows)),
                _LOOKS[team],
            )
            for team in Team
        ),
        axis=_("rounds"),
        place=_("Round"),
        goal=game.target,
        marks=tuple(mark for row in sheet.rows for mark in _marks(row)),
        notes=("", *(story(row.round, game) for row in sheet.rows)),
        chances=_chances(course, game) if course else None,
    )


def _chances(course: Course, game: Game) -> Chances:
    turn = course.turning_point
    return Chances(
        title=_("Chances of %(names)s") % {"names": game.team_names.a},
        name=_("Left wins"),
        values=course.chances,
        turn=turn and turn.number,
    )


def race_picture(game: Game) -> Picture:
    """A finished game: who won, when and where, both totals, and the race."""
    sheet, standing = game.sheet, game.sheet.standing
    played = date_format(evening_of(game.created), "DATE_FORMAT")
    names = game.team_names[standing.winner] if standing.winner else ""
    rounds = ngettext("after %(n)s round", "after %(n)s rounds", standing.rounds)
    return Picture(
        over=f"{game.group} · {played}",
        title=_("%(names)s win!") % {"names": names} if names else _("A draw"),
        rows=tuple(
            Row(
                tuple(game.names[seat] for seat in team.seats),
                count(total),
                _LOOKS[team],
                won=team == standing.winner,
            )
            for team, total in sheet.ranking
        ),
        chart=race_chart(sheet, game),
        foot=f"{rounds % {'n': standing.rounds}} · Tichu Score",
    )


def _described(sheet: Sheet, game: Game) -> str:
    standing = sheet.standing
    totals = ", ".join(
        f"{game.team_names[team]} {count(total)}" for team, total in standing.totals.items()
    )
    told = ngettext(
        "%(totals)s after %(rounds)s round",
        "%(totals)s after %(rounds)s rounds",
        standing.rounds,
    )
    return told % {"totals": totals, "rounds": standing.rounds}


def _marks(row: SheetRow) -> Iterator[Mark]:
    result = row.round.result
    if result.double_win:
        series = _LINES[result.first_out.team]
        yield Mark(row.number, series, Shape.RING, _("double win"))
    for call in result.calls:
        made = result.made(call)
        shape = _SHAPES[call.level, made]
        yield Mark(row.number, _LINES[call.seat.team], shape, _meaning(call.level, made=made))


def _meaning(level: Level, *, made: bool) -> str:
    if level is Level.TICHU:
        return _("Tichu made") if made else _("Tichu failed")
    return _("Grand Tichu made") if made else _("Grand Tichu failed")
