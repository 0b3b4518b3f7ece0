"""Forms that count the cards, either by team or by player together with the last player's
hand."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.forms.command_form import CommandForm, illegal_round_message, version_field
from scoring.forms.round_form import read_points
from scoring.forms.rounds import RecordForm
from scoring.forms.typed_numbers import MINUS
from scoring.rules import (
    DECK_POINTS,
    HAND,
    ByTeam,
    CardCount,
    IllegalRound,
    Pile,
    PointCard,
    RoundInProgress,
    Seat,
    Team,
    TransferLine,
    parse_cards,
    pile_points,
)
from scoring.services.progress import ProgressUpdate, update_progress
from scoring.services.transaction import Submission


@dataclass(frozen=True, slots=True)
class PileEntry:
    """One pile on the page: its cards or its points, and the value that the phone showed."""

    name: str
    pile: Pile
    seen: str
    active: bool
    typed: str  # as it was typed, valid or not
    rest: int | None = None  # the remaining points, if only this pile is not counted

    @property
    def side(self) -> str:
        """The team with whose cards the pile is shown; "" for the hand, which goes to the
        opponents."""
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
        """The points of the pile; None if it is not counted yet."""
        return None if self.pile == () else pile_points(self.pile)


class CountForm(CommandForm[ProgressUpdate]):
    """The counted piles. For each pile, the field with its name contains the symbols of its
    cards, `seen_<name>` those that the phone showed before, and `points_<name>` the points, if
    they were added up by hand. `add` puts a card on `pile`, and `back` removes its last
    card."""

    after = version_field()

    pile_names: Sequence[str] = tuple(Team)
    by_player = False  # whether every player is counted, instead of both teams
    # The text that is shown instead of the result until a pile is counted.
    not_begun: str | Promise = _("Count the cards of one team: the other one gets the rest.")

    def clean(self) -> None:
        super().clean()
        try:
            self.cleaned_data["piles"] = {
                name: pile
                for name in self.pile_names
                if (pile := self._changed(name)) is not None
            }
        except IllegalRound as error:
            self.add_illegal_round(error)

    def _changed(self, name: str) -> Pile | None:
        """The pile with this name if this phone has changed it; else None."""
        pile = self._tapped(name)
        return None if _written(pile) == self.data.get(f"seen_{name}", "") else pile

    def _tapped(self, name: str) -> Pile:
        pile = self._sent(name)
        if name != self.active:
            return pile
        if "add" in self.data:
            cards = parse_cards(self.data["add"].split())
            return pile + pile_points(cards) if isinstance(pile, int) else (*pile, *cards)
        if "back" in self.data:
            return () if isinstance(pile, int) else pile[:-1]
        return pile

    def _sent(self, name: str) -> Pile:
        cards = parse_cards(self.data.get(name, "").split())
        typed = self.data.get(f"points_{name}")
        if typed is None:
            return cards
        if not typed.strip():
            return ()
        points = read_points(typed)
        return cards if cards and points == pile_points(cards) else points

    @property
    def active(self) -> str:
        """The pile to which cards are added."""
        return next(
            (name for name in self.values("pile") if name in self.pile_names),
            self.pile_names[0],
        )

    @property
    def progress(self) -> RoundInProgress:
        """The present round in progress of the game."""
        return self.game.in_progress

    def count_in(self, known: RoundInProgress) -> CardCount[Any]:
        return known.by_team

    def with_count(self, known: RoundInProgress, count: CardCount[Any]) -> RoundInProgress:
        """The round in progress after this count."""
        return replace(known, by_team=count)

    def apply(self, submission: Submission) -> ProgressUpdate:
        def counted(now: RoundInProgress) -> RoundInProgress:
            piles = {**self.count_in(now).piles, **self.cleaned_data["piles"]}
            return self.with_count(now, CardCount(piles))

        return update_progress(
            self.game,
            counted,
            submission,
            after=self.cleaned_data["after"],
        )

    @property
    def piles(self) -> list[PileEntry]:
        """The piles that the phone sent; the stored ones if it sent none."""
        entries = [self._entry(name) for name in self.pile_names]
        open_ones = [entry for entry in entries if entry.pile == ()]
        if len(open_ones) != 1:
            return entries
        rest = DECK_POINTS - sum(pile_points(entry.pile) for entry in entries)
        return [replace(each, rest=rest) if each in open_ones else each for each in entries]

    def _entry(self, name: str) -> PileEntry:
        pile = known = self.count_in(self.progress).piles.get(name, ())
        if self.is_bound:
            with suppress(IllegalRound):
                pile = self._sent(name)
        points = "" if pile == () else str(pile_points(pile)).replace("-", MINUS)
        return PileEntry(
            name,
            pile,
            _written(known),
            active=name == self.active,
            typed=self.data.get(f"points_{name}", points),
        )

    @property
    def cards_left(self) -> list[tuple[PointCard, int]]:
        """The cards that are worth points, each with the number that is in no pile."""
        missing = self.count_in(self.progress).missing_cards
        return [(card, missing.count(card)) for card in PointCard]

    @property
    def missing_points(self) -> int:
        return self.count_in(self.progress).missing_points

    @property
    def missing(self) -> list[tuple[PointCard, int]]:
        """The cards that are in no pile; empty if a pile was counted by hand, because its cards
        are not known."""
        by_hand = any(
            isinstance(pile, int) for pile in self.count_in(self.progress).piles.values()
        )
        return [] if by_hand else [(card, left) for card, left in self.cards_left if left]

    @property
    def card_points(self) -> ByTeam[int]:
        """The card points of both teams. Raises IllegalRound if there is an
        `incomplete_reason`."""
        return self._card_points()

    def _card_points(self) -> ByTeam[int]:
        return self.progress.card_points()

    @property
    def record_form(self) -> RecordForm:
        """The form that records the count, with all known facts of the round."""
        return RecordForm.from_progress(self.game)

    @property
    def has_begun(self) -> bool:
        """Whether any pile has been counted."""
        return any(pile != () for pile in self.count_in(self.progress).piles.values())

    @property
    def incomplete_reason(self) -> str | None:
        """Why the count cannot be recorded yet; None if it can. Before the first card, the
        reason is `not_begun` and not that cards are missing."""
        try:
            self._card_points()
        except IllegalRound as error:
            if error.code == "CARDS_MISSING" and not self.has_begun:
                return str(self.not_begun)
            return illegal_round_message(error)
        return None


class LastPlayerForm(CountForm):
    """Counts the piles of every player, and the hand of the `last` player; `first` was first
    out."""

    pile_names = (*Seat, HAND)
    by_player = True
    not_begun = _("Nothing is counted yet.")

    def clean(self) -> None:
        super().clean()
        first, last = (self.data.get(name) for name in ("first", "last"))
        try:
            self.cleaned_data["first"] = Seat.parse(first) if first else None
            self.cleaned_data["last"] = Seat.parse(last) if last else None
        except IllegalRound as error:
            self.add_illegal_round(error)
        if first and first == last:
            self.add_illegal_round(IllegalRound("FIRST_IS_LAST"))

    def count_in(self, known: RoundInProgress) -> CardCount[Any]:
        return known.by_player

    def with_count(self, known: RoundInProgress, count: CardCount[Any]) -> RoundInProgress:
        first, last = self.cleaned_data["first"], self.cleaned_data["last"]
        order = known.out_order if first in {None, *known.out_order[:1]} else (first,)
        if last in order:
            order = order[: order.index(last)]
        return replace(known, by_player=count, out_order=order, last_player=last)

    @property
    def players(self) -> list[tuple[Seat, str, bool, bool]]:
        """Every player's seat and name, whether the player was first out, and whether the
        player was last."""
        first = self.data.get("first") or next(iter(self.progress.out_order), None)
        last = self.data.get("last") or self.progress.last_player
        return [
            (seat, name, seat == first, seat == last) for seat, name in self.game.names.items()
        ]

    @property
    def record_form(self) -> RecordForm:
        return RecordForm.from_progress(self.game).with_transfer()

    def _card_points(self) -> ByTeam[int]:
        return self.progress.transfer().card_points(self.progress.out_order[0])

    @property
    def transfer_lines(self) -> Sequence[TransferLine]:
        """The recipient of every pile; empty if it cannot be determined yet."""
        try:
            return self.progress.transfer().lines(self.progress.out_order[0])
        except (IllegalRound, IndexError):
            return ()


def _written(pile: Pile) -> str:
    """A pile in the form of `seen_<name>`."""
    return f"={pile}" if isinstance(pile, int) else " ".join(pile)
