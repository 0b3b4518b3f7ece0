"""Items that earlier releases have stored on a phone."""

import pytest

from tests.offline.queue import REDUCER, Queue


@pytest.fixture
def queue() -> Queue:
    return Queue()


@pytest.mark.parametrize(
    ("stored", "read"),
    [
        ({}, {"status": "queued"}),
        ({"tried": False}, {"status": "queued"}),
        ({"tried": True}, {"status": "uncertain"}),
        ({"tried": True, "flying": 5}, {"status": "sending", "until": 10_005}),
        ({"tried": True, "state": "asks"}, {"status": "conflict"}),
        ({"tried": True, "state": "refused"}, {"status": "rejected"}),
        ({"tried": True, "state": "gone"}, {"status": "orphaned"}),
        ({"status": "uncertain"}, {"status": "uncertain"}),
    ],
)
def test_item_of_an_earlier_release_is_understood(
    queue: Queue, stored: dict[str, object], read: dict[str, object]
) -> None:
    assert queue.js.call(REDUCER, "readItem", {"key": "a"} | stored) == {"key": "a"} | read
