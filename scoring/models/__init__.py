"""What is stored: groups, games, their rounds and every change; and the verbs that write."""

from scoring.models.change import Change, History, Kind
from scoring.models.game import Game
from scoring.models.games import Agreement, standings
from scoring.models.group import Device, Group, Membership, Player
from scoring.models.round import Round
from scoring.models.sheet import Sheet, SheetRow
from scoring.models.step import Conflict
from scoring.models.writing import writing

__all__ = [
    "Agreement",
    "Change",
    "Conflict",
    "Device",
    "Game",
    "Group",
    "History",
    "Kind",
    "Membership",
    "Player",
    "Round",
    "Sheet",
    "SheetRow",
    "standings",
    "writing",
]
