"""Random histories of a group that services write, with corrections, ties, undo and redo."""

import uuid
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from scoring.models import Agreement, Game, Group, Round
from scoring.rules import (
    Bomb,
    BySeat,
    ByTeam,
    CallLevel,
    Ending,
    IllegalRound,
    LongStraight,
    RoundNotes,
    RoundResult,
    Seat,
    TieRule,
    Transfer,
)
from scoring.services.games import start_game
from scoring.services.results import FinalResult, enter_result
from scoring.services.rotation import RotationStart
from scoring.services.sessions import SessionStart, start_session
from scoring.services.transaction import Conflict, Submission
from scoring.stats.win_probability.baseline import simulate_round
from tests.factories import DeviceFactory, GameFactory, GameWriter, GroupFactory, PlayerFactory

# What ends a game, in most cases a target, and the points of its rounds.
RACES: list[dict[str, Any]] = [
    {"target": 100},
    {"target": 300},
    {"target": 300},
    {"target": 500},
    {"target": None, "fixed_rounds": 3},
    {"target": None, "fixed_rounds": 3},
    {"target": 500, "lead": 300, "floor": 100},
    {"target": 300, "double_win": 100, "failed_calls": "opponents"},
    {"target": 500, "failed_calls": "opponents_grand", "time_limit": 60},
    {"target": 500, "extra_call": "Blind Tichu", "extra_call_points": 400},
]


