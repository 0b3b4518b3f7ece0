"""Forms that record, amend, remove, undo and redo rounds."""

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Self

from django import forms
from django.http import QueryDict

from scoring.forms.amendment import complete_amendment
from scoring.forms.command_form import (
    STALE_PAGE,
    CommandForm,
    RecordedRoundForm,
    version_field,
)
from scoring.forms.progress_snapshot import SnapshotField
from scoring.models import Change, Game, Round, SheetRow
from scoring.rules import (
    CARD_POINTS_STEP,
    DECK_POINTS,
    HAND,
    MAX_CARD_POINTS,
    MIN_CARD_POINTS,
    BySeat,
    ByTeam,
    Call,
    CallLevel,
    IllegalRound,
    RoundResult,
    Seat,
    Team,
    check_calls,
)
from scoring.services import rounds
from scoring.services.rotation import tapped_players
from scoring.services.transaction import Submission

_PAIRS = [
    ByTeam(points, DECK_POINTS - points)
    for points in range(MIN_CARD_POINTS, MAX_CARD_POINTS + 1, CARD_POINTS_STEP)
]
MINUS = "\N{MINUS SIGN}"
_WHOLE_NUMBER = re.compile(r"-?[0-9]{1,9}")


class RoundForm(CommandForm[Change]):
    """The facts of a round as they are tapped: `first`, `second` and `third` as seats, `tichu`
    and `grand` as lists of seats, and `card_points` of the left team (the other team has the
    rest of 100); or instead of these `last`, with the points of every player's tricks under
    the seat, and of the last one's `hand`. RoundResult checks them all, so they need no fields
    of their own."""

    multiple_fields = frozenset(map(str, CallLevel))

    amending = False  # a round that is recorded
    counting = False  # a round whose cards can be counted

    common_pairs = [pair for pair in _PAIRS if min(pair) >= 0]
    rare_pairs = [pair for pair in _PAIRS if min(pair) < 0]

    def clean(self) -> None:
        super().clean()
        try:
            result = RoundResult.from_dict(self._facts())
            check_calls(result.calls, self.game.house_rules)
        except IllegalRound as error:
            self.add_illegal_round(error)
        else:
            self.cleaned_data["result"] = result

    @property
    def result(self) -> RoundResult:
        result: RoundResult = self.cleaned_data["result"]
        return result

    def _facts(self) -> dict[str, Any]:
        order = read_places(self.data)
        return {
            "first_out": next(iter(order), None),
            "out_order": order if len(order) > 1 else None,
            "card_points": self._card_points(),
            "transfer": self._transfer(),
            "calls": [
                {"player": seat, "level": level}
                for level in CallLevel
                for seat in self.values(level)
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
            if any(self.data.get(pile) for pile in (*Seat, HAND)):
                raise IllegalRound("LAST_MISSING")
            return None
        return {
            "captured": {seat: read_points(self.data.get(seat, "")) for seat in Seat},
            "last_hand": read_points(self.data.get(HAND, "")),
            "last": self.data["last"],
        }

    @property
    def current_points(self) -> int | None:
        """The left team's card points that are on record now, for marking their key."""
        points = self.initial.get("card_points")
        return int(points) if points else None

    @property
    def submitted(self) -> list[tuple[str, str]]:
        """Every field that was sent, for hidden fields of another form."""
        fields = ("first", "second", "third", "card_points", "last", HAND, *CallLevel, *Seat)
        return [(name, value) for name in fields for value in self.values(name)]

    @property
    def names(self) -> BySeat[str]:
        """Who plays this round."""
        return self.game.names

    @property
    def player_ids(self) -> BySeat[int]:
        """The primary keys of those who play it."""
        return self.game.players

    @property
    def tapped_names(self) -> BySeat[str]:
        """Who played it on the phone that sent this."""
        return self.names

    def sides(self) -> list[tuple[Team, list["SeatEntry"]]]:
        """The four seats as they are drawn, team by team."""
        names, players = self.names, self.player_ids
        entries = {seat: SeatEntry.of(self, seat, names[seat], players[seat]) for seat in Seat}
        return [(team, [entries[seat] for seat in team.seats]) for team in Team]


def read_places(data: Mapping[str, Any]) -> list[str]:
    """Who went out first, second and third, as far as it is ticked: nobody is second before
    somebody is first. Raises IllegalRound: FIRST_OUT_MISSING, OUT_ORDER_TOO_SHORT."""
    first, second, third = (data.get(name, "") for name in ("first", "second", "third"))
    if (second or third) and not first:
        raise IllegalRound("FIRST_OUT_MISSING")
    if third and not second:
        raise IllegalRound("OUT_ORDER_TOO_SHORT")
    return [place for place in (first, second, third) if place]


def read_points(typed: str) -> int:
    """Card points as somebody typed them. Raises IllegalRound (CARD_POINTS_NOT_INTEGER)."""
    digits = typed.strip().replace(MINUS, "-")
    if not _WHOLE_NUMBER.fullmatch(digits):
        raise IllegalRound("CARD_POINTS_NOT_INTEGER")
    return int(digits)


@dataclass(frozen=True, slots=True)
class SeatEntry:
    """One seat on the form: who sits there, also by the primary key, and what is ticked."""

    seat: Seat
    name: str
    player: int
    ticked: frozenset[str]

    @classmethod
    def of(cls, form: RoundForm, seat: Seat, name: str, player: int) -> Self:
        fields = ("first", "second", "third", *CallLevel)
        ticked = frozenset(f for f in fields if seat in form.values(f))
        return cls(seat, name, player, ticked)


class RecordForm(RoundForm):
    """A new round; `after` is the `seq` of the last round that the phone has seen, `known` what
    it knew of the round in progress, `seating` the `Game.seating_number` there, 0 if it is
    missing: it keeps this name because pages and queued items of the former release send it."""

    after = version_field()
    known = SnapshotField()
    seating = forms.IntegerField(
        required=False, min_value=0, error_messages={"invalid": STALE_PAGE}
    )

    counting = True  # it is still being played

    @classmethod
    def from_progress(cls, game: Game) -> Self:
        """The form with the round in progress as its initial values."""
        form, known = cls(game=game), game.in_progress
        form.initial = initial_values(known.out_order, known.calls)
        with suppress(IllegalRound):
            form.initial["card_points"] = str(known.card_points().a)
        return form

    def with_transfer(self) -> Self:
        """The form with what was counted of every player in place of the card points."""
        with suppress(IllegalRound):
            counted = self.game.in_progress.transfer()
            piles = [*counted.captured.items(), (HAND, counted.last_hand)]
            self.initial.update({str(name): str(points) for name, points in piles})
            self.initial.update({"last": str(counted.last_player), "card_points": ""})
        return self

    @property
    def missed_calls(self) -> list[tuple[Seat, Call | None]]:
        """Who called (or, with None, took a call back) on another phone meanwhile, where this
        round says otherwise."""
        now = self.game.in_progress
        seats = now.missed_calls(self.cleaned_data["known"], self.result)
        return [(seat, now.call(seat)) for seat in seats]

    @property
    def with_remote_calls(self) -> list[tuple[str, str]]:
        """`submitted`, with the calls that this phone missed."""
        missed = dict(self.missed_calls)
        kept = [
            (name, value)
            for name, value in self.submitted
            if not (name in set(CallLevel) and value in missed)
        ]
        return kept + [(call.level, call.seat) for call in missed.values() if call]

    def conflicting_rounds(self) -> list[SheetRow]:
        """The rounds that other phones have recorded since `after`."""
        return self.game.sheet.rounds_since(self.cleaned_data["after"])

    def apply(self, submission: Submission) -> Change:
        return rounds.record(
            self.game,
            self.result,
            submission,
            after=self.cleaned_data["after"],
            seen=self.cleaned_data["known"],
        )

    @property
    def seen_seating(self) -> int:
        return super().seen_seating or 0

    @property
    def tapped_names(self) -> BySeat[str]:
        if self.game.rotation is None:
            return self.names
        return self.game.names_in(tapped_players(self.game, self.seen_seating))

    @property
    def seating_changed(self) -> bool:
        """Whether others sit at the table than on the phone that sent this."""
        return self.seen_seating != self.game.seating_number


def initial_values(order: Iterable[Seat], calls: Iterable[Call]) -> dict[str, Any]:
    """What a round form starts from: the boxes that are ticked, by name."""
    places = zip(("first", "second", "third"), order, strict=False)
    return {
        **dict(places),
        **{level: [call.seat for call in calls if call.level is level] for level in CallLevel},
    }


class AmendForm(RecordedRoundForm, RoundForm):
    """Other facts for a recorded round. What is not sent stays as it was on screen (see
    `complete_amendment`)."""

    amending = True  # every place can be ticked, and what is ticked can be saved as it is

    def conflicting_rounds(self) -> list[SheetRow]:
        """The round as it is now; if it was removed, those that were recorded since then."""
        sheet = self.game.sheet
        if row := sheet.row(self.seq):
            return [row]
        removal = self.game.changes.filter(seq=self.seq).last()
        return sheet.rounds_since(removal.number) if removal else []

    def _facts(self) -> dict[str, Any]:
        self.data = self._completed()
        return super()._facts()

    def _completed(self) -> Mapping[str, Any]:
        """What was sent, with what that leaves to the round that was on screen."""
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
        """Tick what is recorded now."""
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
        """What was counted where stands as long as the card points are the same."""
        row = self.game.sheet.row(self.seq)
        counted = row.round.result.transfer if row else None
        with suppress(IllegalRound):
            return replace(self.result, transfer=self.result.transfer or counted)
        return self.result


class RemoveForm(RecordedRoundForm):
    """Take a recorded round off the sheet."""

    def apply(self, submission: Submission) -> Change:
        return rounds.remove(self.game, self.seq, submission, seen=self.cleaned_data["seen"])


class UndoForm(CommandForm[Change]):
    """Take back the change with this number, the one whose button was tapped."""

    number = version_field()

    def apply(self, submission: Submission) -> Change:
        return rounds.undo(self.game, self.cleaned_data["number"], submission)


class RedoForm(CommandForm[Change]):
    number = version_field()

    def apply(self, submission: Submission) -> Change:
        return rounds.redo(self.game, self.cleaned_data["number"], submission)
