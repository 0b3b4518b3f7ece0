"""A group's history as it is read: its games with their rounds, as plain values."""

import json
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cache, lru_cache
from operator import sub
from typing import Any, NamedTuple, TypeAlias

from django.db import connection
from django.utils import timezone

from scoring.models import Group
from scoring.rules import ByTeam, Race, Seat, Standing, Team, Tie, Transfer
from scoring.stats.match import Match
from scoring.stats.part import PATTERN
from scoring.stats.score import Score

# What is dealt after midnight belongs to the evening before.
MORNING = timedelta(hours=5)


# By seat, in playing order.
Players: TypeAlias = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Span:
    """Which games are asked for: those that began in these days, both ends with them, and those
    to this target. None is no bound."""

    since: date | None = None
    until: date | None = None
    target: int | None = None

    def __str__(self) -> str:
        return f"{self.since}-{self.until}-{self.target}"

    def includes(self, day: date, target: int) -> bool:
        return (
            (self.since is None or day >= self.since)
            and (self.until is None or day <= self.until)
            and self.target in {None, target}
        )


EVERYTHING = Span()


class PlayedGame(NamedTuple):
    """A game and its rounds in order, column by column.

    `players` are by seat in playing order, and `day` is the evening that it belongs to.
    `patterns` are what `part` reads, `cards` what team A counted, None after a double win, `a`
    and `b` what the teams scored round by round; `score` is what team A did in all.
    """

    pk: int
    day: date
    target: int
    grand: bool
    players: Players
    standing: Standing
    winner: Team | None
    patterns: tuple[int, ...]
    cards: tuple[int | None, ...]
    a: tuple[int, ...]
    b: tuple[int, ...]
    score: Score

    def team(self, team: Team) -> tuple[int, int]:
        a1, b1, a2, b2 = self.players
        return (a1, a2) if team is Team.A else (b1, b2)

    @property
    def over(self) -> bool:
        return self.score.games > 0

    @property
    def winners(self) -> tuple[int, ...]:
        return self.team(self.winner) if self.winner else ()

    @property
    def match(self) -> Match:
        """The game as ratings see it."""
        score = self.score
        won = 0.5 + (score.won - score.lost) / 2 if score.games else None
        return Match(self.players, tuple(map(sub, self.a, self.b)), won)


class History(NamedTuple):
    """What a group played, in order. `bombs` is how many everybody played; `lasts` says of the
    rounds where nobody told the whole order, but who was last, who that was of which four."""

    games: list[PlayedGame]
    bombs: Counter[int]
    lasts: list[tuple[int, Players]]


class Version(NamedTuple):
    """How many games a group has, and how often they were changed in all."""

    games: int
    changes: int

    def __str__(self) -> str:
        return f"{self.games}-{self.changes}"


def version(group: Group) -> Version:
    """What grows with every change of a game of this group, so that two histories of one
    version are the same. Each change raises its game's version, in the game's turn."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT COUNT(*), COALESCE(SUM(version), 0) FROM scoring_game WHERE group_id = %s",
            [group.pk],
        )
        games, changes = cursor.fetchone()
    return Version(int(games), int(changes))


def read(group: Group, span: Span = EVERYTHING) -> History:
    """The games of this span that have rounds, with them; those still running too."""
    seats = _seats(group, span)
    if not seats:
        return History([], Counter(), [])
    bounds = [group.pk, min(seats), max(seats)]
    with connection.cursor() as cursor:
        cursor.execute(_ROUNDS, bounds)
        rounds = cursor.fetchall()
        cursor.execute(_TOLD, bounds)
        told = [
            (seats[game].players, *facts) for game, *facts in cursor.fetchall() if game in seats
        ]
    bombs = [(players, facts) for players, facts, *_ in told if facts]
    lasts = [
        (players[_last(facts)], players)
        for players, _, facts, third in told
        if facts and third is None
    ]
    return History(
        list(_games(seats, rounds)),
        Counter(players[seat] for players, facts in bombs for seat in _bombers(facts)),
        lasts,
    )


class _Seats(NamedTuple):
    day: date
    target: int
    tie: str
    grand: bool
    players: Players


_GAMES = (
    "SELECT id, created, target, tie, grand, player_a1_id, player_b1_id, player_a2_id,"
    " player_b2_id FROM scoring_game WHERE group_id = %s ORDER BY id"
)
_WITHIN = "WHERE group_id = %s AND game_id BETWEEN %s AND %s"
_ROUNDS = (
    f"SELECT game_id, {PATTERN}, card_points_a, points_a, points_b FROM scoring_round"  # noqa: S608
    f" {_WITHIN} ORDER BY game_id, seq"
)
_TOLD = (
    f"SELECT game_id, bombs, transfer, third FROM scoring_round {_WITHIN}"  # noqa: S608
    " AND (bombs IS NOT NULL OR transfer IS NOT NULL)"
)


def _seats(group: Group, span: Span) -> dict[int, _Seats]:
    """The games of the span, by their number."""
    with connection.cursor() as cursor:
        cursor.execute(_GAMES, [group.pk])
        games = cursor.fetchall()
    zone, seats = timezone.get_current_timezone(), {}
    for pk, created, target, tie, grand, *players in games:
        # SQLite keeps moments without their zone, in UTC.
        began = created if created.tzinfo else created.replace(tzinfo=UTC)
        day = (began.astimezone(zone) - MORNING).date()
        if span.includes(day, target):
            a1, b1, a2, b2 = players
            seats[pk] = _Seats(day, target, tie, bool(grand), (a1, b1, a2, b2))
    return seats


def evening_of(moment: datetime) -> date:
    """The evening that this moment belongs to."""
    return (timezone.localtime(moment) - MORNING).date()


def _games(seats: dict[int, _Seats], rounds: list[Any]) -> Iterator[PlayedGame]:
    if not rounds:
        return
    games, *columns = zip(*rounds, strict=True)
    start = 0
    while start < len(games):
        end = bisect_right(games, games[start], start)
        if at := seats.get(games[start]):
            yield _game(games[start], at, [column[start:end] for column in columns])
        start = end


def _game(pk: int, at: _Seats, columns: Sequence[Any]) -> PlayedGame:
    patterns, cards, a, b = columns
    standing = _race(at.target, at.tie).standing(ByTeam(sum(a), sum(b)), len(a))
    score = Score.of(standing, patterns, cards, grand=at.grand)
    return PlayedGame(
        pk,
        at.day,
        at.target,
        at.grand,
        at.players,
        standing,
        standing.winner,
        patterns,
        cards,
        a,
        b,
        score,
    )


@cache
def _race(target: int, tie: str) -> Race:
    return Race(target=target, tie=Tie(tie))


@lru_cache(1000)
def _bombers(facts: str) -> tuple[int, ...]:
    return tuple(Seat(bomb["player"]).place for bomb in json.loads(facts))


def _last(facts: str) -> int:
    return Transfer.from_facts(json.loads(facts)).last.place
