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
    "LAST_MISSING": gettext_noop("Tap the player who was last."),
    "LAST_CONTRADICTS_ORDER": gettext_noop(
        "The player who was last has another place in the finishing order: correct one of them."
    ),
    "TRANSFER_CONTRADICTS_CARD_POINTS": gettext_noop(
        "The card points are not what the tricks and the last hand come to: count them again."
    ),
    "UNKNOWN_CARD": gettext_noop(
        "Only 5, 10, K, the Dragon and the Phoenix count: leave other cards out."
    ),
    "TOO_MANY_FIVES": gettext_noop(
        "The deck has four 5s, and all four are counted: take one back where it is too many."
    ),
    "TOO_MANY_TENS": gettext_noop(
        "The deck has four 10s, and all four are counted: take one back where it is too many."
    ),
    "TOO_MANY_KINGS": gettext_noop(
        "The deck has four kings, and all four are counted: take one back where it is too many."
    ),
    "TOO_MANY_DRAGONS": gettext_noop(
        "The deck has one Dragon, and it is counted: take it back where it does not belong."
    ),
    "TOO_MANY_PHOENIXES": gettext_noop(
        "The deck has one Phoenix, and it is counted: take it back where it does not belong."
    ),
    "CARDS_MISSING": gettext_noop(
        "Not every card is counted yet: find those that are missing, and count them."
    ),
    "GRAND_TOO_LATE": gettext_noop(
        "Grand Tichu is called before the ninth card, and the table has said that more is"
        " dealt: take that back first if it is not so."
    ),
    "UNKNOWN_BOMB": gettext_noop(
        "A bomb is four of a kind, or a run of at least five cards of one suit from 2 to ace:"
        " choose its length and its top card."
    ),
    "BOMBS_SHARE_CARDS": gettext_noop(
        "These bombs would need one card twice: correct the top card of one of them."
    ),
    "NOTE_TOO_LONG": gettext_noop("A note has at most %(most)s letters: shorten it."),
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
