"""What waits on the table page, as a person sees it and deals with it."""

import time
import uuid
from typing import Any

from playwright.sync_api import Locator, expect

from tests.e2e.round_facts import partner
from tests.e2e.table import TablePage
from tests.server import PATIENCE

# What a browser says in its console about a network that is not there.
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

# How many rounds, calls and games are stored, those on their way included. The store is for the
# page to make: one that is made here would have nothing in it.
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
# Playwright's `wait_for_function` takes a promise for an answer: it does not ask again.
UNTIL_NONE_IS_STORED = f"""async () => {{
  while (await ({COUNT_STORED})()) await new Promise(done => setTimeout(done, 20));
  return true;
}}"""

# What a browser says when its disk is full.
FULL = """() => {
  IDBObjectStore.prototype.put = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
}"""

# Whoever wants to write what waits has to wait, until `free()`, and so has whoever reads it
# after that.
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


# As another page of this phone stores which round of a game the server has acknowledged last.
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


def get_stuck(table: TablePage, **item: Any) -> None:
    """An unsent change is stuck, as answers of the server left it."""
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


def waiting(table: TablePage) -> Locator:
    return table.page.locator("#rows .unsent")


def come_back(table: TablePage) -> None:
    """The network is there again, and all that waited has been sent."""
    table.page.context.set_offline(False)
    all_sent(table)


def all_sent(table: TablePage) -> None:
    """Wait until nothing is unsent any more. A page that has just been opened shows nothing of
    what is unsent until it has read the store."""
    table.page.wait_for_function(UNTIL_NONE_IS_STORED, timeout=60_000)
    expect(table.page.locator("#unsent-count")).to_be_hidden()
    expect(waiting(table)).to_have_count(0)


def wait_until_stored(table: TablePage) -> None:
    """Wait until what is on its way is stored as well."""
    deadline = time.monotonic() + PATIENCE
    while not table.page.evaluate(COUNT_STORED):
        assert time.monotonic() < deadline
        table.page.wait_for_timeout(20)


def amend(table: TablePage, number: int, facts: dict[str, Any]) -> None:
    """Tap a waiting round in anew."""
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
