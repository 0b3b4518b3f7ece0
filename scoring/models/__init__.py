"""What is stored: groups, games, their rounds and every change; and the verbs that write."""

from scoring.models.agreement import Agreement
from scoring.models.bucket import Bucket, Limit
from scoring.models.change import Change, History, Kind
from scoring.models.device import (
    CODE_LIFE,
    Device,
    JoinCode,
    JoinRequest,
    Membership,
    Role,
    hash_token,
)
from scoring.models.game import Game
from scoring.models.games import standings
from scoring.models.group import RESTORABLE, Group, Player
from scoring.models.round import Round
from scoring.models.sheet import Sheet, SheetRow
from scoring.models.step import Conflict
from scoring.models.writing import writing

__all__ = [
    "CODE_LIFE",
    "RESTORABLE",
    "Agreement",
    "Bucket",
    "Change",
    "Conflict",
    "Device",
    "Game",
    "Group",
    "History",
    "JoinCode",
    "JoinRequest",
    "Kind",
    "Limit",
    "Membership",
    "Player",
    "Role",
    "Round",
    "Sheet",
    "SheetRow",
    "hash_token",
    "standings",
    "writing",
]
