"""View model of the home page: the games that are played now, those of this evening, and those
of earlier ones."""

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
class ListedSession:
    """An evening at several tables: its page, how far it is, the name of the group where there
    are several, else empty, and who has the first place, None while it goes on."""

    url: str
    title: str
    name: str
    first_place: FirstPlaceLine | None


@dataclass(frozen=True, slots=True)
class HomePage:
    """`running` are the games that are played now, the one that changed last first: those that
    run and are not silent. All others are games of `this_evening`, or `older`. `evenings` are
    the last ones of the groups, if they were this evening or the one before, and `sessions` are
    this evening's and those with running games. What is played now is on the first page only:
    the next ones are lists."""

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
    """The games of this page in their order, of a device that belongs to these groups. Of the
    games that began before those of the first page, it shows the ones that are played now."""
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
    """The games of this evening, and the older ones."""
    tonight: list[ListedGame] = []
    older: list[ListedGame] = []
    for row in rows:
        (tonight if evening_date(row.game.created) >= today else older).append(row)
    return tonight, older


def _fold_sessions(
    rows: Iterable[ListedGame], groups: Mapping[int, Group]
) -> Iterator[ListedGame]:
    """These games, of each session one row in the place of its latest one that is over."""
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
    """The sessions of these games, each with its latest seating."""
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
