"""View model of the home page: the games that are played now, those of this evening, and those
of earlier ones."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from scoring.models import GameStanding, Group
from scoring.presentation.game_list import ListedGame, listed_games
from scoring.presentation.stats import evening_url
from scoring.stats.evening_date import evening_date


@dataclass(frozen=True, slots=True)
class GroupGames:
    """Games of one group; `name` is that of the group where there are several, else empty."""

    name: str
    games: list[ListedGame]


@dataclass(frozen=True, slots=True)
class PlayedEvening:
    """An evening whose games are over: its page, and the name of the group where there are
    several, else empty. It is `this_evening`, or the one before."""

    url: str
    name: str
    this_evening: bool


@dataclass(frozen=True, slots=True)
class HomePage:
    """`running` are the games that are played now, the one that changed last first: those that
    run and are not silent. All others are games of `this_evening`, or `older`. `evenings` are
    the last ones of the groups, if they were this evening or the one before."""

    running: list[ListedGame]
    evenings: list[PlayedEvening]
    this_evening: list[GroupGames]
    older: list[GroupGames]


def home_page(
    standings: Iterable[GameStanding], groups: Iterable[Group], now: datetime
) -> HomePage:
    """The games of a page in their order, of a device that belongs to these groups."""
    visible = {group.pk: group for group in groups if not group.deleted}
    names = {pk: str(group) for pk, group in visible.items() if len(visible) > 1}
    listed = listed_games(standings, names, now)
    running = [row for row in listed if row.running and not row.silent]
    others = [row for row in listed if not row.running or row.silent]
    today = evening_date(now)
    tonight = [row for row in others if evening_date(row.game.created) >= today]
    older = [row for row in others if evening_date(row.game.created) < today]
    running.sort(key=lambda row: row.game.changed_at, reverse=True)
    evenings = [
        PlayedEvening(evening_url(visible[pk], day), names.get(pk, ""), day == today)
        for pk, day in _finished_evenings(listed)
        if pk in visible and day >= today - timedelta(days=1)
    ]
    return HomePage(running, evenings, _by_group(tonight), _by_group(older))


def _by_group(rows: Iterable[ListedGame]) -> list[GroupGames]:
    """The group of the first game first."""
    games: dict[int, list[ListedGame]] = {}
    for row in rows:
        games.setdefault(row.game.group_id, []).append(row)
    return [GroupGames(rows[0].group, rows) for rows in games.values()]


def _finished_evenings(listed: Iterable[ListedGame]) -> Iterator[tuple[int, date]]:
    """Each group's last evening, unless one of its games is played or none is over."""
    evenings: dict[int, dict[date, list[ListedGame]]] = defaultdict(lambda: defaultdict(list))
    for row in listed:
        evenings[row.game.group_id][evening_date(row.game.created)].append(row)
    for group, days in evenings.items():
        day = max(days)
        played = any(row.running and not row.silent for row in days[day])
        if not played and not all(row.running for row in days[day]):
            yield group, day
