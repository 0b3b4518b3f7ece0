"""The totals of a game, round by round, as a chart and as a picture to share."""

from collections.abc import Iterator, Mapping

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.charts import (
    Chart,
    LineChart,
    LineStyle,
    Marker,
    MarkerShape,
    Picture,
    PictureRow,
    Series,
    WinProbability,
    render_compact_lines,
    render_lines,
)
from scoring.models import Game, ScoreSheet, SheetRow
from scoring.presentation.avatars import discs
from scoring.presentation.game_story import story_view
from scoring.presentation.points import format_points
from scoring.presentation.rounds import round_summary
from scoring.presentation.scores import outcome
from scoring.presentation.times import played_on
from scoring.rules import CallLevel, Team
from scoring.stats.win_probability.timeline import Timeline

_LOOKS = {Team.A: LineStyle.A, Team.B: LineStyle.B}
_LINES = {Team.A: 0, Team.B: 1}
_SHAPES = {
    (CallLevel.TICHU, True): MarkerShape.UP,
    (CallLevel.TICHU, False): MarkerShape.DOWN,
    (CallLevel.GRAND, True): MarkerShape.UP_TWICE,
    (CallLevel.GRAND, False): MarkerShape.DOWN_TWICE,
    (CallLevel.EXTRA, True): MarkerShape.UP_THRICE,
    (CallLevel.EXTRA, False): MarkerShape.DOWN_THRICE,
}


def race_chart(sheet: ScoreSheet, game: Game, timeline: Timeline | None = None) -> Chart:
    """Return a chart of both totals after every round, with calls and double wins on the line
    of their team, and the win probability below."""
    return render_lines("race", race_lines(sheet, game, timeline))


def race_lines(sheet: ScoreSheet, game: Game, timeline: Timeline | None = None) -> LineChart:
    return LineChart(
        title=_("The race to %(target)s") % {"target": game.target}
        if game.target
        else _("The race"),
        description=_description(sheet, game),
        series=_series(sheet, game),
        axis_label=_("rounds"),
        row_label=_("Round"),
        target=game.target,
        markers=tuple(mark for row in sheet.rows for mark in _marks(row)),
        notes=("", *(round_summary(row.round, game) for row in sheet.rows)),
        win_probability=_win_probability(timeline, game) if timeline else None,
    )


def compact_race(sheet: ScoreSheet, game: Game) -> SafeString:
    """Return both totals after every round as lines without an axis, and the target."""
    return render_compact_lines(_series(sheet, game), game.target)


def _series(sheet: ScoreSheet, game: Game) -> tuple[Series, ...]:
    return tuple(
        Series(
            game.team_names[team],
            (0, *(totals[team] for totals in sheet.totals_by_round)),
            _LOOKS[team],
        )
        for team in Team
    )


def _win_probability(timeline: Timeline, game: Game) -> WinProbability:
    turn = timeline.turning_point
    return WinProbability(
        title=_("Chances of %(names)s") % {"names": game.team_names.a},
        column_label=_("Left wins"),
        values=timeline.probabilities,
        turning_point=turn and turn.round_number,
    )


def race_picture(game: Game, photos: Mapping[int, bytes]) -> Picture:
    """Return a picture of a finished game: the winners and the kind of win, the date and the
    group, both totals, and a chart of the race. `photos` are those of the players, by primary
    key."""
    sheet, standing = game.sheet, game.sheet.standing
    rounds = ngettext("after %(n)s round", "after %(n)s rounds", standing.rounds)
    story = story_view(sheet, game)
    return Picture(
        heading=f"{game.group} · {played_on(game)}",
        title=outcome(sheet, game),
        sentences=(story.sentence,) if story else (),
        rows=tuple(
            PictureRow(
                tuple(game.names[seat] for seat in team.seats),
                format_points(total),
                _LOOKS[team],
                won=team == standing.winner,
                discs=discs(game, [game.players[seat] for seat in team.seats], photos),
            )
            for team, total in sheet.ranking
        ),
        chart=race_chart(sheet, game),
        footer=f"{rounds % {'n': standing.rounds}} · Tichu Score",
    )


def _description(sheet: ScoreSheet, game: Game) -> str:
    standing = sheet.standing
    totals = ", ".join(
        f"{game.team_names[team]} {format_points(total)}"
        for team, total in standing.totals.items()
    )
    description = ngettext(
        "%(totals)s after %(rounds)s round",
        "%(totals)s after %(rounds)s rounds",
        standing.rounds,
    )
    return description % {"totals": totals, "rounds": standing.rounds}


def _marks(row: SheetRow) -> Iterator[Marker]:
    result = row.round.result
    if result.double_win:
        series = _LINES[result.first_out.team]
        yield Marker(row.number, series, MarkerShape.RING, _("double win"))
    for call in result.calls:
        made = result.is_made(call)
        shape = _SHAPES[call.level, made]
        yield Marker(
            row.number, _LINES[call.seat.team], shape, _mark_label(call.level, made=made)
        )


def _mark_label(level: CallLevel, *, made: bool) -> str:
    if level is CallLevel.EXTRA:
        return _("Extra call made") if made else _("Extra call failed")
    if level is CallLevel.TICHU:
        return _("Tichu made") if made else _("Tichu failed")
    return _("Grand Tichu made") if made else _("Grand Tichu failed")
