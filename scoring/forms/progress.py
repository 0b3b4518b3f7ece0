"""The form of the round in progress on the table page."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.forms.command_form import CommandForm
from scoring.forms.progress_snapshot import SeenTable, read_ticks
from scoring.rules import Call, CallLevel, IllegalRound, Seat
from scoring.services.progress import ProgressUpdate, update_progress
from scoring.services.transaction import Submission


class ProgressForm(SeenTable, CommandForm[ProgressUpdate]):
    """The ticks of the table: places, calls, and the ticks that end the time for Grand
    Tichu."""

    multiple_fields = frozenset(map(str, CallLevel))

    def clean(self) -> None:
        super().clean()
        try:
            self.cleaned_data["mine"] = read_ticks(self.data, self.values)
        except IllegalRound as error:
            self.add_illegal_round(error)

    @property
    def lost_calls(self) -> list[tuple[Seat, Call | None]]:
        """The calls of this phone that are lost because the round is no longer in progress: it
        was recorded without them, or another change came first. Each is the caller and the
        call; the call is None if it was taken back. Places are not lost, because the recorded
        round has its own."""
        known, mine = self.seen_progress.known, self.cleaned_data["mine"]
        row = self.next_recorded_round()
        calls = {call.seat: call for call in row.round.result.calls} if row else {}
        return [
            (seat, mine.call(seat))
            for seat in Seat
            if mine.call(seat) not in {known.call(seat), calls.get(seat)}
        ]

    def add_stale_error(self) -> None:
        """Add an error for each lost call."""
        row = self.next_recorded_round()
        for seat, call in self.lost_calls:
            late = _late(call, recorded=row is not None)
            number, name = row.number if row else 0, self.game.names[seat]
            self.add_error(None, late % {"number": number, "name": name})

    def apply(self, submission: Submission) -> ProgressUpdate:
        seen, mine = self.seen_progress, self.cleaned_data["mine"]
        return update_progress(
            self.game,
            lambda now: now.merge(seen.base(now), mine, self.game.house_rules),
            submission,
            after=self.cleaned_data["after"],
        )


# The errors for lost calls, by level, and by whether the round was recorded meanwhile.
_LATE = {
    (CallLevel.TICHU, True): gettext_noop(
        "Round %(number)s was recorded without Tichu %(name)s: amend it, if need be."
    ),
    (CallLevel.GRAND, True): gettext_noop(
        "Round %(number)s was recorded without Grand Tichu %(name)s: amend it, if need be."
    ),
    (CallLevel.EXTRA, True): gettext_noop(
        "Round %(number)s was recorded without the extra call by %(name)s:"
        " amend it, if need be."
    ),
    (CallLevel.TICHU, False): gettext_noop(
        "The game was changed meanwhile: Tichu %(name)s was not stored."
    ),
    (CallLevel.GRAND, False): gettext_noop(
        "The game was changed meanwhile: Grand Tichu %(name)s was not stored."
    ),
    (CallLevel.EXTRA, False): gettext_noop(
        "The game was changed meanwhile: the extra call by %(name)s was not stored."
    ),
}


def _late(call: Call | None, *, recorded: bool) -> str:
    """The error for a lost call; `call` is None for a call that was taken back."""
    if call is None:
        return _("Round %(number)s was recorded with a call by %(name)s: amend it, if need be.")
    return _(_LATE[call.level, recorded])
