"""After random taps on three phones, they and the television show the same as a new page.

`python -m tests.monkey` runs for any time and with many seeds; see CONTRIBUTING.md.
"""

from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import Browser

from tests.monkey.game import SharedGame, share_game
from tests.monkey.runner import Runner
from tests.monkey.scenarios import DOUBLE_TAPS, SCENARIOS
from tests.monkey.steps import read
from tests.monkey.walk import Walk
from tests.server import Server

BURSTS = 6


@pytest.fixture(scope="module")
def by_stream(browser: Browser, server: Server) -> Iterator[SharedGame]:
    with share_game(browser, server.url, polling=False) as game:
        yield game


@pytest.fixture(scope="module")
def by_polling(browser: Browser, server: Server) -> Iterator[SharedGame]:
    with share_game(browser, server.url, polling=True) as game:
        yield game


@pytest.fixture(params=["by_stream", "by_polling"])
def game(request: pytest.FixtureRequest) -> SharedGame:
    found: SharedGame = request.getfixturevalue(request.param)
    return found


@pytest.mark.parametrize("name", SCENARIOS)
def test_pages_agree_after_what_broke_once(
    by_stream: SharedGame, server: Server, name: str
) -> None:
    runner = Runner(by_stream, server, name)
    runner.begin()
    runner.run(read(SCENARIOS[name]))


@pytest.mark.parametrize("name", DOUBLE_TAPS)
def test_double_tap_does_what_one_tap_does(
    by_stream: SharedGame, server: Server, name: str
) -> None:
    runner = Runner(by_stream, server, name)
    runner.begin()
    runner.run(read(DOUBLE_TAPS[name]))


@pytest.mark.parametrize("seed", [1])
def test_pages_agree_after_random_taps(game: SharedGame, server: Server, seed: int) -> None:
    chance = Random(seed)
    runner = Runner(game, server, f"Seed {seed}", waits_for_targets=False, chance=chance)
    Walk(runner, chance).go(BURSTS)
