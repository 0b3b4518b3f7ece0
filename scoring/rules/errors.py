"""The errors that the rules raise: a stable code, and a message that says what to do."""


def gettext_noop(text: str) -> str:
    """Mark a message for translation, as Django's function does; pages translate it."""
    return text


MESSAGES = {
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
    "FIELD_TWICE": gettext_noop(
        "There are two answers where only one is possible, such as two players who went out "
        "first: keep one of them."
    ),
    "SAME_PLAYER_TWICE": gettext_noop(
        "Two of these names are one player here: write another person for one of them."
    ),
    "CARD_POINTS_MISSING": gettext_noop("Tap the card points of the round."),
    "CARD_POINTS_NOT_INTEGER": gettext_noop("Card points are whole numbers."),
    "CARD_POINTS_NOT_MULTIPLE_OF_5": gettext_noop(
        "Card points go in steps of five: count the tricks again."
    ),
    "CARD_POINTS_OUT_OF_RANGE": gettext_noop(
        "A team’s card points lie between -25 and 125: count the tricks again."
    ),
    "CARD_POINTS_SUM_NOT_100": gettext_noop(
        "The card points add to %(total)s, and the deck is worth 100: count the tricks again."
    ),
    "CARD_POINTS_WITH_DOUBLE_WIN": gettext_noop(
        "Partners first and second are a double win, in which no cards are counted:"
        " tap another player as second, or save it without card points."
    ),
    "UNKNOWN_CALL": gettext_noop("A call is either Tichu or Grand Tichu."),
    "TWO_CALLS_BY_ONE_PLAYER": gettext_noop(
        "A player makes one call a round: keep either Tichu or Grand Tichu."
    ),
    "GRAND_NOT_ALLOWED": gettext_noop("This game is played without Grand Tichu."),
    "EXTRA_CALL_NOT_ALLOWED": gettext_noop(
        "This game is played without an extra call: choose Tichu or Grand Tichu."
    ),
    "TWO_CALLS_IN_ONE_TEAM": gettext_noop(
        "This game allows one call per team: keep one of the two."
    ),
    "TWO_CALLS_OF_A_KIND_IN_ONE_TEAM": gettext_noop(
        "This game allows one call of each kind per team: keep one of the two that are alike."
    ),
    "FIRST_IS_LAST": gettext_noop(
        "Nobody is both first out and last: choose two different players."
    ),
    "LAST_MISSING": gettext_noop("Tap the player who was last."),
    "LAST_CONTRADICTS_ORDER": gettext_noop(
        "The player who was last has another place in the finishing order: correct one of them."
    ),
    "TRANSFER_CONTRADICTS_CARD_POINTS": gettext_noop(
        "The card points do not match the tricks and the last hand: count them again."
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
    "PILES_IMPOSSIBLE": gettext_noop(
        "The deck cannot be divided into these piles: a card lies in one pile only, and only"
        " the Phoenix counts below 0. Count them again."
    ),
    "CARDS_MISSING": gettext_noop(
        "Not every card is counted yet: find those that are missing, and count them."
    ),
    "GRAND_TOO_LATE": gettext_noop(
        "Grand Tichu is called before the ninth card, and the table has confirmed that more "
        "are dealt: take that back first if it is wrong."
    ),
    "EXTRA_CALL_TOO_LATE": gettext_noop(
        "The extra call of this game is made before the ninth card, and the table has "
        "confirmed that more are dealt: take that back first if it is wrong."
    ),
    "UNKNOWN_BOMB": gettext_noop(
        "A bomb is four of a kind, or a straight of at least five cards of one suit from 2 to"
        " ace: choose its length and its top card."
    ),
    "BOMB_BELOW_TWO": gettext_noop(
        "A straight of %(length)s cards of one suit starts with the 2 at the lowest and so goes"
        " up to the %(lowest_top)s at least: correct its length or its top card."
    ),
    "BOMB_WITHOUT_PLAYER": gettext_noop("Tap who played the bomb."),
    "BOMBS_SHARE_CARDS": gettext_noop(
        "These bombs would need one card twice: correct the top card of one of them."
    ),
    "UNKNOWN_STRAIGHT": gettext_noop(
        "A long straight has at least eight cards and starts with the Mah Jong at the lowest:"
        " choose its length and its top card."
    ),
    "STRAIGHT_BELOW_MAH_JONG": gettext_noop(
        "A straight of %(length)s cards starts with the Mah Jong at the lowest and so goes up"
        " to the %(lowest_top)s at least: correct its length or its top card."
    ),
    "STRAIGHT_WITHOUT_PLAYER": gettext_noop("Tap who played the long straight."),
    "COMBINATIONS_SHARE_CARDS": gettext_noop(
        "These bombs and straights would need more cards than there are: correct the length or"
        " the top card of one of them."
    ),
    "NOTE_TOO_LONG": gettext_noop("A note has at most %(most)s letters: shorten it."),
    "ROUND_AFTER_END": gettext_noop(
        "The game is over after round %(end)s, and no round can follow it:"
        " remove the later rounds, or amend an earlier one, first."
    ),
    "ADJUSTMENT_OUT_OF_RANGE": gettext_noop(
        "An adjustment is a whole number of points from -1000 to 1000 for each team: type it"
        " again."
    ),
    "ADJUSTMENT_OF_NOTHING": gettext_noop("Type the points of at least one team."),
    "ADJUSTMENT_WITHOUT_REASON": gettext_noop(
        "Choose what the points are for, or say it in a few words."
    ),
    "ADJUSTMENT_NOTE_TOO_LONG": gettext_noop(
        "An adjustment is explained in at most %(most)s letters: shorten it."
    ),
    "TOO_MANY_ADJUSTMENTS": gettext_noop(
        "A game has at most %(most)s adjustments: remove one first."
    ),
    "TOO_MANY_RULINGS": gettext_noop(
        "A game has at most %(most)s saved rulings: remove one first."
    ),
    "CALL_AGAINST_AGREEMENT": gettext_noop(
        "Round %(number)s has a call that these rules do not allow: amend that round first, or"
        " choose other rules."
    ),
    "AGREEMENT_ENDS_GAME_EARLY": gettext_noop(
        "By these rules the game would be over after round %(end)s, and rounds follow it:"
        " choose other rules, or remove the later rounds first."
    ),
    "TIE_PLAYS_ON": gettext_noop(
        "Both teams have the same total, and this game goes on after a tie: play another round."
    ),
    "FINAL_TOTAL_OUT_OF_RANGE": gettext_noop(
        "A final total is a whole number of points, such as 1045 or -30: type both."
    ),
    "FINAL_TOTAL_NOT_IN_FIVES": gettext_noop(
        "Card points go in steps of five, and so does every total: check both."
    ),
    "FINAL_TOTALS_NOT_IN_HUNDREDS": gettext_noop(
        "Both teams together score whole hundreds in every round, and these totals add to"
        " %(total)s: check both."
    ),
    "FINAL_TOTALS_BELOW_TARGET": gettext_noop(
        "No team has reached %(target)s points: check the totals, or choose what the game was"
        " played to."
    ),
    "FINAL_TOTALS_BEFORE_END": gettext_noop(
        "By the rules that are chosen, a game goes on with these totals: check them, or choose"
        " other rules."
    ),
    "FINAL_TOTALS_TIED": gettext_noop(
        "Both teams have the same total, and a tie is played on: check the totals, or choose"
        " rules by which it is a draw."
    ),
    "ROUND_IN_RESULT": gettext_noop(
        "Of this game only the result is known, and no round can be added to it: start a new"
        " game to record rounds."
    ),
    "ROUND_HAS_BEGUN": gettext_noop(
        "Something is ticked in the next round: record that round first, or untick it."
    ),
    "ROUND_IN_ENDED_GAME": gettext_noop(
        "This game was ended meanwhile, and this round was not recorded: take the game up again"
        " first, if it goes on."
    ),
}


class IllegalRound(ValueError):
    """A round, or a sequence of rounds, that breaks the rules.

    `code` is a key of MESSAGES, `params` are its placeholders; `str()` is the English message.
    """

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(MESSAGES[code] % params)
        self.code = code
        self.params = params
