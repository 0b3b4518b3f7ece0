"""What a browser sends, turned into values of the rules; and what is wrong with it."""

from scoring.forms.changes import GameForm
from scoring.forms.counting import CountForm, LastForm
from scoring.forms.games import NewGameForm, RematchForm
from scoring.forms.groups import CodeForm, DeviceForm, GroupForm, JoinForm
from scoring.forms.moments import MomentsForm, PlayingMomentsForm, RememberForm
from scoring.forms.rounds import (
    AmendForm,
    RecordForm,
    RedoForm,
    RemoveForm,
    RoundForm,
    UndoForm,
)
from scoring.forms.seen import seen
from scoring.forms.span import EveningForm, SpanForm
from scoring.forms.telling import TellForm
from scoring.forms.tonight import TonightForm
from scoring.forms.waiting import Import, Outcome, WaitingForm, What

__all__ = [
    "AmendForm",
    "CodeForm",
    "CountForm",
    "DeviceForm",
    "EveningForm",
    "GameForm",
    "GroupForm",
    "Import",
    "JoinForm",
    "LastForm",
    "MomentsForm",
    "NewGameForm",
    "Outcome",
    "PlayingMomentsForm",
    "RecordForm",
    "RedoForm",
    "RematchForm",
    "RememberForm",
    "RemoveForm",
    "RoundForm",
    "SpanForm",
    "TellForm",
    "TonightForm",
    "UndoForm",
    "WaitingForm",
    "What",
    "seen",
]
