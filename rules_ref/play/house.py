"""House rules on what may be played: where tables differ, and a group may have agreed."""

from enum import StrEnum


class House(StrEnum):
    """A rule that a table plays by in place of the official one."""

    OTHER_BOMB = "other-bomb"  # in turn any bomb may be played on a wish, which stays (rule 56)
    DOG_AGAINST_WISH = "dog-against-wish"  # the Dog may be led although a wish binds (rule 59)
    WISH_ON_LEAD = "wish-on-lead"  # a wish binds those alone who follow (rule 54)
    BOMBS_IN_TURN = "bombs-in-turn"  # bombs fall in turn only (rule 38)

    @property
    def rule(self) -> str:
        """The id of the reference's house rule."""
        several = self is House.BOMBS_IN_TURN
        return "house-special-bombs" if several else f"house-{self}"


OFFICIAL: frozenset[House] = frozenset()
