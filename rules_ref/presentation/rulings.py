"""Describes rulings on cards in sentences."""

from collections.abc import Iterable
from typing import Protocol

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from rules_ref.forms import HAND, PLAY, TABLE, PlayQuestionForm, QuestionForm
from rules_ref.loader import active_reference
from rules_ref.play import (
    Combination,
    CombinationKind,
    HouseRule,
    Play,
    Ruling,
    RulingNote,
    RulingReason,
    classify,
)
from rules_ref.play.combination import ACE, DRAGON
from rules_ref.presentation.combinations import combination_name, rank_name
from rules_ref.reference import Rule

_HIGHER = {
    CombinationKind.SINGLE: gettext_noop("A higher single card, a bomb, or a pass."),
    CombinationKind.PAIR: gettext_noop("A higher pair, a bomb, or a pass."),
    CombinationKind.TRIPLE: gettext_noop("A higher triple, a bomb, or a pass."),
    CombinationKind.STAIRS: gettext_noop(
        "Higher stairs of %(length)s cards, a bomb, or a pass."
    ),
    CombinationKind.FULL_HOUSE: gettext_noop(
        "A full house with a higher triple, a bomb, or a pass."
    ),
    CombinationKind.STRAIGHT: gettext_noop(
        "A higher straight of %(length)s cards, a bomb, or a pass."
    ),
}
_REASONS = {
    RulingReason.NOT_A_COMBINATION: gettext_noop("These cards cannot be played together."),
    RulingReason.LEADER_MUST_PLAY: gettext_noop(
        "The lead is yours: you have to play something."
    ),
    RulingReason.WRONG_TYPE: gettext_noop(
        "Only the same kind of combination can be played on it, or a bomb."
    ),
    RulingReason.WRONG_LENGTH: gettext_noop(
        "It needs as many cards as are on the table: %(there)s, not %(here)s."
    ),
    RulingReason.NOT_HIGHER: gettext_noop("It is not higher than what lies there."),
    RulingReason.PHOENIX_ON_DRAGON: gettext_noop(
        "The Phoenix does not beat the Dragon: only a bomb does."
    ),
    RulingReason.ONLY_HIGHER_BOMB: gettext_noop(
        "A bomb is on the table: only a bigger bomb beats it."
    ),
    RulingReason.BOMB_TOO_SMALL: gettext_noop(
        "The bomb is too small: it needs more cards than the one on the table, or as many of "
        "a higher rank."
    ),
    RulingReason.DOG_ONLY_AS_LEAD: gettext_noop("The Dog can only be led."),
    RulingReason.DOG_NOT_BEATABLE: gettext_noop(
        "Nothing can be played on the Dog, not even a bomb."
    ),
    RulingReason.NOT_YOUR_TURN: gettext_noop("It is not your turn: there is nothing to pass."),
    RulingReason.OUT_OF_TURN_NEEDS_BOMB: gettext_noop(
        "It is not your turn: only a bomb may be thrown now."
    ),
    RulingReason.CANNOT_BOMB_THE_LEAD: gettext_noop(
        "Nothing lies on the table yet, and a lead cannot be bombed."
    ),
    RulingReason.WISH_MUST_BE_HONOURED: gettext_noop(
        "The wish is %(wish)s, and you can play one: so you have to."
    ),
}
# If a reason has several cases, they are distinguished by the rule that decides.
_REASONS_BY_RULE = {
    (RulingReason.NOT_HIGHER, "dragon"): gettext_noop(
        "No single card beats the Dragon: only a bomb does."
    ),
    (RulingReason.NOT_HIGHER, "mah-jong-only-led"): gettext_noop(
        "The Mah Jong is the lowest card and beats none: it can only be led."
    ),
    (RulingReason.OUT_OF_TURN_NEEDS_BOMB, "who-leads"): gettext_noop(
        "It is not your turn, and nothing can be played before the lead."
    ),
    (RulingReason.OUT_OF_TURN_NEEDS_BOMB, "bomb-order"): gettext_noop(
        "It is not your turn: only a bigger bomb may be thrown now."
    ),
    (RulingReason.OUT_OF_TURN_NEEDS_BOMB, "beat-or-pass"): gettext_noop("It is not your turn."),
    (RulingReason.OUT_OF_TURN_NEEDS_BOMB, HouseRule.BOMBS_IN_TURN.rule): gettext_noop(
        "It is not your turn, and at your table bombs wait for it."
    ),
    (RulingReason.OUT_OF_TURN_NEEDS_BOMB, HouseRule.PASSED_IS_OUT.rule): gettext_noop(
        "You have passed, and at your table a pass holds for the whole trick: you can only "
        "bomb."
    ),
    (RulingReason.OUT_OF_TURN_NEEDS_BOMB, "no-raising-yourself"): gettext_noop(
        "All the others have passed: you cannot raise your own play, except with a bomb."
    ),
    (RulingReason.NOT_YOUR_TURN, "no-raising-yourself"): gettext_noop(
        "All the others have passed: the trick is yours, so take it."
    ),
    (RulingReason.WISH_MUST_BE_HONOURED, "wish-phoenix"): gettext_noop(
        "The wish is %(wish)s. The Phoenix does not count as one, and you can play a real one:"
        " so you have to."
    ),
    (RulingReason.NOT_A_COMBINATION, "dragon"): gettext_noop(
        "The Dragon is played alone, never with other cards."
    ),
    (RulingReason.NOT_A_COMBINATION, "dog"): gettext_noop(
        "The Dog is led alone, never with other cards."
    ),
    (RulingReason.NOT_A_COMBINATION, "mah-jong"): gettext_noop(
        "The Mah Jong is played alone, or as the 1 of a straight."
    ),
    (RulingReason.NOT_A_COMBINATION, "no-triple-chain"): gettext_noop(
        "Triples of neighbouring ranks cannot be played together."
    ),
    (RulingReason.NOT_A_COMBINATION, "stairs"): gettext_noop(
        "Several pairs go together as stairs only, and stairs have no gap."
    ),
    (RulingReason.NOT_A_COMBINATION, "straight"): gettext_noop(
        "A straight is five or more ranks in a row, without a gap."
    ),
    (RulingReason.NOT_A_COMBINATION, "straight-ends"): gettext_noop(
        "A straight does not go round the corner: nothing follows the ace."
    ),
    (RulingReason.NOT_A_COMBINATION, "four-of-a-kind"): gettext_noop(
        "Three of a kind and the Phoenix are no bomb, and nothing else either."
    ),
    (RulingReason.NOT_A_COMBINATION, "four-and-phoenix"): gettext_noop(
        "Four of a kind and the Phoenix are no full house, and no bomb either."
    ),
    (RulingReason.NOT_A_COMBINATION, "phoenix-joker"): gettext_noop(
        "The Phoenix stands for one card from 2 to ace, and none makes a combination of these."
    ),
    (RulingReason.NOT_A_COMBINATION, "phoenix-straight-ends"): gettext_noop(
        "There is no place for the Phoenix: it cannot be the 1, and nothing follows the ace."
    ),
}
_HOUSE = {
    HouseRule.OTHER_BOMB: gettext_noop("In turn any bomb may be played on a wish"),
    HouseRule.DOG_AGAINST_WISH: gettext_noop("The Dog may be led in spite of a wish"),
    HouseRule.WISH_ON_LEAD: gettext_noop("A wish does not bind the leader"),
    HouseRule.BOMBS_IN_TURN: gettext_noop("Bombs in turn only"),
    HouseRule.PASSED_IS_OUT: gettext_noop("Who has passed may only bomb in this trick"),
    HouseRule.RAISE_YOURSELF: gettext_noop("Your own play may be raised when all have passed"),
}
_RAISED = {
    HouseRule.RAISE_YOURSELF.rule: gettext_noop(
        "It beats your own play, on which all the others have passed."
    ),
    "no-raising-yourself": gettext_noop("Only a bomb raises your own play, and this one does."),
}
_NOTES = {
    RulingNote.OTHER_BOMB_IN_TURN: gettext_noop(
        "Tables differ: on BrettspielWelt another bomb is allowed here, and the wish stands."
    ),
    RulingNote.DOG_AGAINST_WISH: gettext_noop(
        "Tables differ: no rule text settles the Dog against a wish. Agree beforehand."
    ),
    RulingNote.HAND_UNKNOWN: gettext_noop(
        "But the wish is %(wish)s: if you hold one and can play it, you have to. Pick the rest"
        " of your hand to be sure."
    ),
}


