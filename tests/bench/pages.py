"""Measures pages of statistics and SQL within one process, without a server."""

import json
import sys
import time
from collections.abc import Callable

from django.core.cache import cache
from django.db import connection
from django.db.models import Count
from django.test import Client
from django.urls import reverse

from scoring.models import Device, Game, Group
from scoring.services.membership import join_group, register_device
from tests.bench.statistics import (
    CACHED,
    CALLS,
    LEAGUE,
    LONG,
    LONG_CACHED,
    LONG_UNCACHED,
    TABLE,
    UNCACHED,
)
from tichu_score.garbage_collection import freeze_present_objects

TIMES = 15  # the shortest time counts, because other load makes times longer

SIDES = " UNION ALL ".join(
    f"SELECT game.player_{seat}_id AS player, round.points_{seat[0]} AS mine,"
    f" round.call_{seat} AS called, CASE WHEN round.first = {place} THEN 1 ELSE 0 END AS first,"
    " CASE WHEN round.card_points_a IS NULL THEN 1 ELSE 0 END AS double_win"
    " FROM scoring_round AS round JOIN scoring_game AS game ON game.id = round.game_id"
    f" WHERE round.group_id = %s AND round.call_{seat} >= {{least}}"
    for place, seat in enumerate(("a1", "b1", "a2", "b2"))
)
SQL = {
    LEAGUE: "SELECT player, COUNT(*), SUM(mine), SUM(first), SUM(double_win),"
    " SUM(CASE called WHEN 1 THEN 1 ELSE 0 END), SUM(CASE called WHEN 1 THEN first ELSE 0 END),"
    " SUM(CASE called WHEN 2 THEN 1 ELSE 0 END), SUM(CASE called WHEN 2 THEN first ELSE 0 END)"
    f" FROM ({SIDES.format(least=0)}) AS sides GROUP BY player",
    CALLS: "SELECT player, called, COUNT(*), SUM(first)"
    f" FROM ({SIDES.format(least=1)}) AS sides GROUP BY player, called",
}


def measure() -> None:
    """Print as JSON how many milliseconds the pages take on this database."""
    freeze_present_objects()  # as the server does
    device, token = register_device("Android")
    client = Client()
    client.cookies["device"] = token
    usual, second = Group.objects.order_by("pk")[:2]
    figures = _pages(client, device, usual, (UNCACHED, CACHED))
    if _rounds(second) >= LONG:
        figures |= _pages(client, device, second, (LONG_UNCACHED, LONG_CACHED))
        figures |= {name: _milliseconds(_query(sql, second)) for name, sql in SQL.items()}
        game = _game_of_ten(usual)
        figures[TABLE] = _milliseconds(lambda: client.get(game.get_absolute_url()))
    json.dump(figures, sys.stdout)


def _pages(
    client: Client, device: Device, group: Group, names: tuple[str, str]
) -> dict[str, float]:
    join_group(device, group)
    address = reverse("stats", args=[group.key])

    def page() -> None:
        assert client.get(address).status_code == 200

    while not client.get(address).has_header("ETag"):
        time.sleep(0.1)  # the chances are computed in the background, once for each target
    return {names[0]: _milliseconds(page, cache.clear), names[1]: _milliseconds(page)}


def _query(sql: str, group: Group) -> Callable[[], object]:
    def run() -> object:
        with connection.cursor() as cursor:
            cursor.execute(sql, [group.pk] * 4)
            return cursor.fetchall()

    return run


def _clock() -> float:
    """Return the time of the clock that is least disturbed. SQLite runs in this process, so its
    processor time counts, which does not depend on other load."""
    return time.process_time() if connection.vendor == "sqlite" else time.perf_counter()


def _milliseconds(run: Callable[[], object], before: Callable[[], object] = int) -> float:
    times = []
    for _ in range(TIMES):
        before()
        started = _clock()
        run()
        times.append(_clock() - started)
    return 1000 * min(times)


def _rounds(group: Group) -> int:
    return sum(group.games.annotate(n=Count("rounds")).values_list("n", flat=True))


def _game_of_ten(group: Group) -> Game:
    return group.games.annotate(n=Count("rounds")).filter(n=10).latest("pk")
