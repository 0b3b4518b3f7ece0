"""What a browser sends, turned into values of the rules; and what is wrong with it."""

from scoring.forms.games import NewGameForm, RematchForm
from scoring.forms.rounds import (
    AmendForm,
    GameForm,
    RecordForm,
    RedoForm,
    RemoveForm,
    RoundForm,
    UndoForm,
)

__all__ = [
    "AmendForm",
    "GameForm",
    "NewGameForm",
    "RecordForm",
    "RedoForm",
    "RematchForm",
    "RemoveForm",
    "RoundForm",
    "UndoForm",
]
