"""The log of a group in a file.

Entries contain the ids that players have in the file. For players who were merged into others
they contain names, because these players are not among the players of the file.
"""

import re
import uuid
from collections.abc import Callable, Container, Mapping
from typing import Any

from scoring.exchange import checks
from scoring.exchange.json_stream import DamagedFile
from scoring.models import Group, GroupChangeKind, Player
from scoring.models.group_change import FACTS_THAT_COUNT, NAMES_OF_PLAYERS
from scoring.models.log_ids import group_change_log_id
from scoring.rules import MAX_NOTE_LENGTH
from scoring.services.logged_group import LoggedGroupChange

Facts = Mapping[str, Any]

_KINDS = {*GroupChangeKind.values}
# The form of any kind. A later release may have kinds that this one does not know.
_KIND = re.compile(r"[a-z_]{1,12}")
_MAX_COUNT = 1_000_000


def log_entries(
    group: Group, player: Callable[[int], str], device: Callable[[int], str]
) -> list[Facts]:
    """Return the entries of the log in the order of time. `player` and `device` return the id
    for a primary key."""
    players = Player.with_merged.filter(group=group, merged_into__isnull=False)
    merged = dict(players.values_list("pk", "name"))
    entries = [
        (
            each.at,
            {
                "id": str(group_change_log_id(each.log_id, group.id_namespace, each.pk)),
                "at": each.at.isoformat(),
                "kind": each.kind,
                "by": each.device_id and device(each.device_id),
                "facts": _to_file(each.kind, each.facts, merged, player),
            },
        )
        for each in group.changes.all()
    ]
    ordered = sorted(entries, key=lambda entry: (entry[0], entry[1]["id"]))
    return [facts for _, facts in ordered]


def _to_file(
    kind: str, facts: Facts, merged: Mapping[int, str], player: Callable[[int], str]
) -> Facts:
    if kind not in _KINDS:
        return facts
    written_facts = dict(facts)
    for name, written in NAMES_OF_PLAYERS.items():
        number = written_facts.pop(name, None)
        if number in merged:
            written_facts[written] = merged[number]
        elif number is not None:
            written_facts[name] = player(number)
    return written_facts


def read_log_entries(
    data: Any, players: Container[uuid.UUID], authors: Container[uuid.UUID]
) -> tuple[LoggedGroupChange, ...]:
    """Return the entries of the log of a file that contains these players and authors. Raises
    DamagedFile, or another error for a value of a wrong type."""
    entries = tuple(
        _entry(checks.record(each), players, authors) for each in checks.items(data)
    )
    if len({each.key for each in entries}) < len(entries):
        raise DamagedFile
    return entries


def _entry(
    data: Facts, players: Container[uuid.UUID], authors: Container[uuid.UUID]
) -> LoggedGroupChange:
    kind, by = data["kind"], data["by"]
    author = None if by is None else checks.log_id(by)
    if not _KIND.fullmatch(kind) or (author and author not in authors):
        raise DamagedFile
    facts = checks.record(data["facts"])
    if kind in _KINDS:
        facts = _known_facts(facts, GroupChangeKind(kind).fact_names, players)
    return LoggedGroupChange(
        checks.log_id(data["id"]), checks.moment(data["at"]), kind, author, facts
    )


def _known_facts(
    data: Facts, wanted: frozenset[str], players: Container[uuid.UUID]
) -> dict[str, Any]:
    """Return the facts with the wanted names. Raises DamagedFile if one is missing, if one is
    there both as an id and as a name, or if a value is invalid."""
    written = {name: stored for stored, name in NAMES_OF_PLAYERS.items()}
    facts = {name: value for name, value in data.items() if written.get(name, name) in wanted}
    if {written.get(name, name) for name in facts} != wanted or len(facts) != len(wanted):
        raise DamagedFile
    for name, value in facts.items():
        if name in NAMES_OF_PLAYERS:
            if checks.log_id(value) not in players:
                raise DamagedFile
        elif name in FACTS_THAT_COUNT:
            checks.number(value, 0, _MAX_COUNT)
        else:
            checks.text(value, MAX_NOTE_LENGTH)
    return facts
