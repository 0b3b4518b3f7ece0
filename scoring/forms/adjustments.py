"""Forms that adjust the points of a game in addition to its rounds."""

import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from scoring.forms.command_form import CommandForm, illegal_round_message, version_field
from scoring.forms.typed_numbers import parse_integer
from scoring.models import Change, Game, clean_text
from scoring.rules import (
    MAX_ADJUSTMENT_NOTE_LENGTH,
    MESSAGES,
    Adjustment,
    AdjustmentReason,
    ByTeam,
    IllegalRound,
    check_adjusted_points,
)
from scoring.services import adjustments
from scoring.services.transaction import Submission

_POINTS_FIELDS = ByTeam("points_A", "points_B")
_TYPED_POINTS = re.compile(r"[+-]?[0-9]{1,6}")
_WITHOUT_REASON = "ADJUSTMENT_WITHOUT_REASON"
_NO_REASON = gettext_lazy(MESSAGES[_WITHOUT_REASON])
# The fields to which an error belongs.
_FIELDS = {
    "ADJUSTMENT_OF_NOTHING": tuple(_POINTS_FIELDS),
    _WITHOUT_REASON: ("note",),
    "ADJUSTMENT_NOTE_TOO_LONG": ("note",),
}


class AdjustedPointsField(forms.CharField):
    """The points of a team as they are typed, from -MAX_ADJUSTMENT to MAX_ADJUSTMENT, 0 for
    none."""

    def clean(self, value: Any) -> int:
        typed = super().clean(value)
        try:
            return _points(typed)
        except IllegalRound as error:
            raise forms.ValidationError(illegal_round_message(error), error.code) from None


class AdjustForm(CommandForm[Change]):
    """The points for each team as `points_A` and `points_B`, either of which can be missing;
    the `reason`, and a `note`. `after` is the `seq` of the last round that the phone showed."""

    after = version_field()
    points_A = AdjustedPointsField(required=False)  # noqa: N815 (named after the teams)
    points_B = AdjustedPointsField(required=False)  # noqa: N815
    reason = forms.TypedChoiceField(
        choices=[(each.value, each.value) for each in AdjustmentReason],
        coerce=AdjustmentReason,
        error_messages={"required": _NO_REASON, "invalid_choice": _NO_REASON},
    )
    note = forms.CharField(required=False)

    note_max_length = MAX_ADJUSTMENT_NOTE_LENGTH
    no_teams = gettext_lazy(
        "Partners change in this game: amend the round instead of the points of a team."
    )

    def clean(self) -> None:
        super().clean()
        if self.game.rotation:
            self.add_error(None, str(self.no_teams))
        if self.errors:
            return
        data = self.cleaned_data
        try:
            points = _POINTS_FIELDS.map(data.__getitem__)
            data["adjustment"] = Adjustment(points, data["reason"], clean_text(data["note"]))
        except IllegalRound as error:
            self.add_illegal_round(error, *_FIELDS[error.code])

    def apply(self, submission: Submission) -> Change:
        data = self.cleaned_data
        return adjustments.add_adjustment(
            self.game, data["adjustment"], submission, after=data["after"]
        )


def _points(typed: str) -> int:
    """The typed points, 0 for an empty text. Raises IllegalRound."""
    points = parse_integer(typed.strip() or "0", _TYPED_POINTS, "ADJUSTMENT_OUT_OF_RANGE")
    check_adjusted_points(points)
    return points


class RemoveAdjustmentForm(CommandForm[Change]):
    """Remove the adjustment that change `seq` made."""

    def __init__(self, data: Mapping[str, Any] | None = None, *, game: Game, seq: int) -> None:
        super().__init__(data, game=game)
        self.seq = seq

    def apply(self, submission: Submission) -> Change:
        return adjustments.remove_adjustment(self.game, self.seq, submission)
