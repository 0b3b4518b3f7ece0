"""View model of the home page: the games that are played now, those of this evening, and those
of earlier ones."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from scoring.models import GameStanding, Group
from scoring.presentation.game_list import ListedGame, listed_games
from scoring.stats.history import evening_date


@dataclass(frozen=True, slots=True)
class GroupGames:
    """Games of one group; `name` is that of the group where there are several, else empty."""

    name: str
    games: list[ListedGame]


@dataclass(frozen=True, slots=True)
class HomePage:
    """`running` are the games that are played now, the one that changed last first: those that
    run and are not silent. All others are games of `this_evening`, or `older`."""

    running: list[ListedGame]
    this_evening: list[GroupGames]
    older: list[GroupGames]


def home_page(
    standings: Iterable[GameStanding], groups: Iterable[Group], now: datetime
) -> HomePage:
    """The games of a page in their order, of a device that belongs to these groups."""
    names = {group.pk: str(group) for group in groups if not group.deleted}
    listed = listed_games(standings, names if len(names) > 1 else {}, now)
    running = [row for row in listed if row.running and not row.silent]
    others = [row for row in listed if not row.running or row.silent]
    today = evening_date(now)
    tonight = [row for row in others if evening_date(row.game.created) >= today]
    older = [row for row in others if evening_date(row.game.created) < today]
    running.sort(key=lambda row: row.game.changed_at, reverse=True)
    return HomePage(running, _by_group(tonight), _by_group(older))


def _by_group(rows: Iterable[ListedGame]) -> list[GroupGames]:
    """The group of the first game first."""
    games: dict[int, list[ListedGame]] = {}
    for row in rows:
        games.setdefault(row.game.group_id, []).append(row)
    return [GroupGames(rows[0].group, rows) for rows in games.values()]
