"""Buttons for corrections of a recorded round by one tap."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.forms.round_form import initial_values
from scoring.models import Game, Round
from scoring.presentation.points import score_pair
from scoring.presentation.rounds import level_name, round_names
from scoring.rules import BySeat, RoundResult, score_round
from scoring.rules.corrections import Correction, CorrectionKind, likely_corrections


@dataclass(frozen=True, slots=True)
class CorrectionButton:
    """A button with a likely correction of the round, and the score after it.

    The fields are those of AmendForm.
    """

    label: str
    score: str
    fields: list[tuple[str, str]]


def correction_buttons(row: Round, game: Game) -> list[CorrectionButton]:
    """Return buttons for the likely corrections of a recorded round, the likeliest first."""
    names, rules = round_names(row, game), game.house_rules
    return [
        CorrectionButton(
            _label(each, names, game),
            score_pair(score_round(each.result, rules).points),
            _fields(each.result),
        )
        for each in likely_corrections(row.result, rules)
    ]


def _label(correction: Correction, names: BySeat[str], game: Game) -> str:
    result, call = correction.result, correction.call
    if correction.kind is CorrectionKind.CARD_POINTS and result.card_points:
        return score_pair(result.card_points)
    if correction.kind is CorrectionKind.DOUBLE_WIN:
        return _("Double win")
    if call is None:
        return _("%(name)s first") % {"name": names[result.first_out]}
    added = correction.kind is CorrectionKind.CALL
    sentence = _("%(call)s %(name)s") if added else _("No %(call)s %(name)s")
    return sentence % {
        "name": names[call.seat],
        "call": level_name(call.level, game.house_rules),
    }


def _fields(result: RoundResult) -> list[tuple[str, str]]:
    fields = []
    for name, value in initial_values(result.out_order, result.calls).items():
        values = value if isinstance(value, list) else [value]
        fields += [(str(name), str(each)) for each in values]
    if result.card_points:
        fields.append(("card_points", str(result.card_points.a)))
    return fields