class RandomHistory:
    """Plays games in a new group, and changes their rounds at random."""

    def __init__(self, seed: int, *, rotates: bool = False) -> None:
        """With `rotates`, partners change in about half of the games."""
        self.random, self.rotates = Random(seed), rotates
        self.group: Group = GroupFactory.create()
        self.players = PlayerFactory.create_batch(self.random.randint(4, 6), group=self.group)
        self.device = DeviceFactory.create()
        self.writers: list[GameWriter] = []
        self.began = datetime(2026, 3, 6, 17, tzinfo=UTC)

    def play(self, games: int) -> None:
        self.enter()
        for _ in range(games):
            if self.random.random() < 0.3:
                self.enter()
            self.start()
            for _ in range(self.random.randint(1, 14)):
                self.write()

    def start(self, race: dict[str, Any] | None = None) -> None:
        random = self.random
        if self.rotates and random.random() < 0.5:
            self.add(self.rotation() if random.random() < 0.5 else self.table_of_session())
            return
        a1, b1, a2, b2 = random.sample(self.players, 4)
        game: Game = GameFactory.create(
            group=self.group,
            player_a1=a1,
            player_b1=b1,
            player_a2=a2,
            player_b2=b2,
            **(race or random.choice(RACES)),
            tie=random.choice([TieRule.DRAW, TieRule.PLAY_ON]),
            grand=random.random() < 0.7,
        )
        self.add(game)

    def enter(self) -> None:
        """Enter a game by its result, of today or of some days ago."""
        random = self.random
        tie = random.choice([TieRule.DRAW, TieRule.PLAY_ON])
        agreement = Agreement.from_columns({**random.choice(RACES), "tie": tie})
        names = BySeat(*(player.name for player in random.sample(self.players, 4)))
        played = self.began - timedelta(days=random.choice([0, 0, 1, 3]))
        result = None
        while result is None:
            a, b = (5 * random.randint(-40, 140) for _ in range(2))
            totals = ByTeam(a, random.choice([a, b - (a + b) % 100]))
            with suppress(IllegalRound):
                result = FinalResult(names, played, agreement, totals)
        enter_result(self.group, result, Submission(uuid.uuid4(), self.device.pk))

    def rotation(self) -> Game:
        """Start a game whose partners change."""
        random = self.random
        names = [player.name for player in random.sample(self.players, len(self.players))]
        agreement = Agreement(double_win=random.choice([100, 200]))
        start = RotationStart(
            agreement, tuple(names[4:]), random.choice([1, 4]), random.choice([1, 2])
        )
        return start_game(self.group, BySeat(*names[:4]), start, key=uuid.uuid4())

    def table_of_session(self) -> Game:
        """Start a session and return one of its tables. Some players may sit out."""
        names = tuple(player.name for player in self.players)
        start = SessionStart(names, Agreement(), self.random.choice([1, 4]))
        return start_session(self.group, start, key=uuid.uuid4()).tables[0]

    def add(self, game: Game) -> None:
        self.began += timedelta(hours=self.random.choice([1, 1, 3, 8, 30]))
        Game.objects.filter(pk=game.pk).update(created=self.began)
        self.writers.append(GameWriter(game, self.device))

    def write(self) -> None:
        """Make one change, usually of the latest game. A change that the rules refuse is
        skipped."""
        writer = (
            self.writers[-1] if self.random.random() < 0.8 else self.random.choice(self.writers)
        )
        writer.game.clear_cached()
        record: Callable[[GameWriter], object] = self.record
        ways = [record] * 7 + [self.amend, self.remove, self.undo, self.redo, self.remember]
        ways += [self.adjust] if self.random.random() < 0.3 else []
        ways += [self.end] if self.random.random() < 0.5 else [self.resume]
        try:
            self.random.choice(ways)(writer)
        except (IllegalRound, Conflict):  # no round ends a game at its time limit
            writer.game.clear_cached()

    def record(self, writer: GameWriter) -> None:
        writer.record(self.result(writer.game))

    def amend(self, writer: GameWriter) -> None:
        if number := self.some(writer):
            writer.amend(number, self.result(writer.game))

    def remove(self, writer: GameWriter) -> None:
        if number := self.some(writer):
            writer.remove(number)

    def remember(self, writer: GameWriter) -> None:
        if number := self.some(writer):
            bombs = tuple(
                Bomb(self.random.choice(list(Seat)), 4, top)
                for top in self.random.sample(range(2, 15), self.random.randint(1, 3))
            )
            length = self.random.randint(8, 14)
            straight = LongStraight(
                self.random.choice(list(Seat)), length, self.random.randint(length, 14)
            )
            writer.annotate(number, RoundNotes(bombs, straights=(straight,) * (len(bombs) < 2)))

    def undo(self, writer: GameWriter) -> None:
        if writer.game.undo_stack.to_undo:
            writer.undo()

    def redo(self, writer: GameWriter) -> None:
        if writer.game.undo_stack.to_redo:
            writer.redo()

    def adjust(self, writer: GameWriter) -> None:
        if writer.game.rotation:
            return
        points = [5 * self.random.randint(-20, 20) for _ in range(2)]
        writer.adjust(points[0], points[1] or 5)

    def end(self, writer: GameWriter) -> None:
        if not writer.game.summary.standing.over:
            ending = self.random.choice([ending for ending in Ending if ending])
            writer.end(Ending.ABANDONED if writer.game.rotation else ending)

    def resume(self, writer: GameWriter) -> None:
        if writer.game.ending:
            writer.resume()

    def reseat(self) -> None:
        """Set other players for some of the rounds."""
        for row in Round.objects.filter(group=self.group).order_by("pk"):
            if self.random.random() < 0.4:
                four = self.random.sample(self.players, 4)
                row.set_players(BySeat(*(player.pk for player in four)))
                row.save()

    def rename(self) -> None:
        player = self.random.choice(self.players)
        player.name = f"{player.name} {self.random.randint(0, 99)}"
        player.save()

    def some(self, writer: GameWriter) -> int:
        rows = writer.game.sheet.rows
        return self.random.randint(1, len(rows)) if rows else 0

    def result(self, game: Game) -> RoundResult:
        """Return a round with all or part of the finishing order. Ties are not rare."""
        random = self.random
        result = simulate_round(random).result
        calls = tuple(
            call for call in result.calls if game.grand or call.level is not CallLevel.GRAND
        )
        if game.extra_call:
            calls = tuple(
                replace(call, level=random.choice([call.level, CallLevel.EXTRA]))
                for call in calls
            )
        result = replace(result, calls=calls)
        told = random.choice([1, 1, 2, 4])
        if result.double_win:
            return replace(result, out_order=result.out_order[: max(told, 2)])
        if told == 1 and random.random() < 0.3:
            return replace(
                result, out_order=result.out_order[:1], transfer=self.counted(result)
            )
        return replace(result, out_order=result.out_order[:told])

    def counted(self, result: RoundResult) -> Transfer:
        """Return a transfer with the last player and piles that result in the same card
        points."""
        last = result.out_order[3]
        piles = dict.fromkeys(Seat, 0)
        points = result.card_points
        assert points
        for team, count in points.items():
            mine = next(seat for seat in team.seats if seat is not last)
            piles[mine] = count
        return Transfer(BySeat(*piles.values()), 0, last)
