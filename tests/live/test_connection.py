"""The effects of the reducer of live updates, applied by `live/connection.js` without a
browser."""

import pytest

from tests.javascript import JavaScript

MODULE = "scoring/js/live/connection.js"
HOUR = 3_600_000  # milliseconds

# A phone that polls and on which nobody taps. Each poll is answered with "nothing new".
SETUP = """
globalThis.uptime = 0;
globalThis.performance = { now: () => uptime };
globalThis.timers = [];
globalThis.setTimeout = (fire, delay) => timers.push({ fire, delay });
globalThis.clearTimeout = () => {};
globalThis.AbortSignal = { timeout: () => null };
const headers = { has: () => true, get: () => null };
globalThis.fetch = async () => ({ status: 204, ok: true, headers });
globalThis.view = {
  lang: "en",
  read: () => ({
    board: "/t/game/board/",
    stream: "/live/t/game/",
    busy: false,
    revision: 5,
    visible: true,
    online: true,
  }),
  beforeFetch() {},
  notify() {},
};
"""
START = f"""async (modules) => {{
  modules["{MODULE}"].createConnection(view)({{ type: "poll" }});
}}"""
NEXT_POLL = (
    "() => { const { fire, delay } = timers.at(-1); timers.length = 0; fire(); return delay; }"
)


@pytest.fixture
def polling() -> JavaScript:
    page = JavaScript(MODULE, setup=SETUP)
    page.run(START)
    return page


def test_page_that_nobody_has_touched_for_long_asks_less_often(polling: JavaScript) -> None:
    polling.context.eval(f"uptime += {HOUR}")
    polling.run(NEXT_POLL)
    assert polling.run(NEXT_POLL) == 10_000


def test_clock_that_is_set_ahead_is_no_time_without_a_touch(polling: JavaScript) -> None:
    polling.context.eval(f"const ahead = Date.now() + {HOUR}; Date.now = () => ahead")
    polling.run(NEXT_POLL)
    assert polling.run(NEXT_POLL) == 1_500
