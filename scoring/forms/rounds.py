"""Forms that change a round: the one place where IllegalRound becomes a form error."""

import re
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from django import forms
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.models import Change, Game, Round, SheetRow
from scoring.rules import (
    DECK_POINTS,
    FEWEST_POINTS,
    MOST_POINTS,
    POINTS_STEP,
    SENTENCES,
    ByTeam,
    IllegalRound,
    Level,
    RoundResult,
    Seat,
    Team,
    score_round,
)

_PAIRS = [
    ByTeam(points, DECK_POINTS - points)
    for points in range(FEWEST_POINTS, MOST_POINTS + 1, POINTS_STEP)
]
_WHOLE_NUMBER = re.compile(r"-?[0-9]{1,9}")
_OUTDATED = gettext_lazy("This page is out of date: reload it, and try again.")


class GameForm(forms.Form):
    """A change of a game. `key` is made in the browser for this one submission; without
    JavaScript there is none, and `after`, `seen` or `number` alone keep a second tap out."""

    key = forms.UUIDField(required=False, error_messages={"invalid": _OUTDATED})

    def __init__(self, data: Mapping[str, Any] | None = None, *, game: Game) -> None:
        super().__init__(data)
        self.game = game

    def change(self, key: uuid.UUID) -> Change:
        """Carry the change out. Raises Conflict and IllegalRound."""
        raise NotImplementedError

    def carry_out(self) -> Change | None:
        """Check what was sent and make the change; None if it is refused, with the reason in
        the form's errors. Raises Conflict."""
        if not self.is_valid():
            return None
        try:
            return self.change(self.cleaned_data["key"] or uuid.uuid4())
        except IllegalRound as error:
            self.refuse(error)
            return None

    def refuse(self, error: IllegalRound) -> None:
        sentence = _(SENTENCES[error.code]) % error.params
        self.add_error(None, forms.ValidationError(sentence, code=error.code))

    @property
    def sentences(self) -> list[str]:
        """Everything that is wrong, as sentences for a person."""
        return [str(sentence) for errors in self.errors.values() for sentence in errors]


def _seen_number() -> forms.IntegerField:
    return forms.IntegerField(
        min_value=0,
        error_messages=dict.fromkeys(("required", "invalid", "min_value"), _OUTDATED),
    )


class RoundForm(GameForm):
    """The facts of a round as they are tapped: `first`, `second` and `third` as seats, `tichu`
    and `grand` as lists of seats, and `card_points` of the left team (the other team has the
    rest of 100). RoundResult checks them all, so they need no fields of their own."""

    common_pairs = [pair for pair in _PAIRS if min(pair) >= 0]
    rare_pairs = [pair for pair in _PAIRS if min(pair) < 0]

    def clean(self) -> None:
        super().clean()
        try:
            result = RoundResult.from_facts(self._facts())
            score_round(result, self.game.house_rules)
        except IllegalRound as error:
            self.refuse(error)
        else:
            self.cleaned_data["result"] = result

    @property
    def result(self) -> RoundResult:
        result: RoundResult = self.cleaned_data["result"]
        return result

    def _facts(self) -> dict[str, Any]:
        places = [self.data.get(name, "") for name in ("first", "second", "third")]
        if places[2] and not places[1]:
            raise IllegalRound("OUT_ORDER_TOO_SHORT")
        order = [place for place in places if place]
        return {
            "first_out": places[0],
            "out_order": order if len(order) > 1 else None,
            "card_points": self._card_points(),
            "calls": [
                {"player": seat, "level": level}
                for level in Level
                for seat in self.typed(level)
            ],
        }

    def _card_points(self) -> dict[str, int] | None:
        typed = self.data.get("card_points")
        if not typed:
            return None
        if not _WHOLE_NUMBER.fullmatch(typed):
            raise IllegalRound("CARD_POINTS_NOT_INTEGER")
        points = int(typed)
        return {Team.A: points, Team.B: DECK_POINTS - points}

    def typed(self, name: str) -> list[str]:
        """What stands under a name: what was sent, or what the form starts from."""
        if isinstance(self.data, MultiValueDict) and self.is_bound:
            return list(self.data.getlist(name))
        value = (self.data if self.is_bound else self.initial).get(name) or []
        return [value] if isinstance(value, str) else list(value)

    @property
    def now(self) -> int | None:
        """The left team's card points that are on record now, for marking their key."""
        points = self.initial.get("card_points")
        return int(points) if points else None

    @property
    def entered(self) -> list[tuple[str, str]]:
        """Every fact that was sent, for sending it again another way."""
        fields = ("first", "second", "third", "card_points", *Level)
        return [(name, value) for name in fields for value in self.typed(name)]

    def sides(self) -> list[tuple[Team, list["SeatEntry"]]]:
        """The four seats as they are drawn, team by team."""
        names = self.game.names
        return [
            (team, [SeatEntry.of(self, seat, names[seat]) for seat in team.seats])
            for team in Team
        ]


