"""Writes a group's history as it may have been: evenings, games, rounds, drawn and stored."""

import json
import uuid
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from random import Random
from typing import Any, NamedTuple, cast

from django.db import connection, models

from scoring.models import Change, ChangeKind, Game, Group, Player, Role, Round, name_key
from scoring.services.membership import join_group, register_device
from scoring.services.transaction import write_transaction
from scoring.stats.win_probability.baseline import (
    SKILL_SD,
    SimulatedRound,
    simulate_bomb,
    simulate_game,
)

NAMES = (
    "Anna",
    "Bernd",
    "Clara",
    "Dieter",
    "Elena",
    "Fritz",
    "Greta",
    "Hannes",
    "Ida",
    "Jonas",
)

# How it goes: so many games an evening, a round in so many minutes, the next evening in so many
# days; and how often the table told more than who was out first, which is all it takes.
GAMES = (2, 4)
ROUND = timedelta(minutes=5)
EVERY = (5, 16)
ORDER_TOLD = 0.4

GAME_COLUMNS = (
    "group_id key created version player_a1_id player_b1_id player_a2_id player_b2_id"
    " target tie grand"
)
ROUND_COLUMNS = (
    "group_id game_id seq version recorded first second third card_points_a"
    " call_a1 call_b1 call_a2 call_b2 bombs note points_a points_b"
)
CHANGE_COLUMNS = "group_id game_id number kind seq round_number after key device_id at"

Row = tuple[Any, ...]


class Played(NamedTuple):
    """A game and its rounds; `began` is when the cards were first dealt."""

    game: Game
    began: datetime
    rounds: list[SimulatedRound]

    def recorded(self, number: int) -> datetime:
        """When round `number`, from 1, was over."""
        return self.began + number * ROUND


class HistoryGenerator:
    """Writes one group after the other. One seed plays the same rounds again.

    `rounds` counts what was written. Raises ValueError for fewer than four players, or more
    than there are names.
    """

    def __init__(
        self, seed: int, *, players: int = 6, until: datetime, log: bool = False
    ) -> None:
        if not 4 <= players <= len(NAMES):
            raise ValueError(f"A group has 4 to {len(NAMES)} players, not {players}.")
        self.random = Random(seed)  # noqa: S311 (nothing here is a secret)
        self.players, self.until, self.log = players, until, log
        self.rounds = 0
        self.device, _ = register_device("History")

    def write(self, rounds: int, *, name: str = "") -> Group:
        """A new group with at least so many rounds; its last game is still being played."""
        with write_transaction():
            group = Group.objects.create(name=name)
            join_group(self.device, group, Role.OWNER)
            played = self._play(group, rounds)
            _insert(Game, GAME_COLUMNS, map(_game_row, played))
            numbers = group.games.order_by("pk").values_list("pk", flat=True)
            for each, number in zip(played, numbers, strict=True):
                each.game.pk = number
            _insert(Round, ROUND_COLUMNS, self._round_rows(played))
            if self.log:
                # Read first: while rows are copied in, PostgreSQL answers nothing else.
                _insert(Change, CHANGE_COLUMNS, list(self._change_rows(group)))
        self.rounds += sum(len(each.rounds) for each in played)
        return group

    def _play(self, group: Group, rounds: int) -> list[Played]:
        """Evenings, found from the last one back, until there are so many rounds."""
        people = Player.objects.bulk_create(
            Player(group=group, name=name, name_key=name_key(name))
            for name in NAMES[: self.players]
        )
        skill = {player: self.random.gauss(0, SKILL_SD) for player in people}
        evenings: list[list[Played]] = []
        began, done = self.until, 0
        while done <= rounds:
            evenings.append(list(self._evening(group, skill, began)))
            done += sum(len(each.rounds) for each in evenings[-1])
            began -= timedelta(days=self.random.randint(*EVERY))
        evenings[0][-1].rounds.pop()
        return [each for evening in reversed(evenings) for each in evening]

    def _evening(
        self, group: Group, skill: dict[Player, float], began: datetime
    ) -> Iterator[Played]:
        for _ in range(self.random.randint(*GAMES)):
            a1, b1, a2, b2 = self.random.sample(list(skill), 4)
            edge = skill[a1] + skill[a2] - skill[b1] - skill[b2]
            game = Game(
                group=group,
                key=uuid.uuid4(),
                player_a1=a1,
                player_b1=b1,
                player_a2=a2,
                player_b2=b2,
            )
            played = Played(game, began, list(simulate_game(self.random, game.race, edge)))
            yield played
            began = played.recorded(len(played.rounds) + 1)

    def _round_rows(self, played: list[Played]) -> Iterator[Row]:
        random, moment = self.random, connection.ops.adapt_datetimefield_value
        for each in played:
            game = each.game
            for number, simulated in enumerate(each.rounds, 1):
                first, second, third, _ = simulated.order
                told = random.random() < ORDER_TOLD
                bomb = simulate_bomb(random)
                yield (
                    game.group_id,
                    game.pk,
                    number,
                    number,
                    moment(each.recorded(number)),
                    first,
                    second if told or simulated.double_win else None,
                    third if told else None,
                    simulated.card_points_a,
                    *simulated.calls,
                    json.dumps([bomb.to_dict()]) if bomb else None,
                    "",
                    *simulated.points,
                )

    def _change_rows(self, group: Group) -> Iterator[Row]:
        moment = connection.ops.adapt_datetimefield_value
        for row in Round.objects.filter(group=group).order_by("pk").iterator():
            yield (
                row.group_id,
                row.game_id,
                row.seq,
                ChangeKind.RECORD,
                row.seq,
                row.seq,
                json.dumps(row.facts),
                _key(uuid.uuid4()),
                self.device.pk,
                moment(row.recorded),
            )


def _game_row(played: Played) -> Row:
    game, began = played.game, connection.ops.adapt_datetimefield_value(played.began)
    seats = (game.player_a1_id, game.player_b1_id, game.player_a2_id, game.player_b2_id)
    version = len(played.rounds)
    agreed = (game.target, game.tie, game.grand)
    return (game.group_id, _key(game.key), began, version, *seats, *agreed)


def _key(key: uuid.UUID) -> Any:
    return key if connection.features.has_native_uuid_field else key.hex


def _insert(model: type[models.Model], columns: str, rows: Iterable[Row]) -> None:
    """Write rows as they are, by the quickest way that the database has."""
    names = columns.split()
    into = f"{model._meta.db_table} ({', '.join(names)})"  # noqa: SLF001 (Django's public way)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {into} FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
        else:
            values = ", ".join(["%s"] * len(names))
            cursor.executemany(f"INSERT INTO {into} VALUES ({values})", cast("Any", rows))  # noqa: S608
