"""The picture of an evening that players can share."""

from collections.abc import Mapping

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scoring.charts import Picture, PictureNote
from scoring.models import FirstPlace, Group, Session
from scoring.presentation.avatars import discs
from scoring.presentation.evening_summary import (
    evening_headline,
    evening_highlights,
    evening_success,
)
from scoring.presentation.points import score_pair
from scoring.presentation.rotation import first_place_line
from scoring.presentation.stats import Names, team_label
from scoring.presentation.stats_charts import ahead_chart
from scoring.presentation.stats_pages.evening import rotation_state, session_state
from scoring.presentation.stats_pages.rows import SEPARATOR
from scoring.rules import RaceState, Team
from scoring.stats.evening_summary import EveningSummary
from scoring.stats.evenings import Evening
from scoring.stats.played_game import PlayedGame


def evening_picture(
    evening: Evening,
    summary: EveningSummary,
    group: Group,
    names: Names,
    photos: Mapping[int, bytes],
) -> Picture:
    """Return the picture of an evening: the winners, the course of the evening for each player,
    the highlights, and all games. `photos` are those of the winners, by primary key."""
    chart, day = ahead_chart(evening, names), date_format(evening.day, "DATE_FORMAT")
    headline = evening_headline(summary, names)
    return Picture(
        heading=f"{group} · {day}" if headline else str(group),
        title=headline or day,
        rows=(),
        chart=chart,
        footer="Tichu Score",
        notes=tuple(
            _session_note(each, names)
            if isinstance(each, Session)
            else _rotation_note(each, evening.first_places.get(each.pk), names)
            if each.format.changing_partners
            else _game_note(each, names)
            for each in evening.games_and_sessions
        ),
        sentences=(*evening_success(summary), *evening_highlights(summary, names)),
        chart_heading=chart.table.caption,
        discs=discs(group, [each.player for each in summary.winners], photos),
    )


def _rotation_note(game: PlayedGame, first: FirstPlace | None, names: Names) -> PictureNote:
    """Return the note of a game whose partners changed: the first place, if all rounds are
    played, and the players. Totals of teams are left out, because they have no meaning."""
    words = rotation_state(game, names)
    return PictureNote(_first_place(first, names) or _("Partners change"), words)


def _session_note(session: Session, names: Names) -> PictureNote:
    """Return the note of a session: the first place, if all rounds are played, the progress,
    and the players."""
    everybody = ", ".join(names[player] for player in session.everybody)
    heading = _first_place(session.first_place, names) or _("Several tables")
    return PictureNote(heading, SEPARATOR.join([session_state(session), everybody]))


def _first_place(first: FirstPlace | None, names: Names) -> str:
    """Return the players in the first place, with their count; empty if there are none."""
    if first is None:
        return ""
    line = first_place_line(first, names)
    heading = [_("First place: %(names)s") % {"names": line.names}, line.count]
    return SEPARATOR.join(filter(None, heading))


def _game_note(game: PlayedGame, names: Names) -> PictureNote:
    """Return the totals of a game of two teams, and its players."""
    left, right = (team_label(names, game.team(team)) for team in Team)
    totals = score_pair(game.standing.totals)
    sentences = {
        RaceState.RUNNING: _("%(totals)s so far"),
        RaceState.ABANDONED: _("%(totals)s, abandoned"),
        RaceState.FORFEITED: _("%(totals)s, forfeited"),
    }
    heading = sentences.get(game.standing.state, "%(totals)s") % {"totals": totals}
    return PictureNote(
        heading, _("%(left)s against %(right)s") % {"left": left, "right": right}
    )
