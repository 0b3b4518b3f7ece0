"""Groups of friends: their players, their default agreement, and the links for joining."""

import uuid
from collections import Counter, defaultdict
from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any, Self, cast

from django.db import models
from django.db.models import F, Q
from django.db.models.expressions import Combinable
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from scoring.models.agreement import Agreement
from scoring.models.agreement_columns import AgreementColumns
from scoring.models.avatars import MAX_SYMBOL_LENGTH, Avatar, Person, avatars
from scoring.models.compiled_query import CompiledQuery, Parameter
from scoring.models.names import MAX_GROUP_NAME_LENGTH, MAX_NAME_LENGTH, name_key
from scoring.models.role import Role
from scoring.rules.stakes import MAX_STAKE
from scoring.tokens import hash_token, link_token

RESTORE_WINDOW = timedelta(days=30)
STAKE_POSSIBLE = Q(stake=None) | Q(stake__isnull=False, stake__range=(1, MAX_STAKE))


class GroupQuerySet(models.QuerySet["Group"]):
    def visible_to(self, token: str) -> Self:
        """The groups that the device with this token belongs to, the latest joined first, with
        `device_id` and the `role` of that device. Deleted groups are included only for their
        owners.
        """
        return self.visible_to_hash(hash_token(token))

    def visible_to_hash(self, token_hash: str | Combinable) -> Self:
        """The same as `visible_to`, for the hash of the token."""
        mine = Q(membership__device__token_hash=token_hash)
        there = Q(deleted=None) | Q(membership__role=Role.OWNER)
        return (
            self.filter(mine & there)
            .annotate(device_id=F("membership__device"), role=F("membership__role"))
            .order_by("-membership__id")
        )

    def playable_by(self, token: str) -> Self:
        """The groups in which the device with this token may start and score games."""
        return self.visible_to(token).filter(deleted=None).exclude(role=Role.VIEWER)

    def owned_by(self, token: str) -> Self:
        """The groups that the device with this token owns, without deleted ones."""
        return self.visible_to(token).filter(deleted=None, role=Role.OWNER)

    def disambiguated(self) -> "list[Group]":
        """These groups as a list. Groups that pages would show under the same name get
        `disambiguating_names`: the names of their players, first those who play in none of the
        other groups. If there are such groups, this needs one more query."""
        groups = list(self)
        shown = Counter(str(group) for group in groups)
        alike = [group for group in groups if shown[str(group)] > 1]
        names = Player.names_in(alike) if alike else {}
        common = Counter(name for each in names.values() for name in each)
        for group in alike:
            here = names.get(group.pk, [])
            group.disambiguating_names = tuple(sorted(here, key=lambda name: common[name] > 1))
        return groups


class Group(AgreementColumns):
    """A group of friends. Everything that a device may see belongs to one of its groups.

    The address with `join_token` lets a device join, and the address with `watch_token` makes
    it a viewer. New games have the agreement of the group. If that contains no condition that
    ends a game, they have the agreement of the last game."""

    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    name = models.CharField(max_length=MAX_GROUP_NAME_LENGTH, blank=True)
    created = models.DateTimeField(default=timezone.now)
    # The id in the log that the group was imported from, if its key has to differ from it.
    log_id = models.UUIDField(null=True, editable=False)
    # For a group whose key is that of the group it was imported from: the namespace for the log
    # ids of players and devices that were added here. With the key as the namespace, these ids
    # could be those of other players and devices there.
    log_namespace = models.UUIDField(null=True, editable=False)
    deleted = models.DateTimeField(null=True)
    join_token = models.CharField(max_length=22, unique=True, default=link_token)
    watch_token = models.CharField(max_length=22, unique=True, default=link_token)

    # The number of chips that each player puts down for a new game; null without a stake.
    stake = models.PositiveSmallIntegerField(null=True)

    # Whether the table page shows each team's win probability.
    shows_win_probability = models.BooleanField(default=True, db_column="shows_chances")
    # Whether avatars are shown beside the names of players.
    shows_avatars = models.BooleanField(default=True, db_default=True)
    # Whether the table page asks when all cards are dealt and when the first card is played,
    # after which calls are too late.
    shows_deal = models.BooleanField(default=False, db_default=False)

    objects = GroupQuerySet.as_manager()

    # Set by `visible_to`.
    device_id: int
    role: str

    # Set by `disambiguated`.
    disambiguating_names: tuple[str, ...] = ()

    class Meta:
        constraints = [
            models.CheckConstraint(name="group_stake_possible", condition=STAKE_POSSIBLE)
        ]

    def __str__(self) -> str:
        return self.name or gettext("Our group")

    def get_absolute_url(self) -> str:
        return reverse("group", args=[self.key])

    @classmethod
    def find(cls, key: uuid.UUID, *, token: str) -> "Group | None":
        """The group with this key; None if the device with this token may not see its games."""
        found = _VISIBLE_GROUP(token_hash=hash_token(token), key=key)
        return found[0] if found else None

    @property
    def id_namespace(self) -> uuid.UUID:
        """The namespace of the log ids of the group's players and devices."""
        return self.log_namespace or self.key

    @property
    def agreement(self) -> Agreement | None:
        """The agreement that every new game of this group starts with; None if none was set."""
        if self.target is None and self.fixed_rounds is None and self.lead is None:
            return None
        return Agreement.of(self)

    @cached_property
    def all_players(self) -> "tuple[Player, ...]":
        """All players by name, including those who were merged into others. They are read at
        the first access."""
        return tuple(PLAYERS_OF_GROUP(group=self.pk))

    @cached_property
    def avatars(self) -> dict[int, Avatar]:
        """The avatars of `all_players` by primary key; empty if the group does not show
        avatars."""
        return avatars(self.all_players) if self.shows_avatars else {}

    @property
    def player_names(self) -> "PlayerNames":
        """The names of `all_players` by primary key."""
        return PlayerNames(self.pk, self.all_players)

    @property
    def purge_at(self) -> datetime | None:
        """When a deleted group can no longer be restored; None if the group is not deleted."""
        return self.deleted and self.deleted + RESTORE_WINDOW


