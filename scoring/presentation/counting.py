"""The sentences of the pages for counting cards and noting bombs."""

from django.utils.translation import gettext as _

from scoring.forms import CountForm, LastPlayerForm
from scoring.forms.command_form import illegal_round_message
from scoring.forms.counting import PileEntry
from scoring.rules import (
    FOUR_OF_A_KIND_LENGTH,
    HAND,
    TOO_MANY_CODES,
    BySeat,
    IllegalRound,
    PointCard,
    Seat,
    Team,
    TransferLine,
    TransferReason,
)


def bomb_type(length: int) -> str:
    """Return the name of a bomb of this length."""
    if length == FOUR_OF_A_KIND_LENGTH:
        return _("Four of a kind")
    return _("Straight of %(length)s") % {"length": length}


def too_many_message(card: PointCard) -> str:
    """Return the message for more copies of a card than the deck contains."""
    return illegal_round_message(IllegalRound(TOO_MANY_CODES[card]))


def card_name(card: PointCard) -> str:
    names = {
        PointCard.KING: _("King"),
        PointCard.DRAGON: _("Dragon"),
        PointCard.PHOENIX: _("Phoenix"),
    }
    return names.get(card, str(card))


def pile_label(pile: PileEntry, form: CountForm) -> str:
    """Return the label of a pile: its team, its player, or the hand of the last player."""
    if not isinstance(form, LastPlayerForm):
        return form.game.team_names[Team(pile.name)]
    if pile.name == HAND:
        return _("Hand of the last player")
    return _("%(name)s’s tricks") % {"name": form.game.names[Seat(pile.name)]}


def transfer_sentence(line: TransferLine, names: BySeat[str]) -> str:
    """Return a sentence with the reason why a pile counts for a team."""
    sentences = {
        TransferReason.OWN_TRICKS: _("%(source)s’s tricks stay with the team."),
        TransferReason.LAST_TRICKS: _(
            "%(source)s was last: the tricks go to %(to)s, who went out first."
        ),
        TransferReason.LAST_HAND: _("%(source)s was last: the hand goes to the opponents."),
    }
    return sentences[line.reason] % {
        "source": names[line.source],
        "to": names[line.to],
    }


def transfer_rule_id(line: TransferLine) -> str:
    """Return the id of the rule in the reference on which this line is based."""
    return "card-points" if line.reason is TransferReason.OWN_TRICKS else "last-player"
