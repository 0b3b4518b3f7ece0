"""Groups, games and phones for tests."""

import uuid
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import Any

from django.test import Client
from factory.declarations import LazyFunction, SelfAttribute, Sequence, SubFactory
from factory.django import DjangoModelFactory

from scoring.forms import seen
from scoring.models import Change, Device, Game, Group, Membership, Player
from scoring.rules import ByTeam, Call, Moments, RoundInProgress, RoundResult, Seat


class GroupFactory(DjangoModelFactory[Group]):
    class Meta:
        model = Group


class PlayerFactory(DjangoModelFactory[Player]):
    class Meta:
        model = Player

    group = SubFactory(GroupFactory)
    name = Sequence("Player {}".format)


class GameFactory(DjangoModelFactory[Game]):
    class Meta:
        model = Game

    group = SubFactory(GroupFactory)
    key = LazyFunction(uuid.uuid4)
    player_a1 = SubFactory(PlayerFactory, group=SelfAttribute("..group"))
    player_b1 = SubFactory(PlayerFactory, group=SelfAttribute("..group"))
    player_a2 = SubFactory(PlayerFactory, group=SelfAttribute("..group"))
    player_b2 = SubFactory(PlayerFactory, group=SelfAttribute("..group"))


class DeviceFactory(DjangoModelFactory[Device]):
    class Meta:
        model = Device

    name = "Android"
    token_hash = LazyFunction(lambda: uuid.uuid4().hex)


def plain(points_a: int, first: Seat = Seat.A1, *calls: Call) -> RoundResult:
    """A round that somebody went out first in and that was counted."""
    return RoundResult((first,), ByTeam(points_a, 100 - points_a), calls)


def double(first: Seat, *calls: Call) -> RoundResult:
    """A double win of the team of `first`."""
    return RoundResult((first, first.partner), None, calls)


class Pen:
    """Writes on a game's sheet, always from what the sheet now says."""

    def __init__(self, game: Game, device: Device | None = None) -> None:
        self.game = game
        self.by: int = (device or DeviceFactory.create()).pk

    def record(self, result: RoundResult) -> Change:
        return self.game.record(
            result, key=uuid.uuid4(), after=self.game.sheet.last_seq, by=self.by
        )

    def tell(self, change: Callable[[RoundInProgress], RoundInProgress]) -> RoundInProgress:
        after = self.game.sheet.last_seq
        return self.game.tell(change, key=uuid.uuid4(), after=after, by=self.by)

    def call(self, *calls: Call) -> RoundInProgress:
        """Let these calls, and no others, be made in the round in progress."""
        return self.tell(lambda now: replace(now, calls=calls))

    def remember(self, number: int, moments: Moments) -> Change:
        row = self.game.sheet.rows[number - 1].round
        return self.game.remember(
            row.seq, moments, key=uuid.uuid4(), seen=row.version, by=self.by
        )

    def amend(self, number: int, result: RoundResult) -> Change:
        row = self.game.sheet.rows[number - 1].round
        return self.game.amend(row.seq, result, key=uuid.uuid4(), seen=row.version, by=self.by)

    def remove(self, number: int) -> Change:
        row = self.game.sheet.rows[number - 1].round
        return self.game.remove(row.seq, key=uuid.uuid4(), seen=row.version, by=self.by)

    def undo(self) -> Change:
        change = self.game.history.to_undo
        assert change is not None
        return self.game.undo(change.number, key=uuid.uuid4(), by=self.by)

    def redo(self) -> Change:
        change = self.game.history.to_redo
        assert change is not None
        return self.game.redo(change.number, key=uuid.uuid4(), by=self.by)


class Phone:
    """A browser at the table, with a game of its own to score."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.device, token = Device.objects.register("Android")
        client.cookies["device"] = token

    @cached_property
    def group(self) -> Group:
        group: Group = GroupFactory.create()
        self.join(group)
        return group

    @cached_property
    def game(self) -> Game:
        game: Game = GameFactory.create(group=self.group)
        return game

    @property
    def url(self) -> str:
        return self.game.get_absolute_url()

    def join(self, group: Group) -> None:
        Membership.objects.create(group=group, device=self.device)

    def get(self, path: str = "", **headers: str) -> Any:
        return self.client.get(self.url + path, headers=headers)

    def post(self, path: str, *, htmx: bool = False, **data: object) -> Any:
        headers = {"HX-Request": "true"} if htmx else {}
        return self.client.post(self.url + path, data, headers=headers)

    def tell(self, *, htmx: bool = False, **ticked: object) -> Any:
        """Tap something of the round in progress, having seen it as it is."""
        game = Game.objects.get(pk=self.game.pk)
        known = {"after": game.last_seq, "known": seen(game.in_progress)}
        return self.post("progress/", htmx=htmx, **(known | ticked))

    def in_progress(self) -> RoundInProgress:
        return Game.objects.get(pk=self.game.pk).in_progress

    def record(self, *, htmx: bool = False, **facts: object) -> Any:
        """Tap a round in, having seen the sheet as it is."""
        after = Game.objects.get(pk=self.game.pk).sheet.last_seq
        return self.post("rounds/", htmx=htmx, **({"after": after} | facts))

    def totals(self) -> tuple[int, int]:
        standing = Game.objects.get(pk=self.game.pk).sheet.standing
        return standing.totals.a, standing.totals.b
