"""Stored facts: groups, games, their rounds, and every change. Only services write them."""

from scoring.models.access_token import AccessToken
from scoring.models.agreement import Agreement
from scoring.models.avatars import COLOURS, Avatar, AvatarChoice, is_symbol
from scoring.models.change import Change, ChangeKind, UndoStack
from scoring.models.device import Device
from scoring.models.first_place import FirstPlace, first_place, read_sheets
from scoring.models.game import MAX_REASON_LENGTH, Game
from scoring.models.game_import import GameImport
from scoring.models.game_seats import team_names
from scoring.models.game_standings import GameStanding, standings_of_games
from scoring.models.group import RESTORE_WINDOW, Group, Player
from scoring.models.group_change import GroupChange, GroupChangeKind
from scoring.models.membership import CODE_LENGTH, CODE_LIFE, JoinCode, JoinRequest, Membership
from scoring.models.names import APOSTROPHES, clean_text, name_key
from scoring.models.parallel_games import parallel_games
from scoring.models.photo import Photo, photo_digest, read_photos
from scoring.models.play_rules import PlayRules
from scoring.models.role import Role
from scoring.models.round import Round
from scoring.models.scoresheet import AdjustmentRow, ScoreSheet, SheetRow
from scoring.models.season import MAX_SEASON_NAME_LENGTH, Season
from scoring.models.seat_columns import SEAT_COLUMNS, SEAT_ID_COLUMNS
from scoring.models.series import series_of
from scoring.models.session import Session, games_of_session, player_standings_of, session_of
from scoring.models.stakes import Payment
from scoring.models.token_bucket import RateLimit, TokenBucket
from scoring.models.unknown_properties import UnknownProperties

__all__ = [
    "APOSTROPHES",
    "CODE_LENGTH",
    "CODE_LIFE",
    "COLOURS",
    "MAX_REASON_LENGTH",
    "MAX_SEASON_NAME_LENGTH",
    "RESTORE_WINDOW",
    "SEAT_COLUMNS",
    "SEAT_ID_COLUMNS",
    "AccessToken",
    "AdjustmentRow",
    "Agreement",
    "Avatar",
    "AvatarChoice",
    "Change",
    "ChangeKind",
    "Device",
    "FirstPlace",
    "Game",
    "GameImport",
    "GameStanding",
    "Group",
    "GroupChange",
    "GroupChangeKind",
    "JoinCode",
    "JoinRequest",
    "Membership",
    "Payment",
    "Photo",
    "PlayRules",
    "Player",
    "RateLimit",
    "Role",
    "Round",
    "ScoreSheet",
    "Season",
    "Session",
    "SheetRow",
    "TokenBucket",
    "UndoStack",
    "UnknownProperties",
    "clean_text",
    "first_place",
    "games_of_session",
    "is_symbol",
    "name_key",
    "parallel_games",
    "photo_digest",
    "player_standings_of",
    "read_photos",
    "read_sheets",
    "series_of",
    "session_of",
    "standings_of_games",
    "team_names",
]
