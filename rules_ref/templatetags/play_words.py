"""What the pages say about cards that are played, in the table's own words."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from rules_ref.cards import DrawnCard, draw
from rules_ref.play import Combination, House, Kind, Note, Option, Reason
from rules_ref.play.codes import CARDS
from rules_ref.questions import HAND, PLAY, TABLE, PlayQuestion, Question
from rules_ref.reading import reference
from rules_ref.reference import Rule
from scoring.rules import DECK, RANKS, Card, Special

register = template.Library()

# So many lines of plays are shown: enough to choose from, and an answer still.
SHOWN = 24

_HIGHEST, _DRAGON = 14, 15
_CODES = {card: code for code, card in CARDS.items()}
_SPECIAL_RANKS: dict[Special, float] = {
    Special.DOG: 0,
    Special.MAH_JONG: 1,
    Special.PHOENIX: 14.5,
    Special.DRAGON: 15,
}

_NAMES = {
    Kind.SINGLE: gettext_noop("Single %(rank)s"),
    Kind.PAIR: gettext_noop("Pair of %(rank)ss"),
    Kind.TRIPLE: gettext_noop("Triple of %(rank)ss"),
    Kind.STAIRS: gettext_noop("Stairs of %(length)s cards up to %(rank)s"),
    Kind.FULL_HOUSE: gettext_noop("Full house with three %(rank)ss"),
    Kind.STRAIGHT: gettext_noop("Straight of %(length)s cards up to %(rank)s"),
    Kind.QUAD_BOMB: gettext_noop("Bomb of four %(rank)ss"),
    Kind.STRAIGHT_BOMB: gettext_noop("Bomb, a run of %(length)s cards up to %(rank)s"),
    Kind.DOG: gettext_noop("Dog"),
}
_HIGHER = {
    Kind.SINGLE: gettext_noop("A higher single card, a bomb, or a pass."),
    Kind.PAIR: gettext_noop("A higher pair, a bomb, or a pass."),
    Kind.TRIPLE: gettext_noop("A higher triple, a bomb, or a pass."),
    Kind.STAIRS: gettext_noop("Higher stairs of %(length)s cards, a bomb, or a pass."),
    Kind.FULL_HOUSE: gettext_noop("A full house with a higher triple, a bomb, or a pass."),
    Kind.STRAIGHT: gettext_noop("A higher straight of %(length)s cards, a bomb, or a pass."),
}
_REASONS = {
    Reason.NOT_A_COMBINATION: gettext_noop("These cards cannot be played together."),
    Reason.LEADER_MUST_PLAY: gettext_noop("The lead is yours: you have to play something."),
    Reason.WRONG_TYPE: gettext_noop("Only the same kind as lies there goes on it, or a bomb."),
    Reason.WRONG_LENGTH: gettext_noop(
        "It has to be as many cards as lie there: %(there)s, not %(here)s."
    ),
    Reason.NOT_HIGHER: gettext_noop("It is not higher than what lies there."),
    Reason.ONLY_HIGHER_BOMB: gettext_noop("A bomb lies there: only a bigger bomb beats it."),
    Reason.DOG_ONLY_AS_LEAD: gettext_noop("The Dog can only be led."),
    Reason.DOG_NOT_BEATABLE: gettext_noop("Nothing can be played on the Dog, not even a bomb."),
    Reason.OUT_OF_TURN_NEEDS_BOMB: gettext_noop(
        "It is not your turn: only a bomb may be thrown now."
    ),
    Reason.CANNOT_BOMB_THE_LEAD: gettext_noop(
        "Nothing lies on the table yet, and a lead cannot be bombed."
    ),
    Reason.WISH_MUST_BE_HONOURED: gettext_noop(
        "The wish is %(wish)s, and you can play one: so you have to."
    ),
}
_HOUSE = {
    House.OTHER_BOMB: gettext_noop("In turn any bomb may be played on a wish"),
    House.DOG_AGAINST_WISH: gettext_noop("The Dog may be led in spite of a wish"),
    House.WISH_ON_LEAD: gettext_noop("A wish does not bind the leader"),
    House.BOMBS_IN_TURN: gettext_noop("Bombs in turn only"),
}
_NOTES = {
    Note.OTHER_BOMB_IN_TURN: gettext_noop(
        "Tables differ: on BrettspielWelt another bomb is allowed here, and the wish stands."
    ),
    Note.DOG_AGAINST_WISH: gettext_noop(
        "Tables differ: no rule text settles the Dog against a wish. Agree beforehand."
    ),
    Note.HAND_UNTOLD: gettext_noop(
        "But the wish is %(wish)s: if you hold one and can play it, you have to. Pick the rest"
        " of your hand to be sure."
    ),
}


class Plays(NamedTuple):
    """Lines of plays, each with how many there are of it, and how many are left out."""

    lines: list[tuple[Option, int]]
    more: int


@register.filter
def rank_name(rank: float) -> str:
    """8, ace; half a rank as a Phoenix has it alone: 8½."""
    if rank % 1:
        return f"{int(rank)}½"
    sign = next((sign for sign, number in RANKS.items() if number == rank), None)
    return DrawnCard.of(sign).name if sign else str(int(rank))


@register.filter
def combination_name(combination: Combination) -> str:
    """A combination in words, and what the Phoenix stands for in it."""
    if combination.kind is Kind.SINGLE:
        return _single_name(combination)
    name = _(_NAMES[combination.kind]) % {
        "rank": rank_name(combination.rank),
        "length": combination.length,
    }
    if combination.phoenix_as is None:
        return name
    return _("%(combination)s, the Phoenix as %(rank)s") % {
        "combination": name,
        "rank": rank_name(combination.phoenix_as),
    }


@register.filter
def because(question: PlayQuestion) -> str:
    """The one reason of a ruling."""
    reason, laid = question.ruling.reason, question.laid
    if reason is Reason.OK:
        return _why_legal(question)
    if reason is Reason.NOT_A_COMBINATION and question.readings:
        return _("With the Phoenix as %(rank)s these cards are no combination.") % {
            "rank": rank_name(laid.phoenix_as or 0) if laid else ""
        }
    if (
        reason is Reason.OUT_OF_TURN_NEEDS_BOMB
        and laid
        and House.BOMBS_IN_TURN in question.house_rules
    ):
        return _("It is not your turn, and at your table bombs wait for it.")
    if reason is Reason.OUT_OF_TURN_NEEDS_BOMB and laid is None:
        return _("It is not your turn: there is nothing to pass.")
    return _(_REASONS[reason]) % {
        "wish": rank_name(question.wished or 0),
        "there": question.on_table.length if question.on_table else 0,
        "here": len(laid.cards) if laid else 0,
    }


@register.filter
def besides(question: PlayQuestion) -> str:
    """What the answer depends on: the rule of this table, or where tables play otherwise."""
    for house in House:
        if house.rule in question.ruling.rules:
            return _("So it is by the rule of your table: %(rule)s.") % {
                "rule": house_name(house)
            }
    note = question.ruling.note
    return _(_NOTES[note]) % {"wish": rank_name(question.wished or 0)} if note else ""


@register.filter
def instead(question: PlayQuestion) -> str:
    """What could be played, as far as that can be said without seeing the hand."""
    on_table = question.on_table
    if on_table is None:
        return (
            _("Any combination, a bomb, or the Dog.")
            if question.in_turn
            else _("Nothing before the lead has been played.")
        )
    if on_table.kind is Kind.DOG:
        return _("The lead is the partner's, and starts with an empty table.")
    if not question.in_turn:
        return _instead_out_of_turn(question, on_table)
    if on_table.bomb:
        return _("A bigger bomb, or a pass.")
    top = _DRAGON if on_table.kind is Kind.SINGLE else _HIGHEST
    if on_table.rank >= top:
        return _("A bomb, or a pass.")
    return _(_HIGHER[on_table.kind]) % {"length": on_table.length}


@register.filter
def house_name(house: House) -> str:
    return _(_HOUSE[house])


@register.filter
def pile_name(pile: str, question: Question) -> str:
    """A pile as it is picked: next to a play, the hand is what is left of it."""
    hand = _("Rest of my hand") if PLAY in question.piles else _("My hand")
    return {TABLE: _("On the table"), PLAY: _("My play"), HAND: hand}[pile]


@register.filter
def drawn(cards: Iterable[Card], combination: Combination | None = None) -> str:
    """The cards as a picture, lowest first, and the Phoenix in the place that it takes."""
    as_what = combination.phoenix_as if combination else None

    def place(card: Card) -> tuple[float, int]:
        rank = _SPECIAL_RANKS[card.special] if card.special else card.rank or 0
        if card.special is Special.PHOENIX and as_what:
            rank = as_what
        return rank, DECK.index(card)

    return draw(" ".join(_CODES[card] for card in sorted(cards, key=place)))


@register.filter
def by_ranks(options: Sequence[Option]) -> Plays:
    """Plays as they are listed: those that differ in suits alone in one line."""
    alike: dict[object, list[Option]] = {}
    for option in options:
        ranks = sorted((card.rank or 0) for card in option.cards)
        alike.setdefault((option.combination, *ranks), []).append(option)
    lines = [(ways[0], len(ways)) for ways in alike.values()][:SHOWN]
    return Plays(lines, len(options) - sum(ways for _option, ways in lines))


@register.filter
def rules_named(ids: Iterable[str]) -> list[Rule]:
    """Rules of the reference by their ids."""
    rules = {rule.id: rule for page in reference().pages for rule in page.rules}
    return [rules[rule_id] for rule_id in ids]


def _single_name(combination: Combination) -> str:
    if combination.lone_phoenix:
        return _("Phoenix, worth %(value)s") % {"value": rank_name(combination.rank)}
    if combination.rank == _DRAGON:
        return _("Dragon")
    if combination.rank == 1:
        return _("Mah Jong")
    return _(_NAMES[Kind.SINGLE]) % {"rank": rank_name(combination.rank)}


def _instead_out_of_turn(question: PlayQuestion, on_table: Combination) -> str:
    if House.BOMBS_IN_TURN in question.house_rules:
        return _("Nothing before it is your turn.")
    return _("A bigger bomb.") if on_table.bomb else _("A bomb.")


def _why_legal(question: PlayQuestion) -> str:
    combination, on_table = question.ruling.combination, question.on_table
    if combination is None:
        return _("You may pass.")
    if on_table is None:
        return _("You may lead that.")
    if not question.in_turn:
        return _("A bomb may fall out of turn, and this one beats what lies there.")
    return _("It beats what lies there.")
