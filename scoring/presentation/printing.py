"""A game's score sheet on paper: an empty pad with its names and a QR code, or a fair copy."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from scoring.charts.number_format import MINUS
from scoring.models import AdjustmentRow, Game, SheetRow
from scoring.presentation.agreements import agreement_summary
from scoring.presentation.game_changes import adjustment_summary
from scoring.presentation.points import format_points, signed_points
from scoring.presentation.rounds import call_letters, round_names
from scoring.presentation.scores import outcome
from scoring.presentation.times import played_on
from scoring.printing import Page, Paper, PrintedSheet, SheetLine, score_sheet
from scoring.rules import BySeat, RoundResult, Team

TITLE = "Tichu"


def score_pad(game: Game, address: str, paper: Paper) -> list[Page]:
    """Return empty rows under the names of the teams. The QR code contains the address of the
    table page."""
    about = agreement_summary(game.agreement)
    return score_sheet(PrintedSheet(_("Tichu"), about, _teams(game), address), paper)


def fair_copy(game: Game, paper: Paper) -> list[Page]:
    """Return the rounds and adjustments so far, in order, with running totals."""
    agreed = agreement_summary(game.agreement)
    about = " · ".join(filter(None, [played_on(game), agreed, outcome(game.sheet, game)]))
    lines = tuple(_line(entry, game) for entry in game.sheet.entries)
    return score_sheet(PrintedSheet(_("Tichu"), about, _teams(game), "", lines), paper)


def _teams(game: Game) -> tuple[str, str]:
    return game.team_names[Team.A], game.team_names[Team.B]


def _line(entry: SheetRow | AdjustmentRow, game: Game) -> SheetLine:
    totals = format_points(entry.totals.a), format_points(entry.totals.b)
    if isinstance(entry, AdjustmentRow):
        points = entry.adjustment.points
        words = adjustment_summary(entry.adjustment)
        return SheetLine(
            "±", words, "", (signed_points(points.a), signed_points(points.b)), totals
        )
    result, names = entry.round.result, round_names(entry.round, game)
    points = entry.round.points
    return SheetLine(
        str(entry.number),
        " › ".join(names[seat] for seat in result.out_order),
        ", ".join(_calls(result, names, game)),
        (format_points(points.a), format_points(points.b)),
        totals,
    )


def _calls(result: RoundResult, names: BySeat[str], game: Game) -> Iterator[str]:
    """Yield the calls in the usual notation: a plus for a call that was made, a minus for one
    that failed. A double win is included although it is no call, because it explains the
    points."""
    if result.double_win:
        yield _("double win")
    for call in result.calls:
        sign = "+" if result.is_made(call) else MINUS
        yield f"{call_letters(call.level, game.house_rules)}{sign} {names[call.seat]}"
