"""The content of a log for one group, as values that are not stored yet."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from scoring.models import (
    Agreement,
    AvatarChoice,
    Change,
    Game,
    Player,
    Round,
    photo_digest,
)
from scoring.services.unknown_properties import LoggedUnknownProperties


@dataclass(frozen=True, slots=True)
class LoggedPayment:
    """A payment between two players, by their ids in the log."""

    key: uuid.UUID
    payer: uuid.UUID
    payee: uuid.UUID
    chips: int
    at: datetime


@dataclass(frozen=True, slots=True)
class LoggedSeason:
    """A season, including both days."""

    key: uuid.UUID
    name: str
    first_day: date
    last_day: date


@dataclass(frozen=True, slots=True)
class LoggedGroupChange:
    """An entry of the log of the group. Its author and the players in its facts are ids in the
    file."""

    key: uuid.UUID
    at: datetime
    kind: str
    author: uuid.UUID | None
    facts: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class LogHead:
    """The content of a log except its games: the group, its players and the authors of changes
    by their ids, the payments, the seasons and the log of the group. No two names are equal."""

    id: uuid.UUID
    name: str
    created: datetime
    agreement: Agreement | None
    stake: int | None
    shows_win_probability: bool
    players: Mapping[uuid.UUID, str]
    authors: Mapping[uuid.UUID, str]
    payments: tuple[LoggedPayment, ...] = ()
    hidden_players: frozenset[uuid.UUID] = frozenset()
    shows_avatars: bool = True
    shows_deal: bool = True
    avatars: Mapping[uuid.UUID, AvatarChoice] = field(default_factory=dict)
    photos: Mapping[uuid.UUID, bytes] = field(default_factory=dict)
    seasons: tuple[LoggedSeason, ...] = ()
    group_changes: tuple[LoggedGroupChange, ...] = ()
    play_rules: tuple[str, ...] = ()
    unknown: tuple[LoggedUnknownProperties, ...] = ()

    def player(self, log_id: uuid.UUID) -> Player:
        """Return an unsaved player without a group for this id."""
        name, chosen = self.players[log_id], self.avatars.get(log_id, AvatarChoice())
        photo = self.photos.get(log_id)
        return Player(
            name=name,
            log_id=log_id,
            hidden=log_id in self.hidden_players,
            colour=chosen.colour,
            symbol=chosen.symbol,
            photo=photo_digest(photo) if photo else None,
        )


@dataclass(frozen=True, slots=True)
class LoggedGame:
    """An unsaved game of a log, with its rounds and changes. Its players and authors are those
    of this database. Its key is its id in the log."""

    game: Game
    follows: uuid.UUID | None
    rounds: list[Round] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    unknown: Mapping[str, Any] = field(default_factory=dict)

    @property
    def rows(self) -> int:
        return 1 + len(self.rounds) + len(self.changes)
