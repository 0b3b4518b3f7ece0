"""What is asked: the situation at the table, and the play that somebody has in mind."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from rules_ref.play.combination import Combination
from rules_ref.play.hand import Hand, Option
from rules_ref.play.reading import classify
from scoring.rules.deck import Card


@dataclass(frozen=True)
class Situation:
    """What is known when somebody wants to play.

    `on_table` is what has to be beaten, and None where the play would be a lead. `in_turn` is
    false for cards thrown out of turn. `wish` is the rank 2 to 14 (ace) that is wished for and
    not yet played. `hand` has all cards of the player before the play, 14 at most, and is None
    where nobody told: then a wish binds nobody, because nobody knows what is held.
    """

    on_table: Combination | None = None
    in_turn: bool = True
    wish: int | None = None
    hand: frozenset[Card] | None = None

    @cached_property
    def bound(self) -> bool:
        """Whether the wish has to be honoured now: in the player's regular turn, with a card of
        the rank in a play that is legal (rules 48 to 56)."""
        if self.wish is None or self.hand is None or not self.in_turn:
            return False
        return any(True for _ in Hand(self.hand).options(self.on_table, with_rank=self.wish))

    @cached_property
    def legal(self) -> tuple[Option, ...]:
        """Every play of the hand that is legal, shortest first, and bombs last of their length.

        A pass is not among them. Raises UnclearQuestion (HAND_TOO_BIG).
        """
        if self.hand is None or (self.on_table is None and not self.in_turn):
            return ()
        rank = self.wish if self.bound else None
        options = Hand(self.hand).options(self.on_table, with_rank=rank)
        return _in_order(
            option for option in options if self.in_turn or option.combination.bomb
        )


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
