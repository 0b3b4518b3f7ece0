"""Store properties in the file of a group that only a later release knows. The group must be
locked, or not be visible to anybody yet."""

import json
import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.models import Game, Group, UnknownProperties
from scoring.models.unknown_properties import CHARACTERS_OF_ROW

# The limits of a group: the number of characters of JSON, and the depth of nested objects and
# arrays.
MAX_CHARACTERS, MAX_DEPTH = 1 << 20, 30
_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class LoggedUnknownProperties:
    """Properties of the object with this id; the fields are those of `UnknownProperties`."""

    name: str
    id: uuid.UUID
    properties: Mapping[str, Any]


def store_unknown(group: Group, found: Iterable[LoggedUnknownProperties]) -> None:
    """Store these properties in order, as many as the limit allows."""
    rows = [
        UnknownProperties(
            group=group, name=each.name, object_id=each.id, properties=each.properties
        )
        for each in found
    ]
    _store(group, rows)


def store_unknown_of_games(
    group: Group, found: Iterable[tuple[Game, Mapping[str, Any]]]
) -> None:
    """The same for the properties of stored games."""
    rows = [
        UnknownProperties(
            group=group,
            game=game,
            name="games",
            object_id=game.log_id or game.key,
            version=game.version,
            properties=properties,
        )
        for game, properties in found
    ]
    _store(group, rows)


def _store(group: Group, rows: list[UnknownProperties]) -> None:
    """Store these rows, and replace earlier rows of the same objects."""
    if not rows:
        return
    kept: list[UnknownProperties] = []
    here = UnknownProperties.objects.filter(group=group)
    room = MAX_CHARACTERS - here.characters()
    for row in rows:
        if not _is_flat(row.properties, MAX_DEPTH):
            continue
        size = len(json.dumps(row.properties, ensure_ascii=False)) + CHARACTERS_OF_ROW
        if size <= room:
            room -= size
            kept.append(row)
    for start in range(0, len(kept), _AT_ONCE):
        some = kept[start : start + _AT_ONCE]
        here.filter(object_id__in=[each.object_id for each in some]).delete()
        UnknownProperties.objects.bulk_create(some)


def _is_flat(data: Any, depth: int) -> bool:
    """Whether at most `depth` objects and arrays are nested. Databases have such limits too."""
    if isinstance(data, dict):
        data = [*data.values()]
    if not isinstance(data, list):
        return True
    return depth > 0 and all(_is_flat(each, depth - 1) for each in data)
