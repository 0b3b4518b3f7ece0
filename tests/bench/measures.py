"""The requests that are measured, the bare view that each is compared with, and the limit of
their ratio."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.bench.phones import Phone
from tests.server import Server

PHONES = 8
GAMES_A_PHONE = 4
OPENINGS_A_PHONE = 10

Work = list[list[bytes]]


@dataclass(frozen=True, slots=True)
class Measure:
    """`work(n)` returns what every phone sends to `server` in run n. `status` is the only valid
    status of the answers.

    `target` is the smallest allowed rate, as a share of the rate of the measure named `base`.
    """

    name: str
    server: Server
    work: Callable[[int], Work]
    status: int = 200
    base: str = ""
    target: float | None = None


INSERT = "bare view, one insert"
CACHED = "bare view, one cached string"
FEW = "record a round, 5 finished games"
MANY = "record a round, 2,000 finished games"


def measures(server: Server, seeded: dict[str, Any]) -> list[Measure]:
    """Return the measures with one process, on the data that `seed` has written."""
    url, shown = server.url, seeded["table"]
    game = shown["key"]
    phone = Phone(url, shown["token"], game)
    opening = Phone(url, seeded["unopened"]["token"], seeded["unopened"]["games"][0][0])

    def few(run: int) -> Work:
        return score_games(url, seeded["few"][run]["token"], seeded["few"][run]["games"][0])

    def many(run: int) -> Work:
        return score_games(url, seeded["many"]["token"], seeded["many"]["games"][run])

    def first(run: int) -> Work:
        """Open games of ten rounds that nobody has opened since they were changed."""
        games = seeded["unopened"]["games"][run]
        return [
            [opening.open(each) for each in games[start::PHONES]] for start in range(PHONES)
        ]

    return [
        Measure(INSERT, server, repeat(phone.insert(), 100)),
        Measure(FEW, server, few, base=INSERT, target=0.30),
        Measure(MANY, server, many, base=FEW, target=0.90),
        Measure(CACHED, server, repeat(phone.cached(game), 150)),
        Measure(
            "table page, warm", server, repeat(phone.open(game), 50), base=CACHED, target=0.30
        ),
        Measure("table page, first after a change", server, first, base=CACHED, target=0.08),
        Measure(
            "table page, nothing new: 304",
            server,
            repeat(phone.reopen(game), 100),
            status=304,
            base=CACHED,
            target=0.50,
        ),
        Measure(
            "board, nothing new: 204",
            server,
            repeat(phone.poll(game, shown["version"]), 100),
            status=204,
            base=CACHED,
            target=0.50,
        ),
    ]


def measures_of_two_processes(server: Server, seeded: dict[str, Any]) -> list[Measure]:
    """Return the same measures with two processes, compared with the bare view with one
    process."""
    shown = seeded["table"]
    phone = Phone(server.url, shown["token"], shown["key"])

    def few(run: int) -> Work:
        device = seeded["few"][run]
        return score_games(server.url, device["token"], device["games"][0])

    return [
        Measure(f"2 processes: {INSERT}", server, repeat(phone.insert(), 100), base=INSERT),
        Measure(f"2 processes: {FEW}", server, few, base=INSERT, target=0.40),
    ]


def repeat(request: bytes, times: int) -> Callable[[int], Work]:
    return lambda _: [[request] * times] * PHONES


def score_games(url: str, token: str, games: list[str]) -> Work:
    """Let every phone score games of its own, one after the other. It has opened their pages
    before."""
    phone, *_ = [Phone(url, token, game) for game in games]
    shares = [games[start::PHONES] for start in range(PHONES)]
    return [[each for game in share for each in phone.score(game)] for share in shares]
