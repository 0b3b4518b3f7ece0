"""Errors in a question about cards: a stable code and a message."""

MESSAGES = {
    "UNKNOWN_CARD": "There is no card %(card)r.",
    "UNKNOWN_RANK": "There is no rank %(rank)r here.",
    "CARD_TWICE": "The card %(card)r is there twice.",
    "HAND_TOO_BIG": "A hand has at most %(most)s cards.",
    "NOTHING_ON_TABLE": "An empty table is None, not a table without cards.",
    "NO_COMBINATION_ON_TABLE": "The cards on the table are no combination in that reading.",
    "UNKNOWN_HOUSE_RULE": "There is no house rule %(name)r here.",
    "UNKNOWN_PLAY": "A play is a list of cards, or 'pass', and not %(play)r.",
}


class UnclearQuestion(ValueError):
    """A question with cards or ranks that do not exist, or that are impossible together.

    `code` is one of MESSAGES, and `params` are the values for its sentence, which `str()`
    returns in English.
    """

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(MESSAGES[code] % params)
        self.code = code
        self.params = params
