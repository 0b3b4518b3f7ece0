"""Groups, games and phones for tests."""

import uuid
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from functools import cached_property
from typing import Any

from django.test import Client
from django.utils import timezone
from factory.declarations import LazyFunction, SelfAttribute, Sequence, SubFactory
from factory.django import DjangoModelFactory

from scoring.forms import snapshot
from scoring.models import Agreement, Change, Device, Game, Group, Player, Role
from scoring.rules import (
    Adjustment,
    AdjustmentReason,
    BySeat,
    ByTeam,
    Call,
    Ending,
    RoundInProgress,
    RoundNotes,
    RoundResult,
    Seat,
)
from scoring.rules.rotation import RotationScoring
from scoring.rules.saved_ruling import SavedRuling
from scoring.services import adjustments, game_changes, rounds, saved_rulings, seating
from scoring.services.games import start_game
from scoring.services.membership import join_group, register_device
from scoring.services.progress import update_progress
from scoring.services.results import FinalResult, enter_result
from scoring.services.rotation import RotationStart
from scoring.services.transaction import Submission


class GroupFactory(DjangoModelFactory[Group]):
    class Meta:
        model = Group


class PlayerFactory(DjangoModelFactory[Player]):
    class Meta:
        model = Player

    group = SubFactory(GroupFactory)
    # The numbers begin at 1000, because a player whose name was forgotten is called "Player 1"
    # or similar.
    name = Sequence(lambda number: f"Player {1000 + number}")


class GameFactory(DjangoModelFactory[Game]):
    class Meta:
        model = Game

    group = SubFactory(GroupFactory)
    key = LazyFunction(uuid.uuid4)
    player_a1 = SubFactory(PlayerFactory, group=SelfAttribute("..group"))
    player_b1 = SubFactory(PlayerFactory, group=SelfAttribute("..group"))
    player_a2 = SubFactory(PlayerFactory, group=SelfAttribute("..group"))
    player_b2 = SubFactory(PlayerFactory, group=SelfAttribute("..group"))


def start_rotation(
    *further_players: str,
    rounds_each: int = 1,
    cycles: int = 1,
    scoring: RotationScoring = RotationScoring.POINTS,
    group: Group | None = None,
) -> Game:
    """Start a game whose partners change. In its first round Ada and Cleo play against Ben and
    Dora, and these further players sit out."""
    names = BySeat("Ada", "Ben", "Cleo", "Dora")
    start = RotationStart(Agreement(), further_players, rounds_each, cycles, scoring)
    return start_game(group or GroupFactory.create(), names, start, key=uuid.uuid4())


def enter_game(
    group: Group,
    a: int = 1000,
    b: int = 600,
    names: BySeat[str] | None = None,
    *,
    created: datetime | None = None,
    agreement: Agreement | None = None,
    device: Device | None = None,
) -> Game:
    """Enter a game by its result. By default Ada and Cleo played against Ben and Dora."""
    result = FinalResult(
        names or BySeat("Ada", "Ben", "Cleo", "Dora"),
        created or timezone.now(),
        agreement or Agreement(),
        ByTeam(a, b),
    )
    by: Device = device or DeviceFactory.create()
    return enter_result(group, result, Submission(uuid.uuid4(), by.pk))


class DeviceFactory(DjangoModelFactory[Device]):
    class Meta:
        model = Device

    system = "Android"
    token_hash = LazyFunction(lambda: uuid.uuid4().hex)


def plain(points_a: int, first: Seat = Seat.A1, *calls: Call) -> RoundResult:
    """Return a round in which this player is first out and team A has these card points."""
    return RoundResult((first,), ByTeam(points_a, 100 - points_a), calls)


def double(first: Seat, *calls: Call) -> RoundResult:
    """Return a double win of the team of `first`."""
    return RoundResult((first, first.partner), None, calls)


