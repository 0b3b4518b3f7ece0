"""Two phones and a television in a game: one phone calls, the other records, and after every
tap all three show the same. `python -m tests.evening` plays every game."""

import pytest
from playwright.sync_api import Browser

from tests.cases import score_sheets
from tests.evening import CALLS, RECORDS, Evening
from tests.monkey.game import share_game
from tests.server import Server


@pytest.mark.parametrize(("polling", "rounds"), [(False, None), (True, 4)])
def test_two_phones_and_a_television_agree_after_every_tap(
    browser: Browser, server: Server, *, polling: bool, rounds: int | None
) -> None:
    lead_changes_in_rounds_3_and_5 = score_sheets()[2]
    with share_game(browser, server.url, polling=polling, phones=(RECORDS, CALLS)) as game:
        Evening(game).play(lead_changes_in_rounds_3_and_5, rounds)
