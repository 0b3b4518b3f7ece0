"""Forms for the bombs and the note of a round."""

from dataclasses import replace

from scoring.forms.command_form import CommandForm, RecordedRoundForm, T_co, version_field
from scoring.models import Change, clean_text
from scoring.rules import (
    FOUR_OF_A_KIND_LENGTH,
    MAX_NOTE_LENGTH,
    MAX_STRAIGHT_LENGTH,
    RANKS,
    Bomb,
    BySeat,
    IllegalRound,
    RoundNotes,
    Seat,
)
from scoring.services import rounds
from scoring.services.progress import ProgressUpdate, update_progress
from scoring.services.transaction import Submission


class RoundNotesForm(CommandForm[T_co]):
    """The notes of a round: a `bomb` for each that stays, one more by `bomb_seat`,
    `bomb_length` and `bomb_top`, and a `note`."""

    multiple_fields = frozenset({"bomb"})

    lengths = range(FOUR_OF_A_KIND_LENGTH, MAX_STRAIGHT_LENGTH + 1)
    tops = [(rank, sign) for sign, rank in reversed(RANKS.items())]
    most_letters = MAX_NOTE_LENGTH

    def clean(self) -> None:
        super().clean()
        try:
            self.cleaned_data["notes"] = self._sent()
        except IllegalRound as error:
            self.add_illegal_round(error)

    def _sent(self) -> RoundNotes:
        bombs = tuple(_read(bomb) for bomb in self.values("bomb"))
        note = clean_text(self.data.get("note", ""))
        # The same bomb once more is the same submission once more.
        return RoundNotes(tuple(dict.fromkeys((*bombs, *self._added()))), note)

    def _added(self) -> tuple[Bomb, ...]:
        seat, length, top = (
            self.data.get(f"bomb_{name}", "") for name in ("seat", "length", "top")
        )
        if not (seat or top):
            return ()
        return (Bomb.from_dict({"player": seat, "length": length, "top": top}),)

    @property
    def present(self) -> RoundNotes:
        """What is known now."""
        raise NotImplementedError

    @property
    def bombs(self) -> list[tuple[str, Bomb]]:
        """Every bomb as it is sent back, and the bomb."""
        return [(f"{bomb.seat}:{bomb.length}:{bomb.top}", bomb) for bomb in self.present.bombs]

    @property
    def note(self) -> str:
        return str(self.data.get("note", "") if self.is_bound else self.present.note)

    @property
    def names(self) -> BySeat[str]:
        """Who plays this round."""
        return self.game.names

    @property
    def players(self) -> list[tuple[Seat, str]]:
        return list(self.names.items())


class ProgressNotesForm(RoundNotesForm[ProgressUpdate]):
    """The notes of the round in progress."""

    after = version_field()

    @property
    def present(self) -> RoundNotes:
        return self.game.in_progress.notes

    def apply(self, submission: Submission) -> ProgressUpdate:
        return update_progress(
            self.game,
            lambda now: replace(now, notes=self.cleaned_data["notes"]),
            submission,
            after=self.cleaned_data["after"],
        )


class AnnotateForm(RecordedRoundForm, RoundNotesForm[Change]):
    """The notes of a recorded round."""

    @property
    def present(self) -> RoundNotes:
        row = self.game.sheet.row(self.seq)
        return row.round.notes if row else RoundNotes()

    def apply(self, submission: Submission) -> Change:
        return rounds.annotate(
            self.game,
            self.seq,
            self.cleaned_data["notes"],
            submission,
            seen=self.cleaned_data["seen"],
        )


def _read(bomb: str) -> Bomb:
    names = ("player", "length", "top")
    return Bomb.from_dict(dict(zip(names, bomb.split(":"), strict=False)))
