"""House rules of play, which have no effect on the score of a round."""

from enum import StrEnum


class HouseRule(StrEnum):
    """A house rule of play that replaces an official one."""

    OTHER_BOMB = "other-bomb"  # in turn, a wish allows any bomb, and stays in force (rule 56)
    DOG_AGAINST_WISH = "dog-against-wish"  # the Dog may be led although a wish binds (rule 59)
    WISH_ON_LEAD = "wish-on-lead"  # a wish binds only the players who follow (rule 54)
    BOMBS_IN_TURN = "bombs-in-turn"  # bombs may be played only in turn (rule 38)
    PASSED_IS_OUT = "passed-is-out"  # a player who passed may only bomb in this trick (rule 17)
    RAISE_YOURSELF = (
        "raise-yourself"  # players may raise their own play after three passes (rule 22)
    )

    @property
    def rule(self) -> str:
        """The id of the rule in the reference."""
        several = self is HouseRule.BOMBS_IN_TURN
        return "house-special-bombs" if several else f"house-{self}"


NO_HOUSE_RULES: frozenset[HouseRule] = frozenset()
