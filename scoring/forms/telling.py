"""What is ticked on the table while a round is played."""

import uuid

from scoring.forms.changes import GameForm, seen_number
from scoring.forms.seen import SeenField
from scoring.rules import Call, IllegalRound, Level, RoundInProgress, Seat


class TellForm(GameForm[RoundInProgress]):
    """What is ticked on the table: places, calls, and what closes Grand Tichu, beside what the
    phone has seen of them (`known`)."""

    after = seen_number()
    known = SeenField()

    def clean(self) -> None:
        super().clean()
        places = [self.data.get(name, "") for name in ("first", "second", "third")]
        try:
            self.cleaned_data["mine"] = RoundInProgress(
                order=tuple(Seat.read(place) for place in places if place),
                calls=tuple(
                    Call(Seat.read(seat), level)
                    for level in Level
                    for seat in self.typed(level)
                ),
                dealt="dealt" in self.data,
                played="played" in self.data,
            )
        except IllegalRound as error:
            self.refuse(error)

    def shows(self, known: RoundInProgress) -> bool:
        """Whether the phone already shows all that is known."""
        mine: RoundInProgress = self.cleaned_data["mine"]
        return (mine.order, mine.calls, mine.dealt, mine.played) == (
            known.order,
            known.calls,
            known.dealt,
            known.played,
        )

    @property
    def recorded(self) -> bool:
        """Whether all that the phone tells is on the sheet, as the round that came next."""
        mine: RoundInProgress = self.cleaned_data["mine"]
        rows = self.game.sheet.rounds_since(self.cleaned_data["after"])
        if not rows:
            return False
        told = rows[0].round.result
        return told.calls == mine.calls and told.out_order[: len(mine.order)] == mine.order

    def change(self, key: uuid.UUID) -> RoundInProgress:
        seen, mine = self.cleaned_data["known"], self.cleaned_data["mine"]
        return self.game.tell(
            lambda now: now.follow(seen, mine, self.game.house_rules),
            key=key,
            after=self.cleaned_data["after"],
            by=self.game.asked_by,
        )
