"""What may be played on what: pure values and functions, on the standard library and the deck.

>>> from rules_ref.play import Play, Situation, classify, judge
>>> from rules_ref.play.codes import CARDS
>>> pair = frozenset({CARDS["8j"], CARDS["8s"]})
>>> judge(Situation(on_table=classify(pair)[0]), Play(frozenset({CARDS["Aj"]}))).reason
<Reason.WRONG_TYPE: 'WRONG_TYPE'>
"""

from rules_ref.play.citations import Note
from rules_ref.play.combination import Combination, Kind
from rules_ref.play.errors import SENTENCES, UnclearQuestion
from rules_ref.play.hand import MOST_CARDS, Option
from rules_ref.play.house import OFFICIAL, House
from rules_ref.play.reading import classify
from rules_ref.play.reasons import Reason
from rules_ref.play.ruling import Ruling, judge
from rules_ref.play.situation import Play, Situation
from rules_ref.play.wish import Duty, wish_duty

__all__ = [
    "MOST_CARDS",
    "OFFICIAL",
    "SENTENCES",
    "Combination",
    "Duty",
    "House",
    "Kind",
    "Note",
    "Option",
    "Play",
    "Reason",
    "Ruling",
    "Situation",
    "UnclearQuestion",
    "classify",
    "judge",
    "wish_duty",
]
