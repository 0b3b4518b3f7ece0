"""The base of the forms that record and amend a round."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Self

from scoring.forms.command_form import CommandForm
from scoring.forms.typed_numbers import parse_integer
from scoring.models import Avatar, Change
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

_PAIRS = [
    ByTeam(points, DECK_POINTS - points)
    for points in range(MIN_CARD_POINTS, MAX_CARD_POINTS + 1, CARD_POINTS_STEP)
]
_POINTS = re.compile(r"-?[0-9]{1,9}")


class RoundForm(CommandForm[Change]):
    """The tapped facts of a round. `first`, `second` and `third` are seats. Each level of call
    (`tichu`, `grand`, `extra`) is a list of seats. `card_points` are those of the left team;
    the other team has the rest of 100. Instead of `card_points`, the form can contain the
    piles: the `last` player, the points of each player's tricks by seat, and those of the last
    player's `hand`. RoundResult checks all of them, so there are no form fields for them."""

    multiple_fields = frozenset(map(str, CallLevel))

    amending = False  # whether the form amends a recorded round
    counting = False  # whether the form offers to count the cards

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
        """The present card points of the left team, whose button is marked; None if there are
        none."""
        points = self.initial.get("card_points")
        return int(points) if points else None

    @property
    def submitted(self) -> list[tuple[str, str]]:
        """Every field of the round that was sent, for the hidden fields of the conflict
        page."""
        fields = ("first", "second", "third", "card_points", "last", HAND, *CallLevel, *Seat)
        return [(name, value) for name in fields for value in self.values(name)]

    @property
    def names(self) -> BySeat[str]:
        """The names of the players of this round."""
        return self.game.names

    @property
    def player_ids(self) -> BySeat[int]:
        """The primary keys of the players of this round."""
        return self.game.players

    @property
    def tapped_names(self) -> BySeat[str]:
        """The names of the players of the round that the phone showed."""
        return self.names

    def sides(self) -> list[tuple[Team, list["SeatEntry"]]]:
        """The seats of each team in the form."""
        names, avatars = self.names, self.player_ids.map(self.game.avatars.get)
        entries = {seat: SeatEntry.of(self, seat, names[seat], avatars[seat]) for seat in Seat}
        return [(team, [entries[seat] for seat in team.seats]) for team in Team]


def read_places(data: Mapping[str, Any]) -> list[str]:
    """The seats of the ticked places first, second and third. Raises IllegalRound if a place is
    ticked but an earlier one is not: FIRST_OUT_MISSING, OUT_ORDER_TOO_SHORT."""
    first, second, third = (data.get(name, "") for name in ("first", "second", "third"))
    if (second or third) and not first:
        raise IllegalRound("FIRST_OUT_MISSING")
    if third and not second:
        raise IllegalRound("OUT_ORDER_TOO_SHORT")
    return [place for place in (first, second, third) if place]


def read_points(typed: str) -> int:
    """The typed card points. Raises IllegalRound (CARD_POINTS_NOT_INTEGER)."""
    return parse_integer(typed, _POINTS, "CARD_POINTS_NOT_INTEGER")


@dataclass(frozen=True, slots=True)
class SeatEntry:
    """One seat in the form: its player and its ticks. A template caches its HTML by this value,
    so everything that the template shows must be a field here."""

    seat: Seat
    name: str
    avatar: Avatar | None
    ticked: tuple[str, ...]

    @classmethod
    def of(cls, form: RoundForm, seat: Seat, name: str, avatar: Avatar | None) -> Self:
        fields = ("first", "second", "third", *CallLevel)
        ticked = tuple(f for f in fields if seat in form.values(f))
        return cls(seat, name, avatar, ticked)


def initial_values(order: Iterable[Seat], calls: Iterable[Call]) -> dict[str, Any]:
    """The initial values of a round form: the ticked boxes by name."""
    places = zip(("first", "second", "third"), order, strict=False)
    return {
        **dict(places),
        **{level: [call.seat for call in calls if call.level is level] for level in CallLevel},
    }
