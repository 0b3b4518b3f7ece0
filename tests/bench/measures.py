"""What is measured, against which bare view, and how much of it is expected."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.bench.phones import Phone

PHONES = 8
GAMES_A_PHONE = 4

Work = list[list[bytes]]


@dataclass(frozen=True, slots=True)
class Measure:
    """`work(n)` makes what every phone sends in run n; `status` is the only right answer.

    `target` is the least share of the requests a second of the measure named `base`.
    """

    name: str
    work: Callable[[int], Work]
    status: int = 200
    base: str = ""
    target: float | None = None


INSERT = "bare view, one insert"
CACHED = "bare view, one cached string"
FEW = "record a round, 5 finished games"
MANY = "record a round, 2,000 finished games"


def measures(url: str, ground: dict[str, Any]) -> list[Measure]:
    """All that there is to measure, on the ground that the seed has laid."""
    shown = ground["table"]
    game = shown["key"]
    phone = Phone(url, shown["token"], game)

    def again(request: bytes, times: int) -> Callable[[int], Work]:
        return lambda _: [[request] * times] * PHONES

    def few(run: int) -> Work:
        return evening(url, ground["few"][run]["token"], ground["few"][run]["games"][0])

    def many(run: int) -> Work:
        return evening(url, ground["many"]["token"], ground["many"]["games"][run])

    return [
        Measure(INSERT, again(phone.insert(), 100)),
        Measure(FEW, few, base=INSERT, target=0.30),
        Measure(MANY, many, base=FEW, target=0.80),
        Measure(CACHED, again(phone.cached(game), 150)),
        Measure("table page", again(phone.open(game), 15), base=CACHED),
        Measure(
            "table page, nothing new: 304",
            again(phone.reopen(game), 100),
            status=304,
            base=CACHED,
            target=0.50,
        ),
        Measure(
            "board, nothing new: 204",
            again(phone.look(game, shown["version"]), 100),
            status=204,
            base=CACHED,
            target=0.50,
        ),
    ]


def evening(url: str, token: str, games: list[str]) -> Work:
    """Every phone scores games of its own, one after the other."""
    phone = Phone(url, token, games[0])
    shares = [games[start::PHONES] for start in range(PHONES)]
    return [[each for game in share for each in phone.score(game)] for share in shares]
