"""House rules on what may be played."""

from enum import StrEnum


class HouseRule(StrEnum):
    """A house rule that replaces an official one."""

    OTHER_BOMB = "other-bomb"  # in turn any bomb may be played on a wish, which stays (rule 56)
    DOG_AGAINST_WISH = "dog-against-wish"  # the Dog may be led although a wish binds (rule 59)
    WISH_ON_LEAD = "wish-on-lead"  # a wish binds those alone who follow (rule 54)
    BOMBS_IN_TURN = "bombs-in-turn"  # bombs fall in turn only (rule 38)

    @property
    def rule(self) -> str:
        """The id of the rule in the reference."""
        several = self is HouseRule.BOMBS_IN_TURN
        return "house-special-bombs" if several else f"house-{self}"


NO_HOUSE_RULES: frozenset[HouseRule] = frozenset()
