"""Forms that record, amend, remove, undo and redo rounds."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any, Self

from django.http import QueryDict

from scoring.forms.amendment import complete_amendment
from scoring.forms.command_form import CommandForm, RecordedRoundForm, version_field
from scoring.forms.progress_snapshot import SeenTable
from scoring.forms.round_form import RoundForm, initial_values
from scoring.models import Change, Game, Round, SheetRow
from scoring.rules import (
    HAND,
    BySeat,
    Call,
    CallLevel,
    IllegalRound,
    RoundResult,
    Seat,
)
from scoring.services import rounds
from scoring.services.rotation import tapped_players
from scoring.services.seating import players_seated
from scoring.services.transaction import Submission


class RecordForm(SeenTable, RoundForm):
    """Records a new round."""

    counting = True

    @classmethod
    def from_progress(cls, game: Game) -> Self:
        """An unbound form with the round in progress as its initial values."""
        form, known = cls(game=game), game.in_progress
        form.initial = initial_values(known.out_order, known.calls)
        with suppress(IllegalRound):
            form.initial["card_points"] = str(known.card_points().a)
        return form

    def with_transfer(self) -> Self:
        """The form with the counted piles of all players instead of the card points. If the
        piles are not complete, the form is unchanged."""
        with suppress(IllegalRound):
            counted = self.game.in_progress.transfer()
            piles = [*counted.captured.items(), (HAND, counted.last_hand)]
            self.initial.update({str(name): str(points) for name, points in piles})
            self.initial.update({"last": str(counted.last_player), "card_points": ""})
        return self

    @property
    def missed_calls(self) -> list[tuple[Seat, Call | None]]:
        """The calls of other phones that this round does not contain. Each is the caller and
        the call; the call is None if it was taken back."""
        now = self.game.in_progress
        seats = now.missed_calls(self.seen_progress.base(now), self.result)
        return [(seat, now.call(seat)) for seat in seats]

    @property
    def with_remote_calls(self) -> list[tuple[str, str]]:
        """`submitted` with the calls that this phone missed."""
        missed = dict(self.missed_calls)
        kept = [
            (name, value)
            for name, value in self.submitted
            if not (name in set(CallLevel) and value in missed)
        ]
        return kept + [(call.level, call.seat) for call in missed.values() if call]

    def conflicting_rounds(self) -> list[SheetRow]:
        """The rounds that other phones have recorded after `after`."""
        return self.game.sheet.rounds_since(self.cleaned_data["after"])

    def apply(self, submission: Submission) -> Change:
        return rounds.record(
            self.game,
            self.result,
            submission,
            after=self.cleaned_data["after"],
            seen_progress=self.seen_progress,
        )

    @property
    def seen_seating(self) -> int:
        return super().seen_seating or 0

    @property
    def tapped_names(self) -> BySeat[str]:
        tapped = tapped_players if self.game.rotation else players_seated
        return self.game.names_in(tapped(self.game, self.seen_seating))

    @property
    def seating_changed(self) -> bool:
        """Whether the present seating differs from the one that the phone showed."""
        return self.seen_seating != self.game.seating_number


class AmendForm(RecordedRoundForm, RoundForm):
    """Sets another result of a recorded round. Fields that are not sent keep the values that
    the page showed (see `complete_amendment`)."""

    amending = True  # every place can be ticked, and present ticks can be saved unchanged

    @property
    def is_recorded(self) -> bool:
        """Whether the round is on the sheet. If not, the form must not amend another round
        instead."""
        return self.row is not None

    def conflicting_rounds(self) -> list[SheetRow]:
        """The present round; if it was removed, the rounds that were recorded since then."""
        if self.row:
            return [self.row]
        removal = self.game.changes.filter(seq=self.seq).last()
        return self.game.sheet.rounds_since(removal.number) if removal else []

    def _facts(self) -> dict[str, Any]:
        self.data = self._completed()
        return super()._facts()

    def _completed(self) -> Mapping[str, Any]:
        """The fields that were sent, completed by the round that the page showed."""
        seen = self.game.changes.filter(
            number=self.cleaned_data.get("seen") or 0, seq=self.seq
        ).first()
        if seen is None or seen.result_after is None:
            return self.data
        data = QueryDict(mutable=True)
        for name in self.data:
            data.setlist(name, self.values(name))
        for name, value in complete_amendment(data, seen.result_after).items():
            data[name] = value
        return data

    def start_from(self, stored: Round) -> Self:
        """The form with the recorded round as its initial values."""
        result = stored.result
        self.initial = initial_values(result.out_order, result.calls)
        if result.card_points:
            self.initial["card_points"] = str(result.card_points.a)
        return self

    def apply(self, submission: Submission) -> Change:
        return rounds.amend(
            self.game,
            self.seq,
            self._with_transfer(),
            submission,
            seen=self.cleaned_data["seen"],
        )

    def _with_transfer(self) -> RoundResult:
        """The result with the piles that were counted before, if they have the same card
        points."""
        counted = self.row.round.result.transfer if self.row else None
        with suppress(IllegalRound):
            return replace(self.result, transfer=self.result.transfer or counted)
        return self.result


class RemoveForm(RecordedRoundForm):
    """Removes a recorded round."""

    def apply(self, submission: Submission) -> Change:
        return rounds.remove(self.game, self.seq, submission, seen=self.cleaned_data["seen"])


class UndoForm(CommandForm[Change]):
    """Undoes the change with this number, for which a button was tapped."""

    number = version_field()

    def apply(self, submission: Submission) -> Change:
        return rounds.undo(self.game, self.cleaned_data["number"], submission)


class RedoForm(CommandForm[Change]):
    """Redoes the change with this number, for which a button was tapped."""

    number = version_field()

    def apply(self, submission: Submission) -> Change:
        return rounds.redo(self.game, self.cleaned_data["number"], submission)