class PlayerQuerySet(models.QuerySet["Player"]):
    def unclaimed(self) -> Self:
        """Players to whom no device is linked."""
        return self.filter(membership=None)

    def claimed(self) -> Self:
        """Players to whom a device is linked."""
        return self.exclude(membership=None)

    def offered(self) -> Self:
        """Players whose names are offered when players are chosen: all except hidden
        players."""
        return self.filter(hidden=False)

    def merged_in(self, group: Group) -> Self:
        """The players of the group who were merged into others."""
        return self.filter(group=group, merged_into__isnull=False).select_related("merged_into")


_AllPlayers = models.Manager.from_queryset(PlayerQuerySet)


class PlayerManager(_AllPlayers["Player"]):
    """Players who were not merged into others."""

    def get_queryset(self) -> PlayerQuerySet:
        return cast("PlayerQuerySet", super().get_queryset().filter(merged_into=None))


class Player(models.Model):
    """Somebody who plays in a group. No two players of a group have names that are alike
    (`name_key`).

    `recovery_link_hash` is the hash of the recovery link, which links a new phone to this
    person. A player who was merged into another one has only the name, and in `merge_facts` the
    changes that the merge made (see `services.player_merge`).
    """

    group = models.ForeignKey(Group, models.CASCADE, related_name="players")
    name = models.CharField(max_length=MAX_NAME_LENGTH)
    name_key = models.TextField(editable=False)
    # Whether the name is not offered until this person plays again.
    hidden = models.BooleanField(default=False, db_default=False)
    # One of `avatars.COLOURS`, and the symbol instead of the monogram; null if not chosen.
    # There are no constraints, because adding one on SQLite recreates the table without its
    # triggers.
    colour = models.CharField(max_length=8, null=True)  # noqa: DJ001 (not chosen)
    symbol = models.CharField(max_length=MAX_SYMBOL_LENGTH, null=True)  # noqa: DJ001
    # The digest of the `Photo` that is shown instead of both; null without a photo.
    photo = models.CharField(max_length=12, null=True)  # noqa: DJ001
    # The player whom this one was merged into; and, by primary keys, everything that is given
    # back to this player if the merge is taken back.
    merged_into = models.ForeignKey(
        "self", models.CASCADE, null=True, editable=False, related_name="+"
    )
    merge_facts = models.JSONField(null=True, editable=False)
    # The id in the log that the player was imported from; and, as texts, the ids of players in
    # other logs whom a merge of logs identified with this player.
    log_id = models.UUIDField(null=True, editable=False)
    other_log_ids = models.JSONField(null=True, editable=False)
    recovery_link_hash = models.CharField(  # noqa: DJ001 (unique if not null)
        max_length=64, null=True, unique=True, editable=False, db_column="way_back_hash"
    )

    objects = PlayerManager()
    with_merged = _AllPlayers["Player"]()

    class Meta:
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(
                fields=["group", "name_key"], name="player_name_unique_in_group"
            ),
            models.UniqueConstraint(fields=["group", "log_id"], name="player_log_id_once"),
            # Triggers check that both players are of one group and that the other one is not
            # merged.
            models.CheckConstraint(
                name="player_merge_whole",
                condition=Q(merged_into=None, merge_facts__isnull=True)
                | Q(merged_into__isnull=False, merge_facts__isnull=False)
                & ~Q(merged_into=F("id")),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.name_key = self.name_key or name_key(self.name)
        super().save(*args, **kwargs)

    @classmethod
    def names_in(cls, groups: Iterable[Group]) -> dict[int, list[str]]:
        """The names that are offered in each of these groups, by primary key of the group, in
        the order in which the players were added."""
        names: dict[int, list[str]] = defaultdict(list)
        players = cls.objects.offered().filter(group__in=groups).order_by("pk")
        for group, name in players.values_list("group", "name"):
            names[group].append(name)
        return names

    @property
    def current(self) -> "Player":
        """This player, or the player whom this one was merged into."""
        return self.merged_into or self

    @property
    def is_owner(self) -> bool:
        """Whether one of the devices linked to this person is an owner's."""
        return self.membership_set.filter(role=Role.OWNER).exists()


_VISIBLE_GROUP = CompiledQuery(
    lambda: (
        Group.objects.visible_to_hash(Parameter("token_hash", models.CharField()))
        .filter(key=Parameter("key", models.UUIDField()), deleted=None)
        .order_by()
    )
)


# Sorted by name, including players who were merged into others.
PLAYERS_OF_GROUP = CompiledQuery(
    lambda: Player.with_merged.filter(group_id=Parameter("group", models.BigIntegerField()))
)


class PlayerNames(dict[int, str]):
    """The names of these players of a group by primary key. The name of a player who was added
    later is read on access: a page that has read the names may then read a round that another
    phone has just recorded for a new player."""

    def __init__(self, group: int, players: Iterable[Person]) -> None:
        super().__init__((each.pk, each.name) for each in players)
        self.group = group

    def __missing__(self, player: int) -> str:
        self[player] = name = Player.with_merged.get(group=self.group, pk=player).name
        return name
