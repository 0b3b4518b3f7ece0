"""Forms for what a round is remembered for: bombs, and a note."""

import uuid
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scoring.forms.changes import GameForm, T, seen_number
from scoring.models import Change, Game
from scoring.rules import (
    FOUR,
    LONGEST_RUN,
    MOST_LETTERS,
    RANKS,
    Bomb,
    IllegalRound,
    Moments,
    RoundInProgress,
    Seat,
)


class MomentsForm(GameForm[T]):
    """The moments of a round: a `bomb` for each that stays, one more by `bomb_seat`,
    `bomb_length` and `bomb_top`, and a `note`."""

    lengths = range(FOUR, LONGEST_RUN + 1)
    tops = [(rank, sign) for sign, rank in reversed(RANKS.items())]
    most_letters = MOST_LETTERS

    def clean(self) -> None:
        super().clean()
        try:
            self.cleaned_data["moments"] = self._sent()
        except IllegalRound as error:
            self.refuse(error)

    def _sent(self) -> Moments:
        bombs = tuple(_read(bomb) for bomb in self.typed("bomb"))
        note = " ".join(self.data.get("note", "").split())
        # The same bomb once more is the same submission once more.
        return Moments(tuple(dict.fromkeys((*bombs, *self._added()))), note)

    def _added(self) -> tuple[Bomb, ...]:
        seat, length, top = (
            self.data.get(f"bomb_{name}", "") for name in ("seat", "length", "top")
        )
        if not (seat or top):
            return ()
        return (Bomb.from_facts({"player": seat, "length": length, "top": top}),)

    @property
    def present(self) -> Moments:
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
    def players(self) -> list[tuple[Seat, str]]:
        return list(self.game.names.items())


class PlayingMomentsForm(MomentsForm[RoundInProgress]):
    """The moments of the round in progress."""

    after = seen_number()

    @property
    def present(self) -> Moments:
        return self.game.in_progress.moments

    def change(self, key: uuid.UUID) -> RoundInProgress:
        return self.game.tell(
            lambda now: replace(now, moments=self.cleaned_data["moments"]),
            key=key,
            after=self.cleaned_data["after"],
            by=self.game.asked_by,
        )


class RememberForm(MomentsForm[Change]):
    """The moments of recorded round `seq`; `seen` is the version that was on screen."""

    seen = seen_number()

    def __init__(self, data: Mapping[str, Any] | None = None, *, game: Game, seq: int) -> None:
        super().__init__(data, game=game)
        self.seq = seq

    @property
    def present(self) -> Moments:
        row = self.game.sheet.row(self.seq)
        return row.round.moments if row else Moments()

    def change(self, key: uuid.UUID) -> Change:
        return self.game.remember(
            self.seq,
            self.cleaned_data["moments"],
            key=key,
            seen=self.cleaned_data["seen"],
            by=self.game.asked_by,
        )


def _read(bomb: str) -> Bomb:
    names = ("player", "length", "top")
    return Bomb.from_facts(dict(zip(names, bomb.split(":"), strict=False)))
