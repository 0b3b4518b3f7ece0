"""Fifty phones at one table record, amend and undo at once, and nothing is lost."""

import os
import random
import re
import threading
import uuid
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.error import HTTPError

import pytest

from tests.scripted_phones import Phone, stored
from tests.server import Server

PHONES = 50
# CROWD_SECONDS=60 lets them run for a minute. The default is long enough for conflicts.
SECONDS = float(os.environ.get("CROWD_SECONDS") or 8)


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as server:
        yield server


class Scorer:
    """One of the phones. It repeatedly loads the table and changes something."""

    def __init__(self, phone: Phone, game: str, seed: int) -> None:
        self.phone = phone
        self.game = game
        self.random = random.Random(seed)
        self.statuses: Counter[int] = Counter()
        self.acknowledged: set[str] = set()  # keys of rounds
        # numbers of changes that this phone or another one has undone
        self.undone: set[int] = set()

    def play(self, until: threading.Event) -> None:
        while not until.is_set():
            page = self.phone.send(f"/t/{self.game}/")
            self.random.choice([self.record, self.record, self.amend, self.undo])(page)

    def record(self, page: str) -> None:
        after = re.search(r'name="after" value="(\d+)"', page)
        assert after
        self.score("rounds/", after=after[1], first="B1", card_points=self.points())

    def amend(self, page: str) -> None:
        rounds = re.findall(rf'href="/t/{self.game}/rounds/(\d+)/"', page)
        if rounds:
            seq = self.random.choice(rounds)
            self.score(f"rounds/{seq}/", seen=seq, first="A2", card_points=self.points())

    def undo(self, page: str) -> None:
        number = re.search(r'name="number" value="(\d+)"', page)
        if number and self.send("undo/", number=number[1]):
            self.undone.add(int(number[1]))

    def points(self) -> int:
        return self.random.randrange(0, 105, 5)

    def score(self, path: str, **facts: object) -> None:
        key = str(uuid.uuid4())
        if self.send(path, key=key, **facts):
            self.acknowledged.add(key)

    def send(self, path: str, **facts: object) -> bool:
        """Send a form. Returns whether it was acknowledged."""
        try:
            self.phone.send(f"/t/{self.game}/{path}", {"key": uuid.uuid4()} | facts)
        except HTTPError as error:
            self.statuses[error.code] += 1
            return False
        self.statuses[200] += 1
        return True


def crowd(server: Server) -> list[Scorer]:
    first = Phone(server.url, 0)
    return [Scorer(first, first.game, seed) for seed in range(PHONES)]


def let_play(scorers: list[Scorer]) -> None:
    until = threading.Event()
    with ThreadPoolExecutor(PHONES) as pool:
        playing = [pool.submit(scorer.play, until) for scorer in scorers]
        until.wait(SECONDS)
        until.set()
        for each in playing:
            each.result()


def test_fifty_phones_at_one_table_lose_and_double_nothing(server: Server) -> None:
    scorers = crowd(server)

    let_play(scorers)

    statuses: Counter[int] = sum((scorer.statuses for scorer in scorers), Counter())
    print(f"\n{PHONES} phones in {SECONDS:g} s: {dict(statuses)}")
    assert set(statuses) <= {200, 404, 409, 422}
    game: Any = stored(server)[scorers[0].game]
    keys = [key for _, _, key in game["changes"]]
    assert len(set(keys)) == len(keys)
    assert set(keys) >= set.union(*(scorer.acknowledged for scorer in scorers))
    assert set(game["undone"]) >= set.union(*(scorer.undone for scorer in scorers))
    assert [number for number, _, _ in game["changes"]] == list(range(1, game["version"] + 1))
    assert scorers[0].phone.totals() == [
        sum(each[side] for each in game["rounds"]) for side in (1, 2)
    ]