class GameWriter:
    """Changes a game through the services, as a phone does that shows the present state of the
    game."""

    def __init__(self, game: Game, device: Device | None = None) -> None:
        self.game = game
        self.by: int = (device or DeviceFactory.create()).pk

    def _submission(self) -> Submission:
        return Submission(uuid.uuid4(), self.by)

    def record(self, result: RoundResult) -> Change:
        return rounds.record(
            self.game, result, self._submission(), after=self.game.sheet.last_seq
        )

    def record_often(self, result: RoundResult, rounds: int) -> None:
        """Record this round `rounds` times."""
        for _ in range(rounds):
            self.record(result)

    def update_progress(
        self, change: Callable[[RoundInProgress], RoundInProgress]
    ) -> RoundInProgress:
        after = self.game.sheet.last_seq
        update = update_progress(self.game, change, self._submission(), after=after)
        return update.progress

    def set_calls(self, *calls: Call) -> RoundInProgress:
        """Set the calls of the round in progress to exactly these."""
        return self.update_progress(lambda now: replace(now, calls=calls))

    def annotate(self, number: int, notes: RoundNotes) -> Change:
        row = self.game.sheet.rows[number - 1].round
        return rounds.annotate(self.game, row.seq, notes, self._submission(), seen=row.version)

    def amend(self, number: int, result: RoundResult) -> Change:
        row = self.game.sheet.rows[number - 1].round
        return rounds.amend(self.game, row.seq, result, self._submission(), seen=row.version)

    def remove(self, number: int) -> Change:
        row = self.game.sheet.rows[number - 1].round
        return rounds.remove(self.game, row.seq, self._submission(), seen=row.version)

    def end(self, ending: Ending, reason: str = "") -> Change:
        """End the game as abandoned or forfeited."""
        after = self.game.sheet.last_seq
        return game_changes.end_game(self.game, ending, reason, self._submission(), after=after)

    def substitute(self, seat: Seat, name: str) -> Change:
        """Seat the player with this name in this seat for the rest of the game."""
        submission = replace(self._submission(), seating_number=self.game.seating_number)
        after = self.game.sheet.last_seq
        return seating.substitute(self.game, seat, name, submission, after=after)

    def resume(self) -> Change:
        return game_changes.resume_game(self.game, self._submission())

    def adjust(self, a: int, b: int, reason: str = "miscount", note: str = "") -> Change:
        adjustment = Adjustment(ByTeam(a, b), AdjustmentReason(reason), note)
        after = self.game.sheet.last_seq
        return adjustments.add_adjustment(
            self.game, adjustment, self._submission(), after=after
        )

    def save_ruling(self, ruling: SavedRuling) -> Change:
        return saved_rulings.save_ruling(self.game, ruling, self._submission())

    def remove_ruling(self, seq: int) -> Change:
        return saved_rulings.remove_ruling(self.game, seq, self._submission())

    def remove_adjustment(self, seq: int) -> Change:
        return adjustments.remove_adjustment(self.game, seq, self._submission())

    def agree(self, agreement: Agreement) -> Change:
        """Change the agreement of the game."""
        seen = {"after": self.game.sheet.last_seq, "seen": self.game.agreement_change}
        return game_changes.change_agreement(self.game, agreement, self._submission(), **seen)

    def correct_date(self, created: datetime) -> Change:
        seen = self.game.created.isoformat()
        return game_changes.correct_date(self.game, created, self._submission(), seen=seen)

    def delete(self) -> Change:
        return game_changes.delete_game(self.game, self._submission())

    def restore(self) -> Change:
        return game_changes.restore_game(self.game, self._submission())

    def undo(self) -> Change:
        change = self.game.undo_stack.to_undo
        assert change is not None
        return rounds.undo(self.game, change.number, self._submission())

    def redo(self) -> Change:
        change = self.game.undo_stack.to_redo
        assert change is not None
        return rounds.redo(self.game, change.number, self._submission())


class Phone:
    """A browser with a device of its own and a game that it may score. It posts forms as the
    table page does."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.device, token = register_device("Android")
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

    def join(self, group: Group, role: Role = Role.MEMBER) -> None:
        join_group(self.device, group, role)

    def take_role(self, role: Role) -> None:
        """Give the device this role in its group."""
        self.group.membership_set.filter(device=self.device).update(role=role)

    def get(self, path: str = "", **headers: str) -> Any:
        return self.client.get(self.url + path, headers=headers)

    def post(self, path: str, *, htmx: bool = False, **data: object) -> Any:
        headers = {"HX-Request": "true"} if htmx else {}
        return self.client.post(self.url + path, data, headers=headers)

    def send_progress(self, *, htmx: bool = False, **ticked: object) -> Any:
        """Send ticks of the round in progress as a page does that shows the present state."""
        game = Game.objects.get(pk=self.game.pk)
        known = {"after": game.last_seq, "known": snapshot(game.in_progress)}
        return self.post("progress/", htmx=htmx, **(known | ticked))

    def in_progress(self) -> RoundInProgress:
        return Game.objects.get(pk=self.game.pk).in_progress

    def record(self, *, htmx: bool = False, **facts: object) -> Any:
        """Record a round as a page does that shows the present score sheet."""
        after = Game.objects.get(pk=self.game.pk).sheet.last_seq
        return self.post("rounds/", htmx=htmx, **({"after": after} | facts))

    def totals(self) -> tuple[int, int]:
        standing = Game.objects.get(pk=self.game.pk).sheet.standing
        return standing.totals.a, standing.totals.b