@dataclass(frozen=True, slots=True)
class SeatEntry:
    """One seat on the form: who sits there, and what is ticked."""

    seat: Seat
    name: str
    ticked: frozenset[str]

    @classmethod
    def of(cls, form: RoundForm, seat: Seat, name: str) -> Self:
        fields = ("first", "second", "third", *Level)
        return cls(seat, name, frozenset(f for f in fields if seat in form.typed(f)))


class RecordForm(RoundForm):
    """A new round; `after` is the `seq` of the last round that the phone has seen."""

    after = _seen_number()

    def theirs(self) -> list[SheetRow]:
        """What others put on the sheet meanwhile."""
        return self.game.sheet.rounds_since(self.cleaned_data["after"])

    def change(self, key: uuid.UUID) -> Change:
        return self.game.record(
            self.result, key=key, after=self.cleaned_data["after"], by=self.game.asked_by
        )


class AmendForm(RoundForm):
    """Other facts for round `seq`; `seen` is the version of the round that was on screen."""

    seen = _seen_number()

    def __init__(self, data: Mapping[str, Any] | None = None, *, game: Game, seq: int) -> None:
        super().__init__(data, game=game)
        self.seq = seq

    def theirs(self) -> list[SheetRow]:
        """The round as others left it; nothing if they removed it."""
        row = self.game.sheet.row(self.seq)
        return [row] if row else []

    def start_from(self, stored: Round) -> Self:
        """Tick what is recorded now."""
        result = stored.result
        places = zip(("first", "second", "third"), result.out_order, strict=False)
        self.initial = {
            **dict(places),
            **{
                level: [call.seat for call in result.calls if call.level is level]
                for level in Level
            },
            "card_points": str(result.card_points.a) if result.card_points else "",
        }
        return self

    def change(self, key: uuid.UUID) -> Change:
        return self.game.amend(
            self.seq,
            self.result,
            key=key,
            seen=self.cleaned_data["seen"],
            by=self.game.asked_by,
        )


class RemoveForm(GameForm):
    seen = _seen_number()

    def __init__(self, data: Mapping[str, Any] | None = None, *, game: Game, seq: int) -> None:
        super().__init__(data, game=game)
        self.seq = seq

    def change(self, key: uuid.UUID) -> Change:
        return self.game.remove(
            self.seq, key=key, seen=self.cleaned_data["seen"], by=self.game.asked_by
        )


class UndoForm(GameForm):
    """Take back the change with this number, the one whose button was tapped."""

    number = _seen_number()

    def change(self, key: uuid.UUID) -> Change:
        return self.game.undo(self.cleaned_data["number"], key=key, by=self.game.asked_by)


class RedoForm(GameForm):
    number = _seen_number()

    def change(self, key: uuid.UUID) -> Change:
        return self.game.redo(self.cleaned_data["number"], key=key, by=self.game.asked_by)
