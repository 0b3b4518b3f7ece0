"""Many games: which a device may see, where they stand, and how one is added."""

import uuid
from collections.abc import Iterable
from typing import TYPE_CHECKING, Self

from django.db import models
from django.db.models import Count, F, OuterRef, Subquery, Sum
from django.db.models.functions import Coalesce

from scoring.models.agreement import Agreement
from scoring.models.device import hash_token
from scoring.models.group import Group, Player
from scoring.models.round import Round
from scoring.models.writing import writing
from scoring.rules import BySeat, ByTeam, Seat, Standing

if TYPE_CHECKING:
    from scoring.models.game import Game

SEAT_COLUMNS = {seat: f"player_{seat.lower()}" for seat in Seat}
NAME_COLUMNS = {seat: f"name_{seat.lower()}" for seat in Seat}


class GameQuerySet(models.QuerySet["Game"]):
    def seen_by(self, token: str) -> Self:
        """The games of every group that the holder of this device token belongs to; each knows
        by `asked_by` which device that is, by `role` what it may do, and by `shows_chances`
        what the group wants."""
        return self.filter(
            group__membership__device__token_hash=hash_token(token), group__deleted=None
        ).annotate(
            asked_by=F("group__membership__device"),
            role=F("group__membership__role"),
            shows_chances=F("group__shows_chances"),
        )

    def rights(self, devices: Iterable[int]) -> set[tuple[int, int]]:
        """Which of these games `seen_by` shows to which of these devices: as (game, device)."""
        seen = self.order_by().filter(
            group__membership__device__in=devices, group__deleted=None
        )
        return set(seen.values_list("pk", "group__membership__device"))

    def with_names(self) -> Self:
        """Games that need no further query to say who plays.

        By subqueries: joins with four players are made for every game before a page takes its
        twenty, and PostgreSQL spends milliseconds on finding their best order.
        """
        name = Player.objects.order_by().values("name")
        names = {
            NAME_COLUMNS[seat]: Subquery(name.filter(pk=OuterRef(column)))
            for seat, column in SEAT_COLUMNS.items()
        }
        return self.annotate(**names)

    def start(
        self,
        group: Group,
        names: BySeat[str],
        agreement: Agreement,
        *,
        key: uuid.UUID,
        rematch_of: "Game | None" = None,
    ) -> "Game":
        """Start a game; `key` becomes its address, and the same key again is the same game.

        A key that another group has is not ours to see: the game gets a new one.
        """
        with writing():
            group.wait_for_turn()
            earlier = self.filter(key=key).first()
            if earlier and earlier.group_id == group.pk:
                return earlier
            if earlier:
                key = uuid.uuid4()
            players = group.seat(names)
            return self.create(
                group=group,
                key=key,
                rematch_of=rematch_of,
                target=agreement.target,
                tie=agreement.tie,
                grand=agreement.grand,
                one_call_per_team=agreement.one_call_per_team,
                **{SEAT_COLUMNS[seat]: player for seat, player in players.items()},
            )


def standings(games: "list[Game]") -> "list[tuple[Game, Standing]]":
    """Where each game stands, by one query for all of them."""
    sums = {
        row["game"]: row
        for row in Round.objects.order_by()
        .filter(game__in=games)
        .values("game")
        .annotate(a=Coalesce(Sum("points_a"), 0), b=Coalesce(Sum("points_b"), 0), n=Count("*"))
    }
    nothing = {"a": 0, "b": 0, "n": 0}

    def standing(game: "Game") -> Standing:
        row = sums.get(game.pk, nothing)
        return game.race.standing(ByTeam(row["a"], row["b"]), row["n"])

    return [(game, standing(game)) for game in games]
