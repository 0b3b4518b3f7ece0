"""Unsent changes on the table page: waits for them, amends them, and reads and writes their
store."""

import time
import uuid
from typing import Any

from playwright.sync_api import Locator, expect

from tests.e2e.round_facts import partner
from tests.e2e.table import TablePage
from tests.server import PATIENCE

# Parts of the messages in the console of a browser without a network, or with refused requests.
NOISE = (
    "ERR_",
    "htmx:",
    "Status Error Code",
    "status of 409",
    "status of 50",
    "status of 403",
    "status of 404",
    "status of 422",
    "EventSource",
)

# Count the stored items, including those that are being sent. This script does not create the
# database, because the page would find it without object stores.
COUNT_STORED = """() => new Promise(done => {
  const opened = indexedDB.open("tichu-score");
  opened.onupgradeneeded = () => opened.transaction.abort();
  opened.onerror = () => done(0);
  opened.onsuccess = ({ target: { result } }) => {
    const counted = result.transaction("waiting").objectStore("waiting").count();
    counted.onsuccess = () => done(counted.result);
    result.close();
  };
})"""
# A loop, because Playwright's `wait_for_function` awaits a promise once and does not repeat it.
UNTIL_NONE_IS_STORED = f"""async () => {{
  while (await ({COUNT_STORED})()) await new Promise(done => setTimeout(done, 20));
  return true;
}}"""

# Let every write fail as on a full disk.
FULL = """() => {
  IDBObjectStore.prototype.put = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
}"""

# Let the store answer no request, as WebKit does if it never begins a transaction.
SILENT = """() => {
  for (const method of ["get", "getAll", "put", "delete"]) {
    IDBObjectStore.prototype[method] = () =>
      Object.create(IDBRequest.prototype, { addEventListener: { value() {} } });
  }
}"""

# The clock of a phone that slept while a request was pending.
A_MINUTE_LATER = "() => { const now = Date.now; Date.now = () => now() + 60000; }"

# Keep a transaction of the store open until `free()`, so that the page has to wait before it
# writes, and before it reads what it has written.
KEEP_STORE_BUSY = """() => new Promise(done => {
  let busy = true;
  window.free = () => (busy = false);
  indexedDB.open("tichu-score").onsuccess = ({ target: { result } }) => {
    const store = result.transaction("waiting", "readonly").objectStore("waiting");
    const again = () => {
      done();
      if (busy) store.count().onsuccess = again;
    };
    store.count().onsuccess = again;
  };
})"""


# Store a game that was started on this phone, without its start: the server has it already.
STORE_GAME = """key => new Promise(done => {
  indexedDB.open("tichu-score").onsuccess = ({ target: { result } }) => {
    const transaction = result.transaction("games", "readwrite");
    transaction.objectStore("games").put({ key, names: ["Ada", "Ben", "Cleo", "Dora"] });
    transaction.oncomplete = () => {
      result.close();
      done();
    };
  };
})"""

# Store the last acknowledged round of a game, as another page of this phone does.
STORE_ACKNOWLEDGED = """entry => new Promise(done => {
  indexedDB.open("tichu-score").onsuccess = ({ target: { result } }) => {
    const transaction = result.transaction("landed", "readwrite");
    transaction.objectStore("landed").put(entry);
    transaction.oncomplete = () => {
      result.close();
      done();
    };
  };
})"""

# Fields of a round that the rules refuse.
IMPOSSIBLE = [["first", "A1"], ["first", "B1"], ["card_points", "60"]]


def store_stuck(table: TablePage, **item: Any) -> None:
    """Store a stuck unsent change in the format of an earlier release. `state` is the outcome
    of sending it: "asks", "refused" or "gone"."""
    game = item.get("game") or table.page.url.rstrip("/").rpartition("/")[2]
    stuck = {
        "key": str(uuid.uuid4()),
        "game": game,
        "names": list(table.names.values()),
        "path": "/new/" if item["verb"] == "start" else f"/t/{game}/rounds/",
        "token": "-",
        "fields": IMPOSSIBLE,
        "after": 1,
        "seq": 1,
        "seen": 1,
        "tried": True,
    }
    table.page.evaluate(STORE, stuck | item)


def unsent_rows(table: TablePage) -> Locator:
    """Return the rows of unsent rounds."""
    return table.page.locator("#rows .unsent")


def restore_network(table: TablePage) -> None:
    """Restore the network, and wait until nothing is unsent."""
    table.page.context.set_offline(False)
    all_sent(table)


def all_sent(table: TablePage) -> None:
    """Wait until nothing is unsent. The store is read first, because a page that has just been
    opened shows unsent changes only after it has read the store."""
    table.page.wait_for_function(UNTIL_NONE_IS_STORED, timeout=60_000)
    expect(table.page.locator("#unsent-count")).to_be_hidden()
    expect(unsent_rows(table)).to_have_count(0)


def wait_until_stored(table: TablePage) -> None:
    """Wait until something is in the store; the page may still be writing it."""
    deadline = time.monotonic() + PATIENCE
    while not table.page.evaluate(COUNT_STORED):
        assert time.monotonic() < deadline
        table.page.wait_for_timeout(20)


def amend(table: TablePage, number: int, facts: dict[str, Any]) -> None:
    """Amend the unsent round with this number: remove its ticks, and enter all facts again."""
    table.tap(table.page.get_by_role("button", name=f"Round {number}", exact=True))
    expect(table.page.locator("#entry.amending")).to_be_attached()
    for place in ("third", "second", "first"):
        ticked = table.page.locator(f"#entry label:has([name={place}]:checked)")
        if ticked.count():
            ticked.tap()
    for call in table.page.locator("#entry .call:has(:checked)").all():
        call.tap()
    table.fill_in(facts)
    if facts.get("double_win"):
        table.second(partner(facts["first_out"]))
        table.save()
    else:
        table.confirm(facts)


STORE = """item => new Promise(done => {
  indexedDB.open("tichu-score").onsuccess = ({ target: { result } }) => {
    const transaction = result.transaction("waiting", "readwrite");
    transaction.objectStore("waiting").add(item);
    transaction.oncomplete = () => {
      result.close();
      new BroadcastChannel("outbox").postMessage({});
      done();
    };
  };
})"""
