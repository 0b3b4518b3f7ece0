"""The store of unsent changes when its database is slow: a transaction that takes too long is
aborted, but not one that is being committed."""

import pytest

from tests.javascript import JavaScript, read_module

STORE = "scoring/js/offline/store.js"
# A database whose transaction ends when the test calls `commit`, and timers that end when the
# test calls `fire`.
SETUP = """
var self = {}, timers = [], commit, isCommitting;
var setTimeout = (what) => timers.push(what);
var clearTimeout = () => {};
var fire = () => timers.pop()();
"""
DATABASE = """
const done = new Promise((resolve) => (commit = resolve));
const transaction = {
  done,
  objectStore: () => ({ put: async () => {} }),
  abort() {
    if (isCommitting) throw new Error("InvalidStateError");
  },
};
export const openDB = async () => ({ transaction: () => transaction });
"""
# Store something, let the timers end, and then the commit.
STORE_SLOWLY = f"""async ({{ "{STORE}": store }}, committing, timeouts) => {{
  isCommitting = committing;
  const stored = store.saveGame({{ key: "a-game" }}).then(() => "stored", () => "failed");
  for (let turn = 0; turn < 20; turn += 1) await null;
  for (let timeout = 0; timeout < timeouts; timeout += 1) fire();
  commit();
  return stored;
}}"""


@pytest.mark.parametrize(
    ("committing", "timeouts", "outcome"),
    [
        (False, 0, "stored"),
        (False, 1, "failed"),
        (True, 1, "stored"),
        (True, 2, "failed"),
    ],
)
def test_transaction_that_takes_too_long_fails_unless_it_is_being_committed(
    *, committing: bool, timeouts: int, outcome: str
) -> None:
    scripts = JavaScript(
        STORE,
        setup=SETUP,
        read=lambda name: DATABASE if name.endswith("/idb.js") else read_module(name),
    )
    assert scripts.run(STORE_SLOWLY, committing, timeouts) == outcome
