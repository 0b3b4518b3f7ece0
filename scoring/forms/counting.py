"""Forms that count the cards: of both teams, or of every player and the last one's hand."""

import uuid
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from scoring.forms.changes import GameForm, seen_number, sentence
from scoring.forms.rounds import MINUS, RecordForm, read_points
from scoring.rules import (
    DECK_POINTS,
    HAND,
    ByTeam,
    Count,
    IllegalRound,
    Move,
    Pile,
    PointCard,
    RoundInProgress,
    Seat,
    Team,
    points_of,
    read_cards,
)


@dataclass(frozen=True, slots=True)
class PileEntry:
    """One pile on the page: its cards or its points, and what the phone has seen of it."""

    name: str
    pile: Pile
    seen: str
    active: bool
    typed: str  # as somebody wrote it, right or wrong
    rest: int | None = None  # what is left for it, if it is the only one that nobody counted

    @property
    def side(self) -> str:
        """The team that the pile lies with, nothing for the hand that goes over."""
        return self.name[0] if self.name != HAND else ""

    @property
    def cards(self) -> str:
        return "" if isinstance(self.pile, int) else " ".join(self.pile)

    @property
    def shown(self) -> str:
        points = self.points if self.rest is None else self.rest
        return "–" if points is None else str(points).replace("-", MINUS)

    @property
    def points(self) -> int | None:
        """What the pile counts, None while nobody has counted it."""
        return None if self.pile == () else points_of(self.pile)


class CountForm(GameForm[RoundInProgress]):
    """Piles as they are counted. Each comes as the signs of its cards under its name, as the
    phone saw it before under `seen_` and the name, and where somebody added it up by hand as
    `points_` and the name. `add` puts a card on `pile`, `back` takes the last one off."""

    after = seen_number()

    names: Sequence[str] = tuple(Team)

    def clean(self) -> None:
        super().clean()
        try:
            self.cleaned_data["piles"] = {
                name: pile for name in self.names if (pile := self._changed(name)) is not None
            }
        except IllegalRound as error:
            self.refuse(error)

    def _changed(self, name: str) -> Pile | None:
        """The pile if this phone changed it."""
        pile = self._tapped(name)
        return None if _written(pile) == self.data.get(f"seen_{name}", "") else pile

    def _tapped(self, name: str) -> Pile:
        pile = self._sent(name)
        if name != self.active:
            return pile
        if "add" in self.data:
            cards = read_cards(self.data["add"].split())
            return pile + points_of(cards) if isinstance(pile, int) else (*pile, *cards)
        if "back" in self.data:
            return () if isinstance(pile, int) else pile[:-1]
        return pile

    def _sent(self, name: str) -> Pile:
        cards = read_cards(self.data.get(name, "").split())
        typed = self.data.get(f"points_{name}")
        if typed is None:
            return cards
        if not typed.strip():
            return ()
        points = read_points(typed)
        return cards if cards and points == points_of(cards) else points

    @property
    def active(self) -> str:
        """The pile that cards are put on."""
        return next((name for name in self.typed("pile") if name in self.names), self.names[0])

    @property
    def known(self) -> RoundInProgress:
        """The round in progress as this game has it."""
        return self.game.in_progress

    def count_of(self, known: RoundInProgress) -> Count[Any]:
        return known.by_team

    def follow(self, known: RoundInProgress, count: Count[Any]) -> RoundInProgress:
        """The round in progress once this form is carried out."""
        return replace(known, by_team=count)

    def change(self, key: uuid.UUID) -> RoundInProgress:
        def counted(now: RoundInProgress) -> RoundInProgress:
            piles = {**self.count_of(now).piles, **self.cleaned_data["piles"]}
            return self.follow(now, Count(piles))

        return self.game.tell(
            counted, key=key, after=self.cleaned_data["after"], by=self.game.asked_by
        )

    @property
    def piles(self) -> list[PileEntry]:
        """The piles as the phone shows them: as it sent them, else as they are known."""
        entries = [self._entry(name) for name in self.names]
        open_ones = [entry for entry in entries if entry.pile == ()]
        if len(open_ones) != 1:
            return entries
        rest = DECK_POINTS - sum(points_of(entry.pile) for entry in entries)
        return [replace(each, rest=rest) if each in open_ones else each for each in entries]

    def _entry(self, name: str) -> PileEntry:
        pile = known = self.count_of(self.known).piles.get(name, ())
        if self.is_bound:
            with suppress(IllegalRound):
                pile = self._sent(name)
        points = "" if pile == () else str(points_of(pile)).replace("-", MINUS)
        return PileEntry(
            name,
            pile,
            _written(known),
            active=name == self.active,
            typed=self.data.get(f"points_{name}", points),
        )

    @property
    def keys(self) -> list[tuple[PointCard, int]]:
        """The cards that count, and how many of each are in no pile."""
        missing = self.count_of(self.known).missing
        return [(card, missing.count(card)) for card in PointCard]

    @property
    def missing_points(self) -> int:
        return self.count_of(self.known).missing_points

    @property
    def missing(self) -> list[tuple[PointCard, int]]:
        """The cards that nobody has counted, as far as they are known card by card."""
        by_hand = any(
            isinstance(pile, int) for pile in self.count_of(self.known).piles.values()
        )
        return [] if by_hand else [(card, left) for card, left in self.keys if left]

    @property
    def card_points(self) -> ByTeam[int]:
        """What the count comes to. Raises IllegalRound where `not_yet` says why."""
        return self.known.card_points()

    @property
    def record(self) -> RecordForm:
        """The form that records what was counted, with all that is known of the round."""
        return RecordForm.so_far(self.game)

    @property
    def not_yet(self) -> str | None:
        """Why the count cannot be recorded yet, None if it can."""
        try:
            self.card_points  # noqa: B018
        except IllegalRound as error:
            return sentence(error)
        return None


