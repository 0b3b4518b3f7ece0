"""The practice round as data: four hands, and twelve decisions with their choices.

It is the end of a round, so that the hands are small. In each decision one choice is taken, and
the round continues with it. The answers to the other choices say whether they are legal.
"""

from dataclasses import dataclass

from django.utils.translation import gettext_noop

from rules_ref.practice.moves import Move
from scoring.rules import BySeat, Call, CallLevel, Seat

ADA, BEN, CLEO, DORA = Seat
NAMES = BySeat("Ada", "Ben", "Cleo", "Dora")
CALLS = (Call(CLEO, CallLevel.TICHU),)

HANDS = {
    ADA: "mahjong dog dragon At",
    BEN: "7j 7s 7p 7t 8j 10p Qs phoenix",
    CLEO: "5s 5p 6j 6t Ks Kp Aj",
    DORA: "2s 3p 9t Jj",
}


@dataclass(frozen=True, slots=True)
class Choice:
    """A move to tap.

    If it is legal but not taken, `comment` and `then`, the moves that would follow, show the
    consequences.
    """

    move: Move
    comment: str = ""
    then: tuple[Move, ...] = ()
    taken: bool = False


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision of the round: the question, the choices, and the moves that follow."""

    slug: str
    title: str
    text: str
    choices: tuple[Choice, ...] = ()
    then: tuple[Move, ...] = ()


DECISIONS = (
    Decision(
        "lead",
        gettext_noop("Ada has the lead. What may she play?"),
        gettext_noop(
            "The end of a round, with all hands open. Ada and Cleo are partners, Ben and Dora"
            " too. Cleo has said Tichu: she wants to be the first without cards."
        ),
        (
            Choice(Move(ADA)),
            Choice(Move(ADA, "mahjong At")),
            Choice(
                Move(ADA, "dog"),
                gettext_noop(
                    "Cleo would have the lead. But the Mah Jong beats no card: it stays in"
                    " Ada’s hand until she leads again."
                ),
            ),
            Choice(Move(ADA, "mahjong", wish=8), taken=True),
        ),
    ),
    Decision(
        "wish",
        gettext_noop("Ada has wished for an 8. What may Ben play?"),
        gettext_noop("Whoever plays the Mah Jong may wish for a rank. Ben has an 8."),
        (
            Choice(Move(BEN, "Qs")),
            Choice(Move(BEN, "8j"), taken=True),
            Choice(Move(BEN)),
            Choice(Move(BEN, "7j 7s 7p 7t")),
        ),
    ),
    Decision(
        "higher",
        gettext_noop("An 8 lies there. What may Cleo play?"),
        gettext_noop("The wish is fulfilled and no longer binds anybody."),
        (
            Choice(Move(CLEO, "5s")),
            Choice(Move(CLEO, "Ks Kp")),
            Choice(Move(CLEO, "Aj"), taken=True),
            Choice(
                Move(CLEO, "Ks"),
                gettext_noop("It beats the 8. But two kings together are hard to beat."),
            ),
        ),
        (Move(DORA), Move(ADA)),
    ),
    Decision(
        "phoenix",
        gettext_noop("What beats an ace? It is Ben’s turn."),
        gettext_noop("Dora and Ada have passed. If Ben passes too, the trick is Cleo’s."),
        (
            Choice(Move(BEN, "Qs")),
            Choice(
                Move(BEN, "phoenix"),
                gettext_noop(
                    "It is half a rank higher than the card below, here 14½. With the trick"
                    " Ben would get the 25 points that it costs."
                ),
            ),
            Choice(
                Move(BEN, "7j 7s 7p 7t"),
                gettext_noop("A bomb beats everything. He keeps it for more than an ace."),
            ),
            Choice(Move(BEN), taken=True),
        ),
    ),
    Decision(
        "combination",
        gettext_noop("The trick is Cleo’s, and so is the lead. What may she play?"),
        gettext_noop("Whoever leads chooses the kind, and the others have to follow it."),
        (
            Choice(Move(CLEO, "5s 5p 6j")),
            Choice(Move(CLEO, "5s 5p 6j 6t"), taken=True),
            Choice(
                Move(CLEO, "Ks Kp"),
                gettext_noop("Only a bomb would beat it. But Cleo wants to end with it."),
            ),
            Choice(Move(CLEO)),
        ),
    ),
    Decision(
        "bomb",
        gettext_noop("Stairs lie there, and it is Dora’s turn. Who may play what?"),
        gettext_noop("Dora has nothing that fits. Her partner Ben has four sevens."),
        (
            Choice(Move(DORA, "Jj")),
            Choice(Move(BEN, "Qs")),
            Choice(Move(BEN, "7j 7s 7p 7t"), taken=True),
            Choice(
                Move(DORA),
                gettext_noop("Ben’s bomb would not have to wait: it may fall at any time."),
            ),
        ),
        (
            Move(CLEO),
            Move(DORA),
            Move(ADA),
            Move(BEN, "10p"),
            Move(CLEO),
            Move(DORA),
        ),
    ),
    Decision(
        "dragon",
        gettext_noop("Ben has led a 10. What may Ada play?"),
        gettext_noop(
            "Ben has two cards left, and the queen and the Phoenix make a pair: with the lead"
            " he would be out."
        ),
        (
            Choice(Move(ADA, "dog")),
            Choice(Move(ADA, "dragon"), taken=True),
            Choice(
                Move(ADA),
                gettext_noop("Then Ben is first, and Cleo’s Tichu has failed."),
                (Move(BEN, "Qs phoenix"),),
            ),
            Choice(
                Move(ADA, "At"),
                gettext_noop("The Phoenix beats it, and Ada needs the Dragon all the same."),
                (Move(BEN, "phoenix"), Move(CLEO), Move(DORA), Move(ADA, "dragon")),
            ),
        ),
    ),
    Decision(
        "highest",
        gettext_noop("The Dragon lies there. What may Ben play?"),
        gettext_noop("It is the highest single card."),
        (
            Choice(Move(BEN, "phoenix")),
            Choice(Move(BEN), taken=True),
            Choice(Move(BEN, "Qs")),
            Choice(Move(BEN, "Qs phoenix")),
        ),
        (Move(CLEO), Move(DORA)),
    ),
    Decision(
        "dog",
        gettext_noop("Ada leads again. What may she play?"),
        gettext_noop(
            "The Dragon has its price: Ada has to give the trick to an opponent. She gives it"
            " to Dora, who has the most cards."
        ),
        (
            Choice(Move(ADA, "dog At")),
            Choice(Move(ADA, "dog"), taken=True),
            Choice(
                Move(ADA, "At"),
                gettext_noop("The Phoenix beats it, and the lead is Ben’s: he is first."),
                (
                    Move(BEN, "phoenix"),
                    Move(CLEO),
                    Move(DORA),
                    Move(ADA),
                    Move(BEN, "Qs"),
                ),
            ),
            Choice(Move(BEN, "phoenix")),
        ),
    ),
    Decision(
        "out",
        gettext_noop("The Dog has given the lead to Cleo. What may be played?"),
        gettext_noop("The table is empty again: the Dog is in nobody’s trick."),
        (
            Choice(Move(BEN, "phoenix")),
            Choice(
                Move(CLEO, "Ks"),
                gettext_noop(
                    "The Phoenix beats one king. Only Ada’s ace stops Ben, and then Ada is"
                    " first: Cleo’s Tichu has failed."
                ),
                (
                    Move(DORA),
                    Move(ADA),
                    Move(BEN, "phoenix"),
                    Move(CLEO),
                    Move(DORA),
                    Move(ADA, "At"),
                ),
            ),
            Choice(Move(CLEO, "Ks Kp"), taken=True),
            Choice(Move(CLEO)),
        ),
        (Move(DORA), Move(ADA)),
    ),
    Decision(
        "pair",
        gettext_noop("Cleo is out first. What may Ben play?"),
        gettext_noop("Her Tichu is made. Her kings can still be beaten; two have passed."),
        (
            Choice(Move(BEN, "Qs phoenix")),
            Choice(Move(BEN, "phoenix")),
            Choice(Move(BEN), taken=True),
        ),
        (Move(DORA, "Jj"),),
    ),
    Decision(
        "second",
        gettext_noop("Dora has led a jack. What may Ada play?"),
        gettext_noop(
            "The trick was Cleo’s, but she has no cards: so the next player who has some, Dora,"
            " has led. If Ada is out now, she is second, behind her partner."
        ),
        (
            Choice(Move(ADA, "At"), taken=True),
            Choice(
                Move(ADA),
                gettext_noop("Then Ben is second, and the cards are counted."),
                (Move(BEN, "Qs"), Move(DORA), Move(ADA), Move(BEN, "phoenix")),
            ),
        ),
    ),
    Decision(
        "end",
        gettext_noop("A double win"),
        gettext_noop(
            "Cleo first, Ada second: the round is over at once, and nobody counts. The double"
            " win is worth 200 points, and Cleo’s Tichu 100."
        ),
    ),
)
