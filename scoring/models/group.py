"""Groups of friends: their players, their default agreement, and the links that lead in."""

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
        `device_id` and the `role` of that device. Deleted groups are only among them for their
        owners.
        """
        return self.visible_to_hash(hash_token(token))

    def visible_to_hash(self, token_hash: str | Combinable) -> Self:
        """The same by the hash of the token."""
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
        """These groups. Groups with the same name on pages get `disambiguating_names`: who
        plays there, first those who play in none of the others. If there are such groups, that
        takes one more query."""
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
    """A group of friends: everything that a device may see belongs to one of its groups.

    The address with `join_token` lets a device join, and the address with `watch_token` makes
    it a viewer. New games have the agreement of the group; if that says nothing that ends a
    game, they have the agreement of the last game."""

    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    name = models.CharField(max_length=MAX_GROUP_NAME_LENGTH, blank=True)
    created = models.DateTimeField(default=timezone.now)
    # The id in the log that the group came from, where its address could not be that.
    log_id = models.UUIDField(null=True, editable=False)
    # Where the address is that of the group that it came from: the namespace of the ids that
    # its own players and devices have in logs, which would be those of others there.
    log_namespace = models.UUIDField(null=True, editable=False)
    deleted = models.DateTimeField(null=True)
    join_token = models.CharField(max_length=22, unique=True, default=link_token)
    watch_token = models.CharField(max_length=22, unique=True, default=link_token)

    # Chips that each player puts down for a new game, if the group plays for any.
    stake = models.PositiveSmallIntegerField(null=True)

    # Whether the table page shows how likely each team is to win.
    shows_win_probability = models.BooleanField(default=True, db_column="shows_chances")
    # Whether players have a colour and a monogram beside their names.
    shows_avatars = models.BooleanField(default=True, db_default=True)
    # Whether the table page asks when all cards are dealt and the first one is played, after
    # which calls are too late.
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
        """The group with this key, if the holder of this device token may see its games."""
        found = _VISIBLE_GROUP(token_hash=hash_token(token), key=key)
        return found[0] if found else None

    @property
    def id_namespace(self) -> uuid.UUID:
        """What the ids of its players and devices in logs are made of."""
        return self.log_namespace or self.key

    @property
    def agreement(self) -> Agreement | None:
        """The agreement that every new game of this group starts from, if somebody has set
        that."""
        if self.target is None and self.fixed_rounds is None and self.lead is None:
            return None
        return Agreement.of(self)

    @cached_property
    def all_players(self) -> "tuple[Player, ...]":
        """All players by name, those too who were merged into others, as they were when this
        was asked for first."""
        return tuple(PLAYERS_OF_GROUP(group=self.pk))

    @cached_property
    def avatars(self) -> dict[int, Avatar]:
        """The avatars of `all_players` by primary key; none where the group does without."""
        return avatars(self.all_players) if self.shows_avatars else {}

    @property
    def player_names(self) -> "PlayerNames":
        """The names of `all_players` by primary key."""
        return PlayerNames(self.pk, self.all_players)

    @property
    def purge_at(self) -> datetime | None:
        """When a deleted group can no longer be restored."""
        return self.deleted and self.deleted + RESTORE_WINDOW


class PlayerQuerySet(models.QuerySet["Player"]):
    def unclaimed(self) -> Self:
        """Players of whom no device says that it is theirs."""
        return self.filter(membership=None)

    def claimed(self) -> Self:
        """Players of whom a device says that it is theirs."""
        return self.exclude(membership=None)

    def offered(self) -> Self:
        """Players whose names are offered where somebody is to play: all but the hidden."""
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
    """Somebody who plays in a group, in which no two players have names that are alike
    (`name_key`).

    `recovery_link_hash` is the hash of the recovery link, which links a new phone to this
    person. A player who was merged into another one has only the name, and in `merge_facts`
    what the merge has changed (see `services.player_merge`).
    """

    group = models.ForeignKey(Group, models.CASCADE, related_name="players")
    name = models.CharField(max_length=MAX_NAME_LENGTH)
    name_key = models.TextField(editable=False)
    # Whether the name is offered nowhere, until this person plays again.
    hidden = models.BooleanField(default=False, db_default=False)
    # One of `avatars.COLOURS`, and the symbol in place of the monogram, if they were chosen.
    # Without a constraint, which would make the table anew, and so lose its triggers on SQLite.
    colour = models.CharField(max_length=8, null=True)  # noqa: DJ001 (not chosen)
    symbol = models.CharField(max_length=MAX_SYMBOL_LENGTH, null=True)  # noqa: DJ001
    # The digest of the `Photo` in place of both, if there is one.
    photo = models.CharField(max_length=12, null=True)  # noqa: DJ001
    # Who this player turned out to be, and by primary keys all that is this player's again if
    # that is taken back.
    merged_into = models.ForeignKey(
        "self", models.CASCADE, null=True, editable=False, related_name="+"
    )
    merge_facts = models.JSONField(null=True, editable=False)
    # The id in the log that the player came from, and the ids of players of other logs who were
    # taken to be this one when they were merged, as texts.
    log_id = models.UUIDField(null=True, editable=False)
    other_log_ids = models.JSONField(null=True, editable=False)
    recovery_link_hash = models.CharField(  # noqa: DJ001 (unique where there is one)
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
            # That both are of one group, and the other is not merged, is a trigger's matter.
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
        """The names that are offered in each of these groups, by its primary key, in the order
        in which they were added."""
        names: dict[int, list[str]] = defaultdict(list)
        players = cls.objects.offered().filter(group__in=groups).order_by("pk")
        for group, name in players.values_list("group", "name"):
            names[group].append(name)
        return names

    @property
    def current(self) -> "Player":
        """This player, or whom it was merged into."""
        return self.merged_into or self

    @property
    def is_owner(self) -> bool:
        """Whether one of this person's devices is an owner's."""
        return self.membership_set.filter(role=Role.OWNER).exists()


_VISIBLE_GROUP = CompiledQuery(
    lambda: (
        Group.objects.visible_to_hash(Parameter("token_hash", models.CharField()))
        .filter(key=Parameter("key", models.UUIDField()), deleted=None)
        .order_by()
    )
)


# By name, those too who were merged into others.
PLAYERS_OF_GROUP = CompiledQuery(
    lambda: Player.with_merged.filter(group_id=Parameter("group", models.BigIntegerField()))
)


class PlayerNames(dict[int, str]):
    """The names of these players of a group by primary key. The name of one who was added since
    they were read is read when it is asked for: a page that has read the names may read a round
    that this player has recorded meanwhile."""

    def __init__(self, group: int, players: Iterable[Person]) -> None:
        super().__init__((each.pk, each.name) for each in players)
        self.group = group

    def __missing__(self, player: int) -> str:
        self[player] = name = Player.with_merged.get(group=self.group, pk=player).name
        return name
