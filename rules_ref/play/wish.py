"""Whether a wish must be honoured, and with which plays."""

from dataclasses import dataclass

from rules_ref.play.combination import Combination
from rules_ref.play.hand import PlayOption
from rules_ref.play.situation import Situation
from scoring.rules.deck import Card
from scoring.rules.play_rules import NO_HOUSE_RULES, HouseRule


@dataclass(frozen=True, slots=True)
class WishDuty:
    """The duty of a player in turn to honour a wish.

    `plays` are all plays that fulfil it, the shortest first, with bombs after others of their
    length; the player chooses (rule 49). `exempt_plays` are those that a house rule allows
    instead.
    """

    plays: tuple[PlayOption, ...]
    exempt_plays: tuple[PlayOption, ...] = ()

    @property
    def must_honour(self) -> bool:
        return bool(self.plays)


def wish_duty(
    hand: frozenset[Card],
    on_table: Combination | None,
    wish: int | None,
    house: frozenset[HouseRule] = NO_HOUSE_RULES,
) -> WishDuty:
    """Find the plays that a wish requires of a player with this hand.

    `on_table` is None for a lead. A player who has a real card of the wished rank, 2 to 14
    (ace), and can legally play it in any combination, must do so (rules 48 and 54). That
    includes combinations with the Phoenix (rule 51), and bombs. Without a wish (None) there is
    no duty. A house rule may exempt the leader. Raises UnclearQuestion (HAND_TOO_BIG).
    """
    situation = Situation(on_table, wish=wish, hand=hand, house_rules=house)
    return WishDuty(situation.wish_plays, situation.exempt_plays)