class JudgedPlay(Protocol):
    """A play or pass with the ruling on it, and the facts on which the ruling is based."""

    @property
    def ruling(self) -> Ruling: ...
    @property
    def proposed_play(self) -> Play | None: ...
    @property
    def on_table(self) -> Combination | None: ...
    @property
    def wished_rank(self) -> int | None: ...
    @property
    def in_turn(self) -> bool: ...


def play_name(question: JudgedPlay) -> str:
    """Describe the proposed play; empty if it is no combination. The value of a lone Phoenix is
    left out if playing it is not legal."""
    combination = question.ruling.combination
    if combination is None:
        return ""
    if combination.lone_phoenix and not question.ruling.legal:
        return _("Phoenix")
    return combination_name(combination)


def explanation(question: JudgedPlay) -> str:
    """Explain the reason of a ruling in one sentence."""
    reason, laid = question.ruling.reason, question.proposed_play
    if reason is RulingReason.OK:
        return _why_legal(question)
    if reason is RulingReason.NOT_A_COMBINATION and laid and classify(laid.cards):
        return _("With the Phoenix as %(rank)s these cards are no combination.") % {
            "rank": rank_name(laid.phoenix_as or 0)
        }
    first_rule = question.ruling.rules[0]
    sentence = _REASONS_BY_RULE.get((reason, first_rule), _REASONS[reason])
    return _(sentence) % {
        "wish": rank_name(question.wished_rank or 0),
        "there": question.on_table.length if question.on_table else 0,
        "here": len(laid.cards) if laid else 0,
    }


