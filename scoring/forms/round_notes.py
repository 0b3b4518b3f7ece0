"""Forms for the bombs, the long straights and the note of a round."""

from dataclasses import replace

from scoring.forms.command_form import CommandForm, RecordedRoundForm, T_co, version_field
from scoring.models import Change, clean_text
from scoring.rules import (
    FOUR_OF_A_KIND_LENGTH,
    MAX_LONG_STRAIGHT_LENGTH,
    MAX_NOTE_LENGTH,
    MAX_STRAIGHT_LENGTH,
    MIN_LONG_STRAIGHT_LENGTH,
    RANKS,
    Bomb,
    BySeat,
    IllegalRound,
    LongStraight,
    RoundNotes,
    Seat,
)
from scoring.services import rounds
from scoring.services.progress import ProgressUpdate, update_progress
from scoring.services.transaction import Submission

_WITHOUT_PLAYER = {"bomb": "BOMB_WITHOUT_PLAYER", "straight": "STRAIGHT_WITHOUT_PLAYER"}


class RoundNotesForm(CommandForm[T_co]):
    """The notes of a round: a `bomb` for each bomb that remains; another bomb as `bomb_seat`,
    `bomb_length` and `bomb_top`; the same fields for a `straight`; and a `note`."""

    multiple_fields = frozenset({"bomb", "straight"})

    lengths = range(FOUR_OF_A_KIND_LENGTH, MAX_STRAIGHT_LENGTH + 1)
    straight_lengths = range(MIN_LONG_STRAIGHT_LENGTH, MAX_LONG_STRAIGHT_LENGTH + 1)
    tops = [(rank, sign) for sign, rank in reversed(RANKS.items())]
    straight_tops = [(rank, sign) for rank, sign in tops if rank >= MIN_LONG_STRAIGHT_LENGTH]
    note_max_length = MAX_NOTE_LENGTH

    def clean(self) -> None:
        super().clean()
        try:
            self.cleaned_data["notes"] = self._sent()
        except IllegalRound as error:
            self.add_illegal_round(error)

    def _sent(self) -> RoundNotes:
        bombs = [_facts(bomb) for bomb in self.values("bomb")] + self._added("bomb")
        straights = [_facts(each) for each in self.values("straight")]
        straights += self._added("straight")
        # An equal bomb or straight comes from a submission that was sent again, so it counts
        # once.
        return RoundNotes(
            tuple(dict.fromkeys(map(Bomb.from_dict, bombs))),
            clean_text(self.data.get("note", "")),
            tuple(dict.fromkeys(map(LongStraight.from_dict, straights))),
        )

    def _added(self, combination: str) -> list[dict[str, str]]:
        """The facts of an added bomb or straight: a list of one or none. Raises IllegalRound if
        its player is missing."""
        seat, length, top = (
            self.data.get(f"{combination}_{name}", "") for name in ("seat", "length", "top")
        )
        if top and not seat:
            raise IllegalRound(_WITHOUT_PLAYER[combination])
        return [{"player": seat, "length": length, "top": top}] if seat or top else []

    @property
    def present(self) -> RoundNotes:
        """The present notes of the round."""
        raise NotImplementedError

    @property
    def bombs(self) -> list[tuple[str, Bomb]]:
        """Every bomb, with the value that the form sends back for it."""
        return [(_value(bomb), bomb) for bomb in self.present.bombs]

    @property
    def straights(self) -> list[tuple[str, LongStraight]]:
        """Every long straight, with the value that the form sends back for it."""
        return [(_value(straight), straight) for straight in self.present.straights]

    @property
    def note(self) -> str:
        return str(self.data.get("note", "") if self.is_bound else self.present.note)

    @property
    def names(self) -> BySeat[str]:
        """The names of the players of this round."""
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
        return self.row.round.notes if self.row else RoundNotes()

    def apply(self, submission: Submission) -> Change:
        return rounds.annotate(
            self.game,
            self.seq,
            self.cleaned_data["notes"],
            submission,
            seen=self.cleaned_data["seen"],
        )


def _value(noted: Bomb | LongStraight) -> str:
    return f"{noted.seat}:{noted.length}:{noted.top}"


def _facts(value: str) -> dict[str, str]:
    """The inverse of `_value`: the facts of a bomb or a straight."""
    return dict(zip(("player", "length", "top"), value.split(":"), strict=False))
