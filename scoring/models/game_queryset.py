"""Queries for games: those that a device may see, and the columns that lists show."""

from collections.abc import Iterable
from datetime import datetime
from typing import Self, TypeVar

from django.db import models
from django.db.models import F, OuterRef, Subquery
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce

from scoring.models.change import Change
from scoring.models.game_seats import NAME_COLUMNS
from scoring.models.group import Player
from scoring.models.seat_columns import SEAT_COLUMNS
from scoring.tokens import hash_token

GameRow = TypeVar("GameRow", bound=models.Model)


class GameQuerySet(models.QuerySet[GameRow]):
    def visible_to(self, token: str) -> Self:
        """The games of every group that the device with this token belongs to. Each has
        annotations: `device_id`, the `role` of that device, and the settings of the group for
        its pages (`shows_win_probability`, `shows_avatars`, `shows_deal`)."""
        return self.visible_to_hash(hash_token(token))

    def visible_to_hash(self, token_hash: str | Combinable) -> Self:
        """The same as `visible_to`, for the hash of the token."""
        return self.filter(
            group__membership__device__token_hash=token_hash, group__deleted=None
        ).annotate(
            device_id=F("group__membership__device"),
            role=F("group__membership__role"),
            shows_win_probability=F("group__shows_win_probability"),
            shows_avatars=F("group__shows_avatars"),
            shows_deal=F("group__shows_deal"),
        )

    def visible_pairs(
        self, devices: Iterable[int] | Combinable
    ) -> models.QuerySet[GameRow, tuple[int, int]]:
        """The pairs (game, device) of these games and devices for which the device may see the
        game."""
        seen = self.order_by().filter(
            group__membership__device__in=devices, group__deleted=None
        )
        return seen.values_list("pk", "group__membership__device")

    def with_rounds(self) -> Self:
        """Games that were recorded round by round, and not entered with their result."""
        return self.filter(final_a=None)

    def with_names(self) -> Self:
        """Games with the names of their players, so that no further query is needed.

        The names are subqueries. Joins with the four players would be made for every game
        before a page selects its twenty, and PostgreSQL would need milliseconds to plan them.
        """
        name = Player.with_merged.order_by().values("name")
        names = {
            NAME_COLUMNS[seat]: Subquery(name.filter(pk=OuterRef(column)))
            for seat, column in SEAT_COLUMNS.items()
        }
        return self.annotate(**names)

    def with_last_change(self) -> Self:
        """Games with `changed_at`, the time of their last change; for a game without changes,
        the time of its start."""
        changes = Change.objects.filter(game=OuterRef("pk")).order_by("-number").values("at")
        return self.annotate(changed_at=Coalesce(Subquery(changes[:1]), F("created")))

    def changed_since(self, moment: datetime) -> Self:
        """Games that were changed after this time, the most recently changed first. A subquery
        finds the last change of each game, so filter the games as far as possible before."""
        later = self.with_last_change().filter(changed_at__gt=moment)
        return later.order_by("-changed_at", "-pk")

    def latest_first(self) -> Self:
        """Games in the order in which they were played, the latest first. That can differ from
        the order in which they were entered."""
        return self.order_by("-created", "-pk")

    def details_of(self, page: models.QuerySet[GameRow]) -> Self:
        """The games of a page, the latest first, with the values that a list shows. The page is
        selected by an inner query; otherwise databases would look up these values for all games
        before they select those of the page."""
        games = self.filter(pk__in=page.values("pk"))
        return games.with_names().with_last_change().latest_first()
