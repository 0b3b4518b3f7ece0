"""A small model of the server for tests of the queue, without a database. It checks which round
may follow which, and that a key counts once."""

from dataclasses import dataclass, field
from typing import Any


@dataclass
class Round:
    """A round on the sheet of the server. `changed` is the number of its latest change."""

    seq: int
    tag: str  # unique for each round and each amendment
    points: int
    changed: int
    removed: bool = False


@dataclass
class Server:
    """One game. Changes are numbered in order, and a key counts once."""

    rounds: dict[int, Round] = field(default_factory=dict)
    answers: dict[str, int] = field(default_factory=dict)
    number: int = 0

    @property
    def last_seq(self) -> int:
        return max((each.seq for each in self.on_sheet), default=0)

    @property
    def on_sheet(self) -> list[Round]:
        return [each for each in self.rounds.values() if not each.removed]

    @property
    def sheet(self) -> dict[str, Any]:
        """The sheet in the format of the table page."""
        rows = [
            {"seq": each.seq, "A": each.points, "B": 100 - each.points}
            for each in reversed(self.on_sheet)
        ]
        totals = {team: sum(row[team] for row in rows) for team in "AB"}
        return {"totals": totals, "rounds": len(rows), "seq": self.last_seq, "rows": rows}

    def receive(self, item: dict[str, Any]) -> int | None:
        """Apply an item. Returns the number of its change; None for a conflict."""
        if item["key"] not in self.answers:
            if not self._is_timely(item):
                return None
            self.number += 1
            self._change(item)
            self.answers[item["key"]] = self.number
        return self.answers[item["key"]]

    def _is_timely(self, item: dict[str, Any]) -> bool:
        if item["verb"] == "record":
            return bool(item["after"] == self.last_seq)
        known = self.rounds[item["seq"]]
        return not known.removed and item["seen"] >= known.changed

    def _change(self, item: dict[str, Any]) -> None:
        seq = self.number if item["verb"] == "record" else item["seq"]
        if item["verb"] == "remove":
            self.rounds[seq].removed = True
        else:
            fields = dict(item["fields"])
            points = int(fields["card_points"])
            self.rounds[seq] = Round(seq, fields["tag"], points, self.number)
        self.rounds[seq].changed = self.number