def note(question: JudgedPlay) -> str:
    """Name the house rule from which the ruling follows, or describe the remark on it. Empty if
    there is neither."""
    for house in HouseRule:
        if house.rule in question.ruling.rules:
            return _("That is the rule at your table: %(rule)s.") % {"rule": house_name(house)}
    note = question.ruling.note
    return _(_NOTES[note]) % {"wish": rank_name(question.wished_rank or 0)} if note else ""


def alternatives(question: PlayQuestionForm) -> str:
    """Describe the possible plays, as far as they do not depend on the hand."""
    on_table = question.on_table
    if on_table is None:
        return (
            _("Any combination, a bomb, or the Dog.")
            if question.in_turn
            else _("Nothing before the lead has been played.")
        )
    if on_table.kind is CombinationKind.DOG:
        return _("The lead is the partner’s, and starts with an empty table.")
    if not question.in_turn:
        own = question.situation.own
        return (_instead_on_own_play if own else _instead_out_of_turn)(question, on_table)
    if on_table.bomb:
        return _("A bigger bomb, or a pass.")
    top = DRAGON if on_table.kind is CombinationKind.SINGLE else ACE
    if on_table.rank >= top or question.situation.out_of_trick:
        return _("A bomb, or a pass.")
    return _(_HIGHER[on_table.kind]) % {"length": on_table.length}


def house_name(house: HouseRule) -> str:
    return _(_HOUSE[house])


def pile_name(pile: str, question: QuestionForm) -> str:
    """Return the name of a pile. If the question has a pile for the play, the hand is the rest
    of the hand."""
    hand = _("Rest of my hand") if PLAY in question.piles else _("My hand")
    return {TABLE: _("On the table"), PLAY: _("My play"), HAND: hand}[pile]


def find_rules(ids: Iterable[str]) -> list[Rule]:
    """Return the rules with these ids."""
    rules = {rule.id: rule for page in active_reference().pages for rule in page.rules}
    return [rules[rule_id] for rule_id in ids]


def _instead_on_own_play(question: PlayQuestionForm, on_table: Combination) -> str:
    if HouseRule.RAISE_YOURSELF in question.house_rules:
        return _("Whatever beats it, or taking the trick.")
    if on_table.bomb:
        return _("A bigger bomb, or taking the trick.")
    return _("A bomb, or taking the trick.")


def _instead_out_of_turn(question: PlayQuestionForm, on_table: Combination) -> str:
    if HouseRule.BOMBS_IN_TURN in question.house_rules:
        return _("Nothing before it is your turn.")
    return _("A bigger bomb.") if on_table.bomb else _("A bomb.")


def _why_legal(question: JudgedPlay) -> str:
    combination, on_table = question.ruling.combination, question.on_table
    if combination is None and on_table and on_table.kind is CombinationKind.DOG:
        return _("Nobody needs to pass on the Dog: the lead goes to the partner at once.")
    if combination is None:
        return _("You may pass.")
    if on_table is None:
        return _("You may lead that.")
    raised = next((rule for rule in question.ruling.rules if rule in _RAISED), None)
    if raised:
        return _(_RAISED[raised])
    if not question.in_turn:
        return _("A bomb may be played out of turn, and this one beats what is on the table.")
    return _("It beats what lies there.")
