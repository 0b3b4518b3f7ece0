"""Rulings on plays: pure values and functions that use only the standard library and the deck.

>>> from rules_ref.play import Play, Situation, classify, judge
>>> from rules_ref.play.codes import CARDS
>>> pair = frozenset({CARDS["8j"], CARDS["8s"]})
>>> judge(Situation(on_table=classify(pair)[0]), Play(frozenset({CARDS["Aj"]}))).reason
<RulingReason.WRONG_TYPE: 'WRONG_TYPE'>
"""

from rules_ref.play.citations import RulingNote
from rules_ref.play.classification import classify
from rules_ref.play.combination import Combination, CombinationKind
from rules_ref.play.errors import MESSAGES, UnclearQuestion
from rules_ref.play.hand import PlayOption
from rules_ref.play.reasons import RulingReason
from rules_ref.play.ruling import Ruling, judge
from rules_ref.play.situation import Play, Situation
from rules_ref.play.wish import WishDuty, wish_duty
from scoring.rules.play_rules import NO_HOUSE_RULES, HouseRule

__all__ = [
    "MESSAGES",
    "NO_HOUSE_RULES",
    "Combination",
    "CombinationKind",
    "HouseRule",
    "Play",
    "PlayOption",
    "Ruling",
    "RulingNote",
    "RulingReason",
    "Situation",
    "UnclearQuestion",
    "WishDuty",
    "classify",
    "judge",
    "wish_duty",
]
