"""Why a play is legal or not: one stable code for each reason."""

from enum import StrEnum


class Reason(StrEnum):
    """The one reason of a ruling, as `tests/vectors/play.json` writes it."""

    OK = "OK"
    NOT_A_COMBINATION = "NOT_A_COMBINATION"
    CARD_NOT_IN_HAND = "CARD_NOT_IN_HAND"
    LEADER_MUST_PLAY = "LEADER_MUST_PLAY"
    WRONG_TYPE = "WRONG_TYPE"
    WRONG_LENGTH = "WRONG_LENGTH"
    NOT_HIGHER = "NOT_HIGHER"
    ONLY_HIGHER_BOMB = "ONLY_HIGHER_BOMB"
    DOG_ONLY_AS_LEAD = "DOG_ONLY_AS_LEAD"
    DOG_NOT_BEATABLE = "DOG_NOT_BEATABLE"
    OUT_OF_TURN_NEEDS_BOMB = "OUT_OF_TURN_NEEDS_BOMB"
    CANNOT_BOMB_THE_LEAD = "CANNOT_BOMB_THE_LEAD"
    WISH_MUST_BE_HONOURED = "WISH_MUST_BE_HONOURED"
