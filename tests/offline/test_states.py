"""The table of offline states in the documentation, compared with the reducer."""

from pathlib import Path
from typing import Any

import pytest

from tests.offline.queue import REDUCER, Queue, reducer

SITE = Path(__file__).parents[2]
ARCHITECTURE = SITE / "docs" / "architecture.md"
MESSAGES = SITE / "templates" / "scoring" / "unsent_messages.html"
# The statuses in the order of the reducer, each with its meaning for an item.
STATUSES: dict[str, dict[str, bool]] = reducer().run(
    f'(modules) => modules["{REDUCER}"].STATUSES'
)
THEIRS = {"verb": "amend", "path": "/t/g/rounds/", "seq": 5, "seen": 5, "key": "other"}
EVENTS: dict[str, dict[str, Any]] = {
    "enqueue": {},
    "amend": {"key": "change", "fields": [], "now": 0},
    "remove": {"key": "change", "now": 0},
    "discard": {},
    "send": {},
    "lose": {},
    "acknowledge": {"number": 1},
    "conflict": {"answer": "both"},
    "conflict: sent as withdrawn": {"answer": "both", "theirs": "5 "},
    "conflict: theirs stand": {"answer": 'data-theirs="5 "', "theirs": "5 "},
    "reject": {"answer": "why"},
    "orphan": {},
    "resolve: leave": {"seq": 5},
    "resolve: keep": {"seq": 5, "theirs": "5 "},
    "resolve: send": {"decision": THEIRS},
}
Table = dict[str, list[str]]


def documented() -> Table:
    """Return the rows of the table: the new status for each event and status."""
    text = ARCHITECTURE.read_text().partition("\n| Event |")[2]
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in text.partition("\n\n")[0].splitlines()
    ]
    [head, _, *body] = rows
    assert head == [f"`{status}`" for status in STATUSES]
    return {name.replace("`", ""): cells for name, *cells in body}


def described() -> list[str]:
    """Return the statuses that the preceding table describes."""
    text = ARCHITECTURE.read_text().partition("\n| Status |")[2].partition("\n\n")[0]
    return [line.split("`")[1] for line in text.splitlines() if line.startswith("| `")]


def outcome(event: str, status: str) -> str:
    """Return the status of a round after this event, and the verb of the item that the event
    has added after it, if any."""
    queue = Queue()
    key = queue.enqueue(status=status, leftTo={"seq": 5, "theirs": "5 "})
    item = queue.item(key)
    name, values = event.partition(":")[0], dict(EVENTS[event])
    if name == "enqueue":
        values = {"item": {"key": key, "status": "sending"}, "version": 0, "now": 0}
    queue.dispatch(name, **{"id": item["id"], "key": key, "item": item} | values)
    if not queue.items:
        return "gone"
    [first, *more] = queue.items
    followed = f", then {more[0]['verb']}" if more else ""
    return ("same" if first["status"] == status else first["status"]) + followed


def test_table_says_what_the_reducer_does() -> None:
    assert documented() == {
        event: [outcome(event, status) for status in STATUSES] for event in EVENTS
    }


def test_every_status_is_described() -> None:
    assert described() == [*STATUSES, "acknowledged"]


def test_list_of_unsent_changes_says_why_an_item_is_stuck() -> None:
    text = MESSAGES.read_text()
    stuck = [status for status, about in STATUSES.items() if about.get("isStuck")]
    assert [status for status in stuck if f"data-{status}=" not in text] == []


@pytest.mark.parametrize(
    "event", [event for event in EVENTS if event not in {"enqueue", "amend"}]
)
def test_event_about_what_is_not_stored_changes_nothing(event: str) -> None:
    queue = Queue()
    behind = queue.items
    item = {"id": 9, "key": "gone", "game": "g", "verb": "amend", "seq": 1}
    values = {"id": 9, "key": "gone", "item": item} | EVENTS[event]
    queue.dispatch(event.partition(":")[0], **values)
    assert queue.items == behind
