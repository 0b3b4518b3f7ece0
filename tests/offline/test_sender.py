"""The sender of unsent changes (`offline/sender.js`), on a network that a test scripts."""

from typing import Any

import pytest

from tests.javascript import JavaScript, read_module
from tests.offline.queue import GAME

SENDER = "scoring/js/offline/sender.js"
STORE = "scoring/js/offline/store.js"

BROWSER = """
globalThis.location = { origin: "https://tichu.example" };
globalThis.registration = { scope: "https://tichu.example/" };
globalThis.navigator = { onLine: true };
globalThis.AbortSignal = { timeout() {} };
globalThis.URLSearchParams = class { set() {} };
const answers = [];
globalThis.willAnswer = (more) => answers.push(...more);
globalThis.requests = [];
globalThis.storeFails = false;
globalThis.fetch = async (path, { headers: sent = {} }) => {
  requests.push([path, sent["X-CSRFToken"] ?? null]);
  const { status, headers } = answers.shift();
  const known = { has: (name) => name in headers, get: (name) => headers[name] ?? null };
  const text = async () => `<a data-theirs="9 ">`;
  return { status, ok: status === 200, headers: known, text };
};
"""
IN_MEMORY = """
import { empty, reduce } from "./reducer.js";
let state = empty;
export const read = async () => state;
export const dispatch = async (event) => {
  if (storeFails) throw new Error("The database is gone.");
  state = reduce(state, event);
};
export const deleteGame = async () => {};
"""

OURS = {"Tichu-Score": "1"}
RECORDED = {"status": 200, "headers": OURS | {"Tichu-Change": "1"}}
CONFLICT = {"status": 409, "headers": OURS | {"Tichu-Change": "0"}}
TOKEN_REFUSED = {"status": 403, "headers": OURS}
NEW_TOKEN = {"status": 200, "headers": OURS | {"Tichu-CSRF-Token": "new"}}
LOGIN_PAGE: dict[str, Any] = {"status": 200, "headers": {}}

ROUNDS, WAITING = f"/t/{GAME}/rounds/", "/unsent/"


class Sender:
    """A phone with one unsent round. Its page was loaded with the CSRF token "old"."""

    def __init__(self) -> None:
        self.js = JavaScript(
            SENDER,
            setup=BROWSER,
            read=lambda name: IN_MEMORY if name == STORE else read_module(name),
        )
        self.enqueue("k")

    def enqueue(self, key: str) -> None:
        item = {"key": key, "game": GAME, "verb": "record", "path": ROUNDS, "token": "old"}
        self.dispatch("enqueue", item=item | {"fields": [], "after": 0}, version=0)

    def dispatch(self, event: str, **values: Any) -> None:
        self.js.call(STORE, "dispatch", {"type": event} | values)

    def flush(self, *answers: dict[str, Any]) -> None:
        """Send the unsent changes on a network that gives these answers in order."""
        self.js.run("(_, answers) => willAnswer(answers)", answers)
        self.js.call(SENDER, "flush")

    @property
    def statuses(self) -> list[str]:
        return [item["status"] for item in self.js.call(STORE, "read")["items"]]

    @property
    def requests(self) -> Any:
        """Return path and CSRF token of each request."""
        return self.js.run("() => requests")


def test_round_behind_one_that_is_left_to_theirs_is_sent_with_it() -> None:
    sender = Sender()
    sender.dispatch("resolve", id=1, seq=9, theirs="9 ")
    sender.enqueue("next")
    sender.flush(CONFLICT, RECORDED)
    assert sender.statuses == []


def test_token_that_is_refused_is_renewed() -> None:
    sender = Sender()
    sender.flush(TOKEN_REFUSED, NEW_TOKEN, RECORDED)
    assert sender.statuses == []
    assert sender.requests == [[ROUNDS, "old"], [WAITING, None], [ROUNDS, "new"]]


def test_new_token_that_is_refused_as_well_leaves_the_round_without_a_table() -> None:
    sender = Sender()
    sender.flush(TOKEN_REFUSED, NEW_TOKEN, TOKEN_REFUSED)
    assert sender.statuses == ["orphaned"]


def test_login_page_in_place_of_a_new_token_leaves_the_round_to_be_sent_again() -> None:
    sender = Sender()
    sender.flush(TOKEN_REFUSED, LOGIN_PAGE, TOKEN_REFUSED)
    assert sender.statuses == ["uncertain"]
    assert sender.requests == [[ROUNDS, "old"], [WAITING, None]]


@pytest.mark.parametrize(
    "answer",
    [
        LOGIN_PAGE,
        {"status": 403, "headers": {}},
        {"status": 404, "headers": {}},
        {"status": 0, "headers": {}},
        {"status": 500, "headers": OURS},
        {"status": 503, "headers": OURS},
    ],
    ids=["login page", "proxy: 403", "proxy: 404", "redirect", "site: 500", "site: 503"],
)
def test_what_is_no_answer_of_the_form_leaves_the_round_to_be_sent_again(
    answer: dict[str, Any],
) -> None:
    sender = Sender()
    sender.flush(answer)
    assert sender.statuses == ["uncertain"]
    sender.flush(RECORDED)
    assert sender.statuses == []


def test_store_that_fails_leaves_the_round_to_be_sent_again() -> None:
    sender = Sender()
    sender.js.run("() => { storeFails = true; }")
    assert sender.js.call(SENDER, "flush") == {"unanswered": True, "left": True}
    sender.js.run("() => { storeFails = false; }")
    sender.flush(RECORDED)
    assert sender.statuses == []
