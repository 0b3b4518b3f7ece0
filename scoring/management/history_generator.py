"""Writes a generated history of a group: evenings, games and rounds are drawn and stored."""

import json
import uuid
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from functools import cache
from random import Random
from typing import Any, NamedTuple, cast

from django.db import connection, models

from scoring.models import (
    Agreement,
    Change,
    ChangeKind,
    Game,
    Group,
    Player,
    Role,
    Round,
    name_key,
)
from scoring.rules import Bomb
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

# The minimum and the maximum of each.
GAMES_AN_EVENING = (2, 4)
DAYS_BETWEEN_EVENINGS = (5, 16)
ROUND_DURATION = timedelta(minutes=5)
# The share of rounds for which the whole order is recorded, and not only who was first out.
ORDER_KNOWN = 0.4
AGREEMENT = Agreement()

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


class GeneratedGame(NamedTuple):
    """A game and its rounds; `began` is the time of the first deal, and `players` are primary
    keys in the order of play."""

    players: Sequence[int]
    began: datetime
    rounds: list[SimulatedRound]

    def recorded(self, number: int) -> datetime:
        """The end of round `number`, counted from 1."""
        return self.began + number * ROUND_DURATION


class HistoryGenerator:
    """Writes groups one after the other. The same seed generates the same rounds.

    `rounds` is the number of rounds written so far. Raises ValueError for fewer than four
    players, or for more players than NAMES.
    """

    def __init__(
        self, seed: int, *, players: int = 6, until: datetime, log: bool = False
    ) -> None:
        if not 4 <= players <= len(NAMES):
            raise ValueError(f"A group has 4 to {len(NAMES)} players, not {players}.")
        self.random = Random(seed)  # noqa: S311 (not used for secrets)
        self.keys = Random()  # noqa: S311 (unseeded: no two groups share a key)
        self.players, self.until, self.log = players, until, log
        self.rounds = 0
        self.device, _ = register_device("History")

    def write(self, rounds: int, *, name: str = "") -> Group:
        """Return a new group with at least this number of rounds. Its last game is not over."""
        with write_transaction():
            group = Group.objects.create(name=name)
            join_group(self.device, group, Role.OWNER)
            played = self._play(group, rounds)
            _insert(Game, GAME_COLUMNS, self._game_rows(group, played))
            games = list(group.games.order_by("pk").values_list("pk", flat=True))
            _insert(Round, ROUND_COLUMNS, self._round_rows(group, games, played))
            if self.log:
                # The rows are read completely first: during COPY, PostgreSQL accepts no other
                # queries.
                _insert(Change, CHANGE_COLUMNS, list(self._change_rows(group)))
        self.rounds += sum(len(each.rounds) for each in played)
        return group

    def _play(self, group: Group, rounds: int) -> list[GeneratedGame]:
        """Generate evenings, from the last one backwards, until there are more than this number
        of rounds."""
        people = Player.objects.bulk_create(
            Player(group=group, name=name, name_key=name_key(name))
            for name in NAMES[: self.players]
        )
        skill = {player.pk: self.random.gauss(0, SKILL_SD) for player in people}
        evenings: list[list[GeneratedGame]] = []
        began, done = self.until, 0
        while done <= rounds:
            evenings.append(list(self._evening(skill, began)))
            done += sum(len(each.rounds) for each in evenings[-1])
            began -= timedelta(days=self.random.randint(*DAYS_BETWEEN_EVENINGS))
        evenings[0][-1].rounds.pop()
        return [each for evening in reversed(evenings) for each in evening]

    def _evening(self, skill: dict[int, float], began: datetime) -> Iterator[GeneratedGame]:
        for _ in range(self.random.randint(*GAMES_AN_EVENING)):
            players = self.random.sample(list(skill), 4)
            a1, b1, a2, b2 = (skill[player] for player in players)
            rounds = list(simulate_game(self.random, AGREEMENT.race, a1 + a2 - b1 - b2))
            played = GeneratedGame(players, began, rounds)
            yield played
            began = played.recorded(len(rounds) + 1)

    def _game_rows(self, group: Group, played: list[GeneratedGame]) -> Iterator[Row]:
        moment = connection.ops.adapt_datetimefield_value
        agreed = (AGREEMENT.target, AGREEMENT.tie, AGREEMENT.grand)
        for each in played:
            began, version = moment(each.began), len(each.rounds)
            yield (group.pk, self._key(), began, version, *each.players, *agreed)

    def _round_rows(
        self, group: Group, games: list[int], played: list[GeneratedGame]
    ) -> Iterator[Row]:
        random, moment = self.random, connection.ops.adapt_datetimefield_value
        for game, each in zip(games, played, strict=True):
            for number, simulated in enumerate(each.rounds, 1):
                first, second, third, _ = simulated.order
                order_known = random.random() < ORDER_KNOWN
                bomb = simulate_bomb(random)
                yield (
                    group.pk,
                    game,
                    number,
                    number,
                    moment(each.recorded(number)),
                    first,
                    second if order_known or simulated.double_win else None,
                    third if order_known else None,
                    simulated.card_points_a,
                    *simulated.calls,
                    _bombs(bomb) if bomb else None,
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
                self._key(),
                self.device.pk,
                moment(row.recorded),
            )

    def _key(self) -> Any:
        key = uuid.UUID(int=self.keys.getrandbits(128), version=4)
        return key if connection.features.has_native_uuid_field else key.hex


@cache
def _bombs(bomb: Bomb) -> str:
    return json.dumps([bomb.to_dict()])


def _insert(model: type[models.Model], columns: str, rows: Iterable[Row]) -> None:
    """Write rows unchanged, by the fastest way that the database has."""
    names = columns.split()
    into = f"{model._meta.db_table} ({', '.join(names)})"  # noqa: SLF001 (documented by Django)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {into} FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
        else:
            values = ", ".join(["%s"] * len(names))
            cursor.executemany(f"INSERT INTO {into} VALUES ({values})", cast("Any", rows))  # noqa: S608
