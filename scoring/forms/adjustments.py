"""Forms that adjust the points of a game beside its rounds."""

import re
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy

from scoring.forms.command_form import CommandForm, version_field
from scoring.forms.typed_numbers import parse_integer
from scoring.models import Change, Game, clean_text
from scoring.rules import (
    MAX_ADJUSTMENT_NOTE_LENGTH,
    Adjustment,
    AdjustmentReason,
    ByTeam,
    IllegalRound,
)
from scoring.services import adjustments
from scoring.services.transaction import Submission

_POINTS = re.compile(r"[+-]?[0-9]{1,6}")


class AdjustForm(CommandForm[Change]):
    """Points for each team as `points_A` and `points_B`, either of which may be left out; the
    `reason`, and a `note`. `after` is the `seq` of the last round that the phone has seen."""

    after = version_field()

    note_max_length = MAX_ADJUSTMENT_NOTE_LENGTH
    no_teams = gettext_lazy(
        "Partners change in this game: amend the round instead of the points of a team."
    )

    def clean(self) -> None:
        super().clean()
        if self.game.rotation:
            self.add_error(None, str(self.no_teams))
            return
        try:
            self.cleaned_data["adjustment"] = self._sent()
        except IllegalRound as error:
            self.add_illegal_round(error)

    def _sent(self) -> Adjustment:
        reason = self.data.get("reason", "")
        if reason not in set(AdjustmentReason):
            raise IllegalRound("ADJUSTMENT_WITHOUT_REASON")
        return Adjustment(
            ByTeam.from_function(lambda team: _points(self.data.get(f"points_{team}", ""))),
            AdjustmentReason(reason),
            clean_text(self.data.get("note", "")),
        )

    def apply(self, submission: Submission) -> Change:
        data = self.cleaned_data
        return adjustments.add_adjustment(
            self.game, data["adjustment"], submission, after=data["after"]
        )


def _points(typed: str) -> int:
    """Points as somebody typed them, 0 for none. Raises IllegalRound."""
    return parse_integer(typed.strip() or "0", _POINTS, "ADJUSTMENT_OUT_OF_RANGE")


class RemoveAdjustmentForm(CommandForm[Change]):
    """Take the adjustment of change `seq` off the sheet."""

    def __init__(self, data: Mapping[str, Any] | None = None, *, game: Game, seq: int) -> None:
        super().__init__(data, game=game)
        self.seq = seq

    def apply(self, submission: Submission) -> Change:
        return adjustments.remove_adjustment(self.game, self.seq, submission)
