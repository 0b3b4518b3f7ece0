"""Forms that change a round: the facts as they are tapped, for a new round or another one."""

import re
import uuid
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Self

from scoring.forms.changes import GameForm, seen_number
from scoring.forms.seen import SeenField
from scoring.models import Change, Game, Round, SheetRow
from scoring.rules import (
    DECK_POINTS,
    FEWEST_POINTS,
    HAND,
    MOST_POINTS,
    POINTS_STEP,
    ByTeam,
    Call,
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
MINUS = "\N{MINUS SIGN}"
_WHOLE_NUMBER = re.compile(r"-?[0-9]{1,9}")


class RoundForm(GameForm[Change]):
    """The facts of a round as they are tapped: `first`, `second` and `third` as seats, `tichu`
    and `grand` as lists of seats, and `card_points` of the left team (the other team has the
    rest of 100); or instead of these `last`, with the points of every player's tricks under
    the seat, and of the last one's `hand`. RoundResult checks them all, so they need no fields
    of their own."""

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
            "transfer": self._transfer(),
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
        points = read_points(typed)
        return {Team.A: points, Team.B: DECK_POINTS - points}

    def _transfer(self) -> dict[str, Any] | None:
        if not self.data.get("last"):
            return None
        return {
            "captured": {seat: read_points(self.data.get(seat, "")) for seat in Seat},
            "last_hand": read_points(self.data.get(HAND, "")),
            "last": self.data["last"],
        }

    @property
    def now(self) -> int | None:
        """The left team's card points that are on record now, for marking their key."""
        points = self.initial.get("card_points")
        return int(points) if points else None

    @property
    def entered(self) -> list[tuple[str, str]]:
        """Every fact that was sent, for sending it again another way."""
        fields = ("first", "second", "third", "card_points", "last", HAND, *Level, *Seat)
        return [(name, value) for name in fields for value in self.typed(name)]

    def sides(self) -> list[tuple[Team, list["SeatEntry"]]]:
        """The four seats as they are drawn, team by team."""
        names = self.game.names
        return [
            (team, [SeatEntry.of(self, seat, names[seat]) for seat in team.seats])
            for team in Team
        ]


def read_points(typed: str) -> int:
    """Card points as somebody typed them. Raises IllegalRound (CARD_POINTS_NOT_INTEGER)."""
    digits = typed.strip().replace(MINUS, "-")
    if not _WHOLE_NUMBER.fullmatch(digits):
        raise IllegalRound("CARD_POINTS_NOT_INTEGER")
    return int(digits)


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
    """A new round; `after` is the `seq` of the last round that the phone has seen, `known` what
    it knew of the round in progress."""

    after = seen_number()
    known = SeenField()

    counting = True  # it is still being played, and can be counted

    @classmethod
    def so_far(cls, game: Game) -> Self:
        """The form as the round in progress has filled it."""
        form, known = cls(game=game), game.in_progress
        form.initial = tick(known.order, known.calls)
        with suppress(IllegalRound):
            form.initial["card_points"] = str(known.card_points().a)
        return form

    def with_transfer(self) -> Self:
        """The form with what was counted of every player in place of the card points."""
        with suppress(IllegalRound):
            counted = self.game.in_progress.transfer()
            piles = [*counted.captured.items(), (HAND, counted.last_hand)]
            self.initial.update({str(name): str(points) for name, points in piles})
            self.initial.update({"last": str(counted.last), "card_points": ""})
        return self

    @property
    def unheard(self) -> list[tuple[Seat, Call | None]]:
        """Who called (or, with None, took a call back) on another phone meanwhile, where this
        round says otherwise."""
        now = self.game.in_progress
        seats = now.unheard(self.cleaned_data["known"], self.result)
        return [(seat, now.call(seat)) for seat in seats]

    @property
    def heard(self) -> list[tuple[str, str]]:
        """Every fact that was sent, with the calls as the others have them."""
        unheard = dict(self.unheard)
        kept = [
            (name, value)
            for name, value in self.entered
            if not (name in set(Level) and value in unheard)
        ]
        return kept + [(call.level, call.seat) for call in unheard.values() if call]

    def theirs(self) -> list[SheetRow]:
        """What others put on the sheet meanwhile."""
        return self.game.sheet.rounds_since(self.cleaned_data["after"])

    def change(self, key: uuid.UUID) -> Change:
        return self.game.record(
            self.result,
            key=key,
            after=self.cleaned_data["after"],
            by=self.game.asked_by,
            seen=self.cleaned_data["known"],
        )


def tick(order: Iterable[Seat], calls: Iterable[Call]) -> dict[str, Any]:
    """What a round form starts from: the boxes that are ticked, by name."""
    places = zip(("first", "second", "third"), order, strict=False)
    return {
        **dict(places),
        **{level: [call.seat for call in calls if call.level is level] for level in Level},
    }


class AmendForm(RoundForm):
    """Other facts for round `seq`; `seen` is the version of the round that was on screen."""

    seen = seen_number()

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
        self.initial = tick(result.out_order, result.calls)
        if result.card_points:
            self.initial["card_points"] = str(result.card_points.a)
        return self

    def change(self, key: uuid.UUID) -> Change:
        return self.game.amend(
            self.seq,
            self._with_transfer(),
            key=key,
            seen=self.cleaned_data["seen"],
            by=self.game.asked_by,
        )

    def _with_transfer(self) -> RoundResult:
        """What was counted where stands as long as the card points are the same."""
        row = self.game.sheet.row(self.seq)
        counted = row.round.result.transfer if row else None
        with suppress(IllegalRound):
            return replace(self.result, transfer=self.result.transfer or counted)
        return self.result


class RemoveForm(GameForm[Change]):
    seen = seen_number()

    def __init__(self, data: Mapping[str, Any] | None = None, *, game: Game, seq: int) -> None:
        super().__init__(data, game=game)
        self.seq = seq

    def change(self, key: uuid.UUID) -> Change:
        return self.game.remove(
            self.seq, key=key, seen=self.cleaned_data["seen"], by=self.game.asked_by
        )


class UndoForm(GameForm[Change]):
    """Take back the change with this number, the one whose button was tapped."""

    number = seen_number()

    def change(self, key: uuid.UUID) -> Change:
        return self.game.undo(self.cleaned_data["number"], key=key, by=self.game.asked_by)


class RedoForm(GameForm[Change]):
    number = seen_number()

    def change(self, key: uuid.UUID) -> Change:
        return self.game.redo(self.cleaned_data["number"], key=key, by=self.game.asked_by)
