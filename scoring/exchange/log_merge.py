"""Merges a log into a group: finds out by ids what the group does not have, and stores it."""

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

    `diverged` are the stored games that have another continuation in the log. `later` is the
    number of games that are too many for one merge. `digest` is the same for the same file and
    the same plan.
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
        """Players of the log whose ids the group does not know, by the names that they have in
        the log, and here."""
        return [(self.head.players[each], here.name) for each, here in self.merge.alike.items()]

    @property
    def known_players(self) -> int:
        return len(self.merge.players) - len(self.merge.new_players)


def plan_merge(file: IO[bytes], group: Group, *, most_rows: int = MAX_ROWS) -> MergePlan:
    """Find out what the log in the file has and the group does not; nothing is stored.

    Games beyond `most_rows` rows are left for later. Raises DamagedFile.
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
            # The first one in any case, so that every merge gets on.
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
    """Add a game that is new, or longer than the stored one, to the plan."""
    if not has_room:
        plan.later += 1
    elif stored:
        changes = len(stored.changes.all())
        plan.merge.longer.append(LongerGame(stored, changes, logged))
    else:
        plan.merge.games.append(logged)


def merge_log(plan: MergePlan, source: str = "", device: int | None = None) -> None:
    """Store the planned merge, from a file with the name `source`.

    `device` is the primary key of the device that asked for it. Raises DamagedFile, and
    Conflict if the group has changed since this was planned; then nothing is stored.
    """
    try:
        store_merge(plan.merge, renumber, source, device)
    except (DataError, IntegrityError):
        raise DamagedFile from None


def _match(head: LogHead, group: Group) -> LogMerge:
    """Players are the same by their ids, or else by names that are alike. Raises DamagedFile
    for a name that is another player's of the log here."""
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
    """The players of the log who are not `found` by their ids: those here whose names are
    alike, and those who are new, who are not stored yet. Raises DamagedFile as `_match` does.
    """
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
    """Raises DamagedFile where new players would have more photos than a group can have."""
    if group.photos.count() + len(head.photos.keys() & new.keys()) > MAX_PHOTOS:
        raise DamagedFile(
            _("With those of this file the group would have more than %(n)s photos.")
            % {"n": MAX_PHOTOS}
        )


def _by_ids(head: LogHead, known: Mapping[uuid.UUID, Player]) -> dict[uuid.UUID, Player]:
    """The players of the log whose ids the group knows; no two of them are one player here, but
    for those who were merged here."""
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
    """Those who are not known here, and have made a change of a game or of the group that would
    be stored."""
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
    """These games, each with the stored one, if there is one, even a deleted one, which has its
    rounds and changes; a few at a time."""
    waiting = iter(logged_games)
    while some := list(islice(waiting, GAMES_AT_ONCE)):
        keys = [known[each.game.key] for each in some if each.game.key in known]
        # The version is read before the changes: a change in between is a conflict once the
        # game is locked.
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
