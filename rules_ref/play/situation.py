"""The situation at the table, and the proposed play."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from rules_ref.play.classification import classify
from rules_ref.play.combination import Combination, CombinationKind
from rules_ref.play.hand import Hand, PlayOption
from scoring.rules.deck import Card
from scoring.rules.play_rules import NO_HOUSE_RULES, HouseRule


@dataclass(frozen=True)
class Situation:
    """The known facts about the table when a player wants to play.

    - `on_table`: the combination to beat; None if the play would be a lead
    - `in_turn`: false for cards that are played out of turn
    - `wish`: the rank, 2 to 14 (ace), that is wished for and not yet played
    - `hand`: all cards of the player before the play, 14 at most; None if they are unknown. A
      wish does not bind a player whose hand is unknown.
    - `house_rules`: those of the table; without any, the official rules apply
    - `passed`: true if the player has passed in this trick before
    - `own`: true if all others have passed on a play of this player, who wants to play higher.
      `in_turn` is false then.
    """

    on_table: Combination | None = None
    in_turn: bool = True
    wish: int | None = None
    hand: frozenset[Card] | None = None
    house_rules: frozenset[HouseRule] = NO_HOUSE_RULES
    passed: bool = False
    own: bool = False

    @property
    def out_of_trick(self) -> bool:
        """Whether by a house rule the player may play only bombs after a pass (rule 17)."""
        out = HouseRule.PASSED_IS_OUT in self.house_rules
        return self.passed and out and self.on_table is not None

    @cached_property
    def wish_binds(self) -> bool:
        """Whether the wish has to be honoured now: it is the regular turn of the player, who
        can make a legal play with a card of the rank (rules 48 to 56)."""
        if self.wish is None or self.hand is None or not self.in_turn or self.out_of_trick:
            return False
        if self.on_table is None and HouseRule.WISH_ON_LEAD in self.house_rules:
            return False
        return any(True for _ in Hand(self.hand).options(self.on_table, with_rank=self.wish))

    @cached_property
    def legal_plays(self) -> tuple[PlayOption, ...]:
        """Every legal play of the hand, the shortest first, and bombs after other plays of the
        same length.

        A pass is not among them. Raises UnclearQuestion (HAND_TOO_BIG).
        """
        if self.wish_binds:
            return _in_order((*self.wish_plays, *self.exempt_plays))
        if self.hand is None or (self.on_table is None and not self.in_turn):
            return ()
        options = Hand(self.hand).options(self.on_table)
        return _in_order(option for option in options if self.turn_allows(option.combination))

    @cached_property
    def wish_plays(self) -> tuple[PlayOption, ...]:
        """Every play of the hand that honours the wish in force, in the same order."""
        if not self.wish_binds or self.hand is None:
            return ()
        return _in_order(Hand(self.hand).options(self.on_table, with_rank=self.wish))

    @property
    def wish_may_bind(self) -> bool:
        """Whether a wish could bind if the unknown hand had a card of the rank."""
        if self.wish is None or self.hand is not None or not self.in_turn:
            return False
        if self.out_of_trick:
            return False
        if self.on_table is None:
            return HouseRule.WISH_ON_LEAD not in self.house_rules
        return self.on_table.kind is not CombinationKind.DOG

    def turn_allows(self, combination: Combination) -> bool:
        """Whether the combination may be played at this time: in turn, or a bomb out of turn
        unless a house rule forbids it. After all others have passed on the player's own play,
        only bombs may be played, unless a house rule allows more (rule 22)."""
        if combination.bomb:
            anytime = HouseRule.BOMBS_IN_TURN not in self.house_rules
            return self.in_turn or self.own or anytime
        if self.own:
            raised = self.on_table is not None
            return raised and HouseRule.RAISE_YOURSELF in self.house_rules
        return self.in_turn and not self.out_of_trick

    def exemption(self, combination: Combination) -> HouseRule | None:
        """Return the house rule by which this may be played although the wish could be
        honoured; None if there is none."""
        may = {
            HouseRule.WISH_ON_LEAD: self.on_table is None,
            HouseRule.OTHER_BOMB: combination.bomb,
            HouseRule.DOG_AGAINST_WISH: combination.kind is CombinationKind.DOG,
        }
        return next(
            (house for house, holds in may.items() if holds and house in self.house_rules), None
        )

    @cached_property
    def exempt_plays(self) -> tuple[PlayOption, ...]:
        """The plays that a house rule allows although the wish binds, in the same order."""
        if not self.house_rules or not self.wish_binds or self.hand is None:
            return ()
        return _in_order(
            option
            for option in Hand(self.hand).options(self.on_table)
            if all(card.rank != self.wish for card in option.cards)
            and self.exemption(option.combination)
        )


@dataclass(frozen=True, slots=True)
class Play:
    """Cards to play, and the rank that is announced for the Phoenix, 2 to 14.

    If no rank is announced and two readings are possible, the higher one counts (rule 72). The
    Phoenix as a single card needs no rank: its value comes from the card below.
    """

    cards: frozenset[Card]
    phoenix_as: float | None = None

    @property
    def readings(self) -> tuple[Combination, ...]:
        """The combinations that the cards can be, highest first."""
        found = classify(self.cards)
        if self.phoenix_as is None:
            return found
        return tuple(
            each
            for each in found
            if each.phoenix_as in {None, self.phoenix_as} or each.lone_phoenix
        )

    def has_rank(self, rank: int) -> bool:
        """Whether the cards contain a real card of the rank. The Phoenix does not count (rule
        51)."""
        return any(card.rank == rank for card in self.cards)


def _in_order(options: Iterable[PlayOption]) -> tuple[PlayOption, ...]:
    """Sort plays: the shortest first, bombs after others of the same length, then by rank."""
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
