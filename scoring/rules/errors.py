"""What the rules refuse: a stable code, and one sentence that tells a person what to do."""


def gettext_noop(text: str) -> str:
    """Mark a sentence for translation; the pages translate it, the rules know no language."""
    return text


SENTENCES = {
    "FIRST_OUT_MISSING": gettext_noop("Tap the player who went out first."),
    "UNKNOWN_PLAYER": gettext_noop("“%(player)s” does not sit at this table: choose a seat."),
    "DUPLICATE_PLAYER_IN_ORDER": gettext_noop(
        "A player goes out only once: choose another player for each place."
    ),
    "OUT_ORDER_TOO_SHORT": gettext_noop(
        "A finishing order starts with two players: add the second, or leave the order out."
    ),
    "FIRST_OUT_CONTRADICTS_ORDER": gettext_noop(
        "The finishing order starts with another player than the one who went out first."
    ),
    "DOUBLE_WIN_CONTRADICTS_ORDER": gettext_noop(
        "A double win means that partners went out first and second: correct the order."
    ),
    "CARD_POINTS_MISSING": gettext_noop("Tap the card points of the round."),
    "CARD_POINTS_NOT_INTEGER": gettext_noop("Card points are whole numbers."),
    "CARD_POINTS_NOT_MULTIPLE_OF_5": gettext_noop(
        "Card points go in steps of five: count the tricks again."
    ),
    "CARD_POINTS_OUT_OF_RANGE": gettext_noop(
        "A team's card points lie between -25 and 125: count the tricks again."
    ),
    "CARD_POINTS_SUM_NOT_100": gettext_noop(
        "The card points add to %(total)s, and the deck is worth 100: count the tricks again."
    ),
    "CARD_POINTS_WITH_DOUBLE_WIN": gettext_noop(
        "No cards are counted after a double win: leave the card points out."
    ),
    "UNKNOWN_CALL": gettext_noop("A call is either Tichu or Grand Tichu."),
    "TWO_CALLS_BY_ONE_PLAYER": gettext_noop(
        "A player makes one call a round: keep either Tichu or Grand Tichu."
    ),
    "GRAND_NOT_ALLOWED": gettext_noop("This game is played without Grand Tichu."),
    "TWO_CALLS_IN_ONE_TEAM": gettext_noop(
        "This game allows one call per team: keep one of the two."
    ),
    "FIRST_IS_LAST": gettext_noop(
        "Nobody is both first out and last: choose two different players."
    ),
    "ROUND_AFTER_END": gettext_noop(
        "The game is over after round %(end)s, and no round can follow it:"
        " remove the later rounds, or amend an earlier one, first."
    ),
}


class IllegalRound(ValueError):
    """A round, or a row of rounds, that the rules forbid.

    `code` is one of SENTENCES; `params` fill the sentence, which `str()` gives in English.
    """

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(SENTENCES[code] % params)
        self.code = code
        self.params = params
