"""Merges a log into a group: finds by ids the facts that the group does not have, and stores
them."""

import hashlib
import uuid
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import IO

from django.db import DataError, IntegrityError
from django.utils.translation import gettext as _

from scoring.exchange.json_stream import DamagedFile
from scoring.exchange.log_compare import MergeVerdict, compare
from scoring.exchange.log_export import GAMES_AT_ONCE
from scoring.exchange.log_facts import renumber
from scoring.exchange.log_reader import read_games, read_head
from scoring.models import Game, Group, Player
from scoring.models.photo import MAX_PHOTOS
from scoring.services.log_merge import (
    MAX_ROWS,
    LogMerge,
    LongerGame,
    known_authors,
    known_games,
    known_players,
    missing_entries,
    missing_payments,
    missing_seasons,
    player_names,
    store_merge,
)
from scoring.services.logged_group import LoggedGame, LogHead
from scoring.services.players import finder_by_name

_CHUNK = 1 << 16


@dataclass(slots=True)
class MergePlan:
    """The plan of a merge of a log into a group.

    `diverged` are the stored games whose changes differ from those of the log. `later` is the
    number of games that have to wait for a further merge, because one merge is limited.
    `digest` is equal for the same file and the same plan.
    """

    head: LogHead
    merge: LogMerge
    verdicts: Counter[MergeVerdict] = field(default_factory=Counter)
    diverged: list[Game] = field(default_factory=list)
    later: int = 0
    digest: str = ""

    @property
    def of_another_group(self) -> bool:
        group = self.merge.group
        return self.head.id != (group.log_id or group.key)

    @property
    def alike(self) -> list[tuple[str, str]]:
        """The players of the log who were matched by name, because the group does not know
        their ids: the name in the log and the name in the group."""
        return [(self.head.players[each], here.name) for each, here in self.merge.alike.items()]

    @property
    def known_players(self) -> int:
        return len(self.merge.players) - len(self.merge.new_players)


def plan_merge(file: IO[bytes], group: Group, *, most_rows: int = MAX_ROWS) -> MergePlan:
    """Find out which facts of the log the group does not have. Stores nothing.

    Games that exceed `most_rows` rows wait for a further merge. Raises DamagedFile.
    """
    head = read_head(file)
    merge, digest = _match(head, group), hashlib.sha256(_digest(file))
    plan = MergePlan(head, merge)
    rows = 0
    games = read_games(file, merge.players, merge.authors)
    for logged, stored in _with_stored(games, known_games(group)):
        verdict = compare(stored, logged) if stored else MergeVerdict.NEW
        digest.update(f"{verdict} {stored and stored.version}\n".encode())
        plan.verdicts[verdict] += 1
        if stored and verdict is MergeVerdict.DIVERGED:
            plan.diverged.append(stored)
        if verdict in {MergeVerdict.NEW, MergeVerdict.LONGER}:
            rows += logged.rows
            # The first game is always included, so that every merge makes progress.
            has_room = rows <= most_rows or rows == logged.rows
            _plan_game(plan, logged, stored, has_room=has_room)
    merge.group_changes = missing_entries(group, head.group_changes)
    _find_new_authors(plan)
    merge.payments = missing_payments(group, head.payments)
    merge.seasons = missing_seasons(group, head.seasons)
    new = len(merge.payments), len(merge.seasons), len(merge.group_changes)
    digest.update(repr((merge.players, plan.alike, *new)).encode())
    plan.digest = digest.hexdigest()
    return plan


def _plan_game(
    plan: MergePlan, logged: LoggedGame, stored: Game | None, *, has_room: bool
) -> None:
    """Add a game to the plan that is new, or longer than the stored one."""
    if not has_room:
        plan.later += 1
    elif stored:
        changes = len(stored.changes.all())
        plan.merge.longer.append(LongerGame(stored, changes, logged))
    else:
        plan.merge.games.append(logged)


def merge_log(plan: MergePlan, source: str = "", device: int | None = None) -> None:
    """Store the planned merge of a file with the name `source`.

    `device` is the primary key of the device that requested it. Raises DamagedFile, or
    Conflict if the group has changed since the merge was planned; then nothing is stored.
    """
    try:
        store_merge(plan.merge, renumber, source, device)
    except (DataError, IntegrityError):
        raise DamagedFile from None


