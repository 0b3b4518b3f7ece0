"""What the pages say while cards are counted and bombs noted."""

from django import template
from django.utils.translation import gettext as _

from scoring.forms import CountForm, LastForm
from scoring.forms.changes import sentence
from scoring.forms.counting import PileEntry
from scoring.models import Game
from scoring.rules import FOUR, HAND, TOO_MANY, IllegalRound, Move, PointCard, Seat, Team, Why

register = template.Library()


@register.filter
def length_name(length: int) -> str:
    """What a bomb of this length is called."""
    if length == FOUR:
        return _("Four of a kind")
    return _("Run of %(length)s") % {"length": length}


@register.filter
def too_many(card: PointCard) -> str:
    """What is said when somebody counts one more than the deck has."""
    return sentence(IllegalRound(TOO_MANY[card]))


@register.filter
def card_name(card: PointCard) -> str:
    names = {
        PointCard.KING: _("King"),
        PointCard.DRAGON: _("Dragon"),
        PointCard.PHOENIX: _("Phoenix"),
    }
    return names.get(card, str(card))


@register.filter
def pile_name(pile: PileEntry, form: CountForm) -> str:
    """Whose pile it is."""
    if not isinstance(form, LastForm):
        return form.game.team_names[Team(pile.name)]
    if pile.name == HAND:
        return _("Still in the last hand")
    return _("%(name)s’s tricks") % {"name": form.game.names[Seat(pile.name)]}


@register.filter
def moved(move: Move, game: Game) -> str:
    """Which pile goes where, and why."""
    sentences = {
        Why.KEPT: _("%(source)s’s tricks stay with the team."),
        Why.LAST_TRICKS: _("%(source)s was last: the tricks go to %(to)s, who went out first."),
        Why.LAST_HAND: _("%(source)s was last: the hand goes to the opponents."),
    }
    return sentences[move.why] % {"source": game.names[move.source], "to": game.names[move.to]}


@register.filter
def rule_of(move: Move) -> str:
    """The id of the rule in the reference that a move follows."""
    return "card-points" if move.why is Why.KEPT else "last-player"