class LastForm(CountForm):
    """The piles of every player and what `last` still holds, after `first` went out first."""

    names = (*Seat, HAND)

    def clean(self) -> None:
        super().clean()
        first, last = (self.data.get(name) for name in ("first", "last"))
        try:
            self.cleaned_data["first"] = Seat.read(first) if first else None
            self.cleaned_data["last"] = Seat.read(last) if last else None
        except IllegalRound as error:
            self.refuse(error)
        if first and first == last:
            self.refuse(IllegalRound("FIRST_IS_LAST"))

    def count_of(self, known: RoundInProgress) -> Count[Any]:
        return known.by_player

    def follow(self, known: RoundInProgress, count: Count[Any]) -> RoundInProgress:
        first, last = self.cleaned_data["first"], self.cleaned_data["last"]
        order = known.order if first in {None, *known.order[:1]} else (first,)
        if last in order:
            order = order[: order.index(last)]
        return replace(known, by_player=count, order=order, last=last)

    @property
    def players(self) -> list[tuple[Seat, str, bool, bool]]:
        """Every player's seat and name, and whether he was first and last."""
        first = self.data.get("first") or next(iter(self.known.order), None)
        last = self.data.get("last") or self.known.last
        return [
            (seat, name, seat == first, seat == last) for seat, name in self.game.names.items()
        ]

    @property
    def record(self) -> RecordForm:
        return RecordForm.so_far(self.game).with_transfer()

    @property
    def card_points(self) -> ByTeam[int]:
        return self.known.transfer().card_points(self.known.order[0])

    @property
    def moves(self) -> Sequence[Move]:
        """Where every pile goes, as far as that is known."""
        try:
            return self.known.transfer().moves(self.known.order[0])
        except (IllegalRound, IndexError):
            return ()


def _written(pile: Pile) -> str:
    """A pile as a phone sends back that it saw it."""
    return f"={pile}" if isinstance(pile, int) else " ".join(pile)