def _match(head: LogHead, group: Group) -> LogMerge:
    """Match the players of the log with those of the group by their ids or, if the group does
    not know an id, by similar names. Raises DamagedFile if a name is that of a player of the
    group who was already matched with another player of the log by an id, or if there would be
    too many photos."""
    names, known = player_names(group), known_players(group)
    found = _by_ids(head, known)
    alike, new = _by_names(head, known, found)
    _check_photos(head, group, new)
    players = {log_id: player.pk for log_id, player in (found | alike).items()}
    players |= {log_id: -number for number, log_id in enumerate(new, 1)}
    authors = known_authors(group)
    numbers = {
        log_id: authors.get(log_id, -number) for number, log_id in enumerate(head.authors, 1)
    }
    return LogMerge(
        group,
        names,
        players,
        numbers,
        new,
        alike=alike,
        photos=head.photos,
        unknown=head.unknown,
    )


def _by_names(
    head: LogHead, known: Mapping[uuid.UUID, Player], found: Mapping[uuid.UUID, Player]
) -> tuple[dict[uuid.UUID, Player], dict[uuid.UUID, Player]]:
    """Match the players of the log who were not `found` by their ids. Returns the players of
    the group whose names are similar, and the new players, which are not stored yet. Raises
    DamagedFile as `_match` does."""
    find_by_name = finder_by_name(known.values())
    here = {player.pk: log_id for log_id, player in found.items()}
    alike: dict[uuid.UUID, Player] = {}
    new: dict[uuid.UUID, Player] = {}
    for log_id, name in head.players.items():
        if log_id in found:
            continue
        named = find_by_name(name)
        player = named and named.current
        if player is None:
            new[log_id] = head.player(log_id)
        elif player.pk in here:
            theirs = head.players[here[player.pk]]
            raise DamagedFile(_name_taken(name, theirs, player.name))
        else:
            alike[log_id] = player
    return alike, new


def _check_photos(head: LogHead, group: Group, new: Mapping[uuid.UUID, Player]) -> None:
    """Raise DamagedFile if the group would have too many photos with those of the new
    players."""
    if group.photos.count() + len(head.photos.keys() & new.keys()) > MAX_PHOTOS:
        raise DamagedFile(
            _("With those of this file the group would have more than %(n)s photos.")
            % {"n": MAX_PHOTOS}
        )


def _by_ids(head: LogHead, known: Mapping[uuid.UUID, Player]) -> dict[uuid.UUID, Player]:
    """Return the players of the group for the ids of the log that the group knows. Two ids are
    the same player only if players were merged here."""
    found = {each: known[each] for each in head.players if each in known}
    direct = {player.pk for player in found.values()}
    unknown = head.players.keys() - found.keys()
    for player in known.values():
        others = unknown.intersection(map(uuid.UUID, player.other_log_ids or ()))
        if others and player.pk not in direct:
            found[min(others)] = player
            unknown.discard(min(others))
    return {log_id: player.current for log_id, player in found.items()}


def _name_taken(name: str, theirs: str, ours: str) -> str:
    return _(
        "%(name)s of the file is not %(ours)s of this group, who is %(theirs)s in the file:"
        " give %(ours)s another name here first."
    ) % {"name": name, "theirs": theirs, "ours": ours}


def _find_new_authors(plan: MergePlan) -> None:
    """Add the authors to the plan that the group does not know and that have made a change
    which the merge stores."""
    merge = plan.merge
    changes = [each.logged.changes[each.changes :] for each in merge.longer]
    changes += [each.changes for each in merge.games]
    numbers = {change.device_id for some in changes for change in some}
    numbers |= {merge.authors[each.author] for each in merge.group_changes if each.author}
    names = plan.head.authors
    merge.new_authors = {
        log_id: names[log_id]
        for log_id, number in merge.authors.items()
        if number < 0 and number in numbers
    }


def _with_stored(
    logged_games: Iterable[LoggedGame], known: dict[uuid.UUID, int]
) -> Iterator[tuple[LoggedGame, Game | None]]:
    """Yield each game of the log with the stored game, or None if there is none. A stored game
    may be deleted, and has its rounds and changes. They are read in batches."""
    waiting = iter(logged_games)
    while some := list(islice(waiting, GAMES_AT_ONCE)):
        keys = [known[each.game.key] for each in some if each.game.key in known]
        # The version is read before the changes. So a change that is made in between is found
        # as a conflict when the game is locked.
        games = Game.with_deleted.filter(pk__in=keys).with_names()
        stored = {game.pk: game for game in games.prefetch_related("rounds", "changes")}
        for each in some:
            yield each, stored.get(known.get(each.game.key, 0))


def _digest(file: IO[bytes]) -> bytes:
    file.seek(0)
    found = hashlib.sha256()
    while data := file.read(_CHUNK):
        found.update(data)
    return found.digest()
