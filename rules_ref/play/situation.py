"""What is asked: the situation at the table, and the play that somebody has in mind."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from rules_ref.play.combination import Combination, Kind
from rules_ref.play.hand import Hand, Option
from rules_ref.play.house import OFFICIAL, House
from rules_ref.play.reading import classify
from scoring.rules.deck import Card


@dataclass(frozen=True)
class Situation:
    """What is known when somebody wants to play.

    `on_table` is what has to be beaten, and None where the play would be a lead. `in_turn` is
    false for cards thrown out of turn. `wish` is the rank 2 to 14 (ace) that is wished for and
    not yet played. `hand` has all cards of the player before the play, 14 at most, and is None
    where nobody told: then a wish binds nobody, because nobody knows what is held. `house` has
    the house rules that the table plays by; without one the official reading holds.
    """

    on_table: Combination | None = None
    in_turn: bool = True
    wish: int | None = None
    hand: frozenset[Card] | None = None
    house: frozenset[House] = OFFICIAL

    @cached_property
    def bound(self) -> bool:
        """Whether the wish has to be honoured now: in the player's regular turn, with a card of
        the rank in a play that is legal (rules 48 to 56)."""
        if self.wish is None or self.hand is None or not self.in_turn:
            return False
        if self.on_table is None and House.WISH_ON_LEAD in self.house:
            return False
        return any(True for _ in Hand(self.hand).options(self.on_table, with_rank=self.wish))

    @cached_property
    def legal(self) -> tuple[Option, ...]:
        """Every play of the hand that is legal, shortest first, and bombs last of their length.

        A pass is not among them. Raises UnclearQuestion (HAND_TOO_BIG).
        """
        if self.bound:
            return _in_order((*self.fulfilling, *self._excused))
        if self.hand is None or (self.on_table is None and not self.in_turn):
            return ()
        options = Hand(self.hand).options(self.on_table)
        return _in_order(option for option in options if self.open_to(option.combination))

    @cached_property
    def fulfilling(self) -> tuple[Option, ...]:
        """Every play of the hand that honours the wish in force, in the same order."""
        if not self.bound or self.hand is None:
            return ()
        return _in_order(Hand(self.hand).options(self.on_table, with_rank=self.wish))

    def open_to(self, combination: Combination) -> bool:
        """Whether the turn allows it: bombs need none, unless the house says so."""
        bombs = House.BOMBS_IN_TURN not in self.house
        return self.in_turn or (bombs and combination.bomb)

    def excuse(self, combination: Combination) -> House | None:
        """The house rule by which this may be played although the wish could be honoured."""
        may = {
            House.WISH_ON_LEAD: self.on_table is None,
            House.OTHER_BOMB: combination.bomb,
            House.DOG_AGAINST_WISH: combination.kind is Kind.DOG,
        }
        return next(
            (house for house, holds in may.items() if holds and house in self.house), None
        )

    @property
    def _excused(self) -> Iterable[Option]:
        """What the house lets be played besides what honours the wish."""
        if not self.house or self.hand is None:
            return
        for option in Hand(self.hand).options(self.on_table):
            rank_in_it = any(card.rank == self.wish for card in option.cards)
            if not rank_in_it and self.excuse(option.combination):
                yield option


@dataclass(frozen=True, slots=True)
class Play:
    """Cards to lay down, and the rank that the Phoenix is said to stand for, 2 to 14.

    Nothing said and two readings possible, the higher counts (rule 72). Of the Phoenix alone
    nothing needs to be said: its value comes from the card below.
    """

    cards: frozenset[Card]
    phoenix_as: float | None = None

    @property
    def readings(self) -> tuple[Combination, ...]:
        """What the cards can be in the reading that was said, or in any, highest first."""
        found = classify(self.cards)
        if self.phoenix_as is None:
            return found
        return tuple(
            each
            for each in found
            if each.phoenix_as in {None, self.phoenix_as} or each.lone_phoenix
        )

    def has(self, rank: int) -> bool:
        """Whether a real card of the rank is among them: the Phoenix never is (rule 51)."""
        return any(card.rank == rank for card in self.cards)


def _in_order(options: Iterable[Option]) -> tuple[Option, ...]:
    """Shortest first, and bombs last of their length; then by rank."""
    return tuple(
        sorted(
            options,
            key=lambda option: (
                len(option.cards),
                option.combination.bomb,
                option.combination.rank,
            ),
        )
    )
