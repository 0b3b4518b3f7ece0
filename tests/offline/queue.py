"""The queue of unsent changes of one phone, for tests of its reducer."""

import itertools
from functools import cache
from typing import Any

from tests.javascript import JavaScript

REDUCER = "scoring/js/offline/reducer.js"
GAME = "g"

Item = dict[str, Any]


@cache
def reducer() -> JavaScript:
    """The reducer in QuickJS. All tests share one, because it has no state."""
    return JavaScript(REDUCER)


class Queue:
    """The state of a queue as JSON. `dispatch` applies an event to it."""

    keys = itertools.count(1)

    def __init__(self, state: dict[str, Any] | None = None) -> None:
        self.js = reducer()
        self.state = state or self.js.run(f'(modules) => modules["{REDUCER}"].empty')

    def dispatch(self, event: str, **values: Any) -> None:
        self.state = self.js.call(REDUCER, "reduce", self.state, {"type": event} | values)

    @property
    def items(self) -> list[Item]:
        items: list[Item] = self.state["items"]
        return items

    def item(self, key: str) -> Item:
        [item] = [item for item in self.items if item["key"] == key]
        return item

    def next_to_send(self, *blocked: str) -> Item | None:
        item: Item | None = self.js.run(
            f'({{ "{REDUCER}": reducer }}, state, blocked) => '
            "reducer.nextToSend(state, new Set(blocked))",
            self.state,
            blocked,
        )
        return item

    def new_key(self) -> str:
        return f"key-{next(self.keys)}"

    def enqueue(self, *, version: int = 0, **item: Any) -> str:
        """Append a submission; returns its key."""
        key: str = item.setdefault("key", self.new_key())
        fields = [["first", "A1"], ["card_points", "60"]]
        path = f"/t/{item.get('game', GAME)}/rounds/"
        usual = {
            "game": GAME,
            "verb": "record",
            "path": path,
            "fields": fields,
            "after": version,
        }
        self.dispatch("enqueue", item=usual | item, version=version, now=0)
        return key

    def amend(self, key: str, points: int, *more: list[str]) -> str:
        """Change the card points of the item with this key. Returns the key of the amendment,
        in case it becomes an item of its own."""
        change = self.new_key()
        fields = [["first", "A1"], ["card_points", str(points)], *more]
        self.dispatch("amend", id=self.item(key)["id"], key=change, fields=fields, now=0)
        return change

    def remove(self, key: str) -> str:
        """Remove the round with this key. Returns the key of the removal, in case it becomes an
        item of its own."""
        change = self.new_key()
        self.dispatch("remove", id=self.item(key)["id"], key=change, now=0)
        return change

    def acknowledge(self, key: str, number: int, **more: Any) -> None:
        self.dispatch("acknowledge", item=self.item(key), number=number, **more)
