"""View model of the home page: the games that are being played, the games of this evening, and
earlier games."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from scoring.models import GameStanding, Group
from scoring.models.session import find_session_table
from scoring.presentation.game_list import ListedGame, listed_games
from scoring.presentation.groups import group_label
from scoring.presentation.rotation import FirstPlaceLine
from scoring.presentation.sessions import (
    seating_title,
    session_first_place_line,
    session_url,
)
from scoring.presentation.stats import evening_url
from scoring.rules.sessions import SessionTable
from scoring.stats.evening_date import evening_date


@dataclass(frozen=True, slots=True)
class GroupGames:
    """The games of one group. `name` is the name of the group if there are several groups, else
    empty."""

    name: str
    games: list[ListedGame]


@dataclass(frozen=True, slots=True)
class PlayedEvening:
    """The page of an evening whose games are over. `name` is the name of the group if there are
    several groups, else empty. It is either `this_evening` or the one before."""

    url: str
    name: str
    this_evening: bool


@dataclass(frozen=True, slots=True)
class ListedSession:
    """An evening at several tables: its page, its progress, the name of the group if there are
    several groups, else empty, and the players in the first place, None while it is running."""

    url: str
    title: str
    name: str
    first_place: FirstPlaceLine | None


@dataclass(frozen=True, slots=True)
class HomePage:
    """The content of the home page.

    `running` are the games that are being played, which are those that run and are not silent.
    The game that was changed last is the first. All other games are games of `this_evening`, or
    `older`. `evenings` are the last evenings of the groups, if they were this evening or the
    one before. `sessions` are those of this evening and those with running games. Only the
    first page contains `running`, `sessions` and `evenings`.
    """

    running: list[ListedGame]
    sessions: list[ListedSession]
    evenings: list[PlayedEvening]
    this_evening: list[GroupGames]
    older: list[GroupGames]


def home_page(
    standings: Iterable[GameStanding],
    groups: Iterable[Group],
    now: datetime,
    page: int = 1,
    begun_before: Iterable[GameStanding] = (),
) -> HomePage:
    """Return the games of this page in their order, for a device that belongs to these groups.
    `begun_before` are games that began before those of the first page; it shows those of them
    that are being played."""
    visible = {group.pk: group for group in groups if not group.deleted}
    names = {pk: group_label(group) for pk, group in visible.items() if len(visible) > 1}
    listed = listed_games(standings, names, now)
    today = evening_date(now)
    if page > 1:
        tonight, older = (list(_fold_sessions(rows, visible)) for rows in _split(listed, today))
        return HomePage([], [], [], _by_group(tonight), _by_group(older))
    earlier = listed_games(begun_before, names, now)
    running = [row for row in [*listed, *earlier] if row.running and not row.silent]
    running.sort(key=lambda row: row.game.changed_at, reverse=True)
    tonight, older = _split([row for row in listed if not row.running or row.silent], today)
    evenings = [
        PlayedEvening(evening_url(visible[pk], day), names.get(pk, ""), day == today)
        for pk, day in _finished_evenings(listed)
        if pk in visible and day >= today - timedelta(days=1)
    ]
    sessions = list(_sessions([*running, *tonight], visible, names))
    tonight = [row for row in tonight if row.running or not find_session_table(row.game)]
    older = list(_fold_sessions(older, visible))
    return HomePage(running, sessions, evenings, _by_group(tonight), _by_group(older))


def _split(
    rows: Iterable[ListedGame], today: date
) -> tuple[list[ListedGame], list[ListedGame]]:
    """Return the games of this evening, and the older ones."""
    tonight: list[ListedGame] = []
    older: list[ListedGame] = []
    for row in rows:
        (tonight if evening_date(row.game.created) >= today else older).append(row)
    return tonight, older


def _fold_sessions(
    rows: Iterable[ListedGame], groups: Mapping[int, Group]
) -> Iterator[ListedGame]:
    """Yield these games. The finished tables of a session become one row, in the place of the
    first of them in the list."""
    folded: set[tuple[int, str]] = set()
    for row in rows:
        group, table = row.game.group_id, find_session_table(row.game)
        if table is None or row.running:
            yield row
        elif (group, table.key) not in folded:
            folded.add((group, table.key))
            url, title = session_url(groups[group], table), seating_title(table)
            yield replace(row, url=url, series=title, is_session=True)


def _sessions(
    rows: Iterable[ListedGame], groups: Mapping[int, Group], names: Mapping[int, str]
) -> Iterator[ListedSession]:
    """Yield the sessions of these games, each with its latest seating."""
    tables: dict[tuple[int, str], list[tuple[SessionTable, ListedGame]]] = defaultdict(list)
    for row in rows:
        if table := find_session_table(row.game):
            tables[row.game.group_id, table.key].append((table, row))
    for (group, _), listed in tables.items():
        latest, row = max(listed, key=lambda each: each[0].seating)
        runs = any(each.running for _table, each in listed)
        first = None if runs else session_first_place_line(row.game)
        url, title = session_url(groups[group], latest), seating_title(latest)
        yield ListedSession(url, title, names.get(group, ""), first)


def _by_group(rows: Iterable[ListedGame]) -> list[GroupGames]:
    """Return the games by group; the group of the first game comes first."""
    games: dict[int, list[ListedGame]] = {}
    for row in rows:
        games.setdefault(row.game.group_id, []).append(row)
    return [GroupGames(rows[0].group, rows) for rows in games.values()]


def _finished_evenings(listed: Iterable[ListedGame]) -> Iterator[tuple[int, date]]:
    """Yield each group's last evening, unless one of its games is being played or none of its
    games is over."""
    evenings: dict[int, dict[date, list[ListedGame]]] = defaultdict(lambda: defaultdict(list))
    for row in listed:
        evenings[row.game.group_id][evening_date(row.game.created)].append(row)
    for group, days in evenings.items():
        day = max(days)
        played = any(row.running and not row.silent for row in days[day])
        if not played and not all(row.running for row in days[day]):
            yield group, day
