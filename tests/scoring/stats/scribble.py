"""Random histories, written as people write: with corrections, ties and second thoughts."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random

from scoring.models import Game, Group
from scoring.rules import (
    Bomb,
    BySeat,
    IllegalRound,
    Level,
    Moments,
    RoundResult,
    Seat,
    Tie,
    Transfer,
)
from scoring.stats.frequencies import draw
from tests.factories import DeviceFactory, GameFactory, GroupFactory, Pen, PlayerFactory


class Scribe:
    """Plays games in a group of its own and keeps changing what was written."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.group: Group = GroupFactory.create()
        self.players = PlayerFactory.create_batch(self.random.randint(4, 6), group=self.group)
        self.device = DeviceFactory.create()
        self.pens: list[Pen] = []
        self.began = datetime(2026, 3, 6, 17, tzinfo=UTC)

    def play(self, games: int) -> None:
        for _ in range(games):
            self.start()
            for _ in range(self.random.randint(1, 14)):
                self.write()

    def start(self) -> None:
        random = self.random
        a1, b1, a2, b2 = random.sample(self.players, 4)
        game: Game = GameFactory.create(
            group=self.group,
            player_a1=a1,
            player_b1=b1,
            player_a2=a2,
            player_b2=b2,
            target=random.choice([100, 300, 300, 500]),
            tie=random.choice([Tie.DRAW, Tie.PLAY_ON]),
            grand=random.random() < 0.7,
        )
        self.began += timedelta(hours=random.choice([1, 1, 3, 8, 30]))
        Game.objects.filter(pk=game.pk).update(created=self.began)
        self.pens.append(Pen(game, self.device))

    def write(self) -> None:
        """One change of the latest game, or now and then of another; what the rules refuse is
        left."""
        pen = self.pens[-1] if self.random.random() < 0.8 else self.random.choice(self.pens)
        pen.game.forget()
        record: Callable[[Pen], object] = self.record
        ways = [record] * 7 + [self.amend, self.remove, self.undo, self.redo, self.remember]
        try:
            self.random.choice(ways)(pen)
        except IllegalRound:
            pen.game.forget()

    def record(self, pen: Pen) -> None:
        pen.record(self.result(pen.game))

    def amend(self, pen: Pen) -> None:
        if number := self.some(pen):
            pen.amend(number, self.result(pen.game))

    def remove(self, pen: Pen) -> None:
        if number := self.some(pen):
            pen.remove(number)

    def remember(self, pen: Pen) -> None:
        if number := self.some(pen):
            bombs = tuple(
                Bomb(self.random.choice(list(Seat)), 4, top)
                for top in self.random.sample(range(2, 15), self.random.randint(1, 3))
            )
            pen.remember(number, Moments(bombs))

    def undo(self, pen: Pen) -> None:
        if pen.game.history.to_undo:
            pen.undo()

    def redo(self, pen: Pen) -> None:
        if pen.game.history.to_redo:
            pen.redo()

    def rename(self) -> None:
        player = self.random.choice(self.players)
        player.name = f"{player.name} {self.random.randint(0, 99)}"
        player.save()

    def some(self, pen: Pen) -> int:
        rows = pen.game.sheet.rows
        return self.random.randint(1, len(rows)) if rows else 0

    def result(self, game: Game) -> RoundResult:
        """A round as the table tells it: the whole order, or less; ties are not rare."""
        random = self.random
        result = draw(random).result
        calls = tuple(
            call for call in result.calls if game.grand or call.level is not Level.GRAND
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
        """Who was last, and what was counted where, that comes to the same card points."""
        last = result.out_order[3]
        piles = dict.fromkeys(Seat, 0)
        points = result.card_points
        assert points
        for team, count in points.items():
            mine = next(seat for seat in team.seats if seat is not last)
            piles[mine] = count
        return Transfer(BySeat(*piles.values()), 0, last)
