"""Which rule of the reference stands behind what the rules refuse."""

from django import template

register = template.Library()

# By code, the id of the rule; none where it is no rule of the game that is broken.
RULES: dict[str, str | None] = {
    "FIRST_OUT_MISSING": "first-out-no-points",
    "UNKNOWN_PLAYER": None,
    "DUPLICATE_PLAYER_IN_ORDER": "round-end",
    "OUT_ORDER_TOO_SHORT": None,
    "FIRST_OUT_CONTRADICTS_ORDER": None,
    "DOUBLE_WIN_CONTRADICTS_ORDER": "double-win",
    "CARD_POINTS_MISSING": "card-points",
    "CARD_POINTS_NOT_INTEGER": "card-points",
    "CARD_POINTS_NOT_MULTIPLE_OF_5": "card-points",
    "CARD_POINTS_OUT_OF_RANGE": "ask-minus-25",
    "CARD_POINTS_SUM_NOT_100": "adds-to-100",
    "CARD_POINTS_WITH_DOUBLE_WIN": "double-win",
    "UNKNOWN_CALL": "tichu",
    "TWO_CALLS_BY_ONE_PLAYER": "one-call-each",
    "GRAND_NOT_ALLOWED": "house-shorter-rules",
    "TWO_CALLS_IN_ONE_TEAM": "house-one-call-per-team",
    "FIRST_IS_LAST": "last-player",
    "LAST_MISSING": "last-player",
    "LAST_CONTRADICTS_ORDER": "last-player",
    "TRANSFER_CONTRADICTS_CARD_POINTS": "last-player",
    "UNKNOWN_CARD": "card-points",
    "TOO_MANY_FIVES": "deck",
    "TOO_MANY_TENS": "deck",
    "TOO_MANY_KINGS": "deck",
    "TOO_MANY_DRAGONS": "deck",
    "TOO_MANY_PHOENIXES": "deck",
    "CARDS_MISSING": "adds-to-100",
    "GRAND_TOO_LATE": "grand-tichu-closes",
    "UNKNOWN_BOMB": "bomb",
    "BOMBS_SHARE_CARDS": "deck",
    "NOTE_TOO_LONG": None,
    "ROUND_AFTER_END": "race",
}


@register.filter
def rule_behind(code: str) -> str:
    """The id of the rule that a refused entry broke; empty where there is none."""
    return RULES.get(code) or ""
