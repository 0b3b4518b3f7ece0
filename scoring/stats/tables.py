"""Tables of chances: what they rest on in a group, and where they are kept once solved."""

import uuid
from collections import OrderedDict
from queue import Queue
from threading import Lock, Thread
from typing import Generic, TypeAlias, TypeVar

from django.db import connection

from scoring.models import Game, Round
from scoring.rules import Race
from scoring.stats.chances import Chances, Ending, Sample, Table, blend

K = TypeVar("K")
V = TypeVar("V")

_Order: TypeAlias = tuple[Ending, Sample]

MOST_KEPT = 500  # tables, and samples of games: some 30 kB each
_FEWEST_MORE = 30


def settled(rounds: int) -> int:
    """On how many of its first rounds the chances of a group rest: on all but a tenth of them
    or so, so that not every round makes for a new table."""
    settled = 0
    while (more := settled + max(_FEWEST_MORE, settled // 10)) <= rounds:
        settled = more
    return settled


def sample(group: int) -> Sample:
    """The settled rounds of the group with this number, which come first in its games."""
    rounds = Round.objects.filter(group=group).count()
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT points_a, points_b, COUNT(*) FROM (SELECT points_a, points_b"
            " FROM scoring_round WHERE group_id = %s ORDER BY game_id, seq LIMIT %s) AS settled"
            " GROUP BY points_a, points_b ORDER BY points_a, points_b",
            [group, settled(rounds)],
        )
        return tuple(cursor.fetchall())


def chances(game: Game) -> Chances | None:
    """The chances in this game, as its group's rounds are now; None where it goes too far.

    Solves a table where none is kept, which takes some 0.3 s for the usual targets.
    """
    ending = Ending.of(game.race)
    return ending and Chances(game.race, _TABLES.table(ending, sample(game.group_id)))


def prepare(game: Game) -> None:
    """See to it that the chances in this game are at hand before long; nobody waits for them.
    The group's rounds are looked at once a game, and not when one is recorded."""
    ending = Ending.of(game.race)
    if ending is None:
        return
    known = _SAMPLES.get(game.key)
    if known is None:
        known = _SAMPLES.put(game.key, sample(game.group_id))
    _TABLES.order(ending, known)


def chances_at_hand(game: Game) -> Chances | None:
    """The chances in this game, where they have been prepared: asks and solves nothing."""
    ending, known = Ending.of(game.race), _SAMPLES.get(game.key)
    if ending is None or known is None:
        return None
    table = _TABLES.kept(ending, known)
    return Chances(game.race, table) if table else None


def warm_up() -> None:
    """Order the table that most games need, before anybody asks for it."""
    ending = Ending.of(Race())
    if ending:
        _TABLES.order(ending, ())


def chances_to(target: int, group: int) -> Chances | None:
    """The chances in a group's games to this target, which is in reach, if a table is kept for
    them. If not, one is solved behind the scenes."""
    race = Race(target)
    ending, known = Ending.of(race), sample(group)
    if ending is None:
        return None
    _TABLES.order(ending, known)
    table = _TABLES.kept(ending, known)
    return Chances(race, table) if table else None


def in_reach(target: int) -> bool:
    """Whether there are chances in games to this target; there are none to 0."""
    return target > 0 and Ending.of(Race(target)) is not None


class _Kept(Generic[K, V]):
    """The values that were used last, MOST_KEPT of them."""

    def __init__(self) -> None:
        self._values: OrderedDict[K, V] = OrderedDict()
        self._lock = Lock()

    def get(self, key: K) -> V | None:
        with self._lock:
            if key not in self._values:
                return None
            self._values.move_to_end(key)
            return self._values[key]

    def put(self, key: K, value: V) -> V:
        with self._lock:
            self._values[key] = value
            if len(self._values) > MOST_KEPT:
                self._values.popitem(last=False)
        return value


class _Tables:
    """Solves tables, and keeps them. What is ordered is solved by a thread that holds up no
    process that wants to end."""

    def __init__(self) -> None:
        self._kept: _Kept[_Order, Table] = _Kept()
        self._orders: Queue[_Order] = Queue()
        self._ordered: set[_Order] = set()
        self._solver = Thread(target=self._work, name="chances", daemon=True)
        self._lock = Lock()

    def table(self, ending: Ending, sample: Sample) -> Table:
        """The table, solved now if it is not kept."""
        found = self.kept(ending, sample)
        return found or self._kept.put((ending, sample), ending.solve(blend(sample)))

    def kept(self, ending: Ending, sample: Sample) -> Table | None:
        return self._kept.get((ending, sample))

    def order(self, ending: Ending, sample: Sample) -> None:
        """Have the table solved, behind the scenes, if it is not kept."""
        order = ending, sample
        with self._lock:
            if order in self._ordered or self.kept(*order):
                return
            self._ordered.add(order)
            self._orders.put(order)
            if not self._solver.ident:
                self._solver.start()

    def wait(self) -> None:
        """Until everything that was ordered is kept."""
        self._orders.join()

    def _work(self) -> None:
        while True:
            order = self._orders.get()
            try:
                self.table(*order)
            finally:
                self._ordered.discard(order)
                self._orders.task_done()


_TABLES = _Tables()
_SAMPLES: _Kept[uuid.UUID, Sample] = _Kept()
