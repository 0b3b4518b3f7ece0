"""The importers read each of 2,000 damaged files as far as possible, or refuse it with a
reason. They never fail otherwise."""

import random

import pytest

from scoring.importers.found import Unreadable
from scoring.importers.recognition import decode, read
from scoring.rules import Team
from tests.importers.damage import damaged
from tests.importers.examples import NAMES, example

TRIES = 2_000


@pytest.mark.parametrize("seed", range(10))
def test_damaged_file_is_read_or_refused(seed: int) -> None:
    chance = random.Random(seed)
    refused = 0
    for _ in range(TRIES // 10):
        data = damaged(example(chance.choice(NAMES)), chance)
        try:
            found = read(decode(data))
        except Unreadable:
            refused += 1
            continue
        for game in found.games:
            assert all(game.names)
            assert "".join(game.names).encode()
            if game.rounds:
                a, b = (sum(each.points[team] for each in game.rounds) for team in Team)
                assert tuple(game.totals) == (a, b)
    assert 0 < refused < TRIES // 10
