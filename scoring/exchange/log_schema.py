"""Separates properties of a file that the JSON Schema does not have from the others.

A file of a later release may have such unknown properties.
"""

import copy
import json
from collections.abc import Mapping
from functools import cache, reduce
from operator import getitem
from pathlib import Path
from typing import Any

from scoring.models import GroupChangeKind
from scoring.models.group_change import NAMES_OF_PLAYERS

LOG_SCHEMA = Path(__file__).with_name("tichu-log-1.json")

Schema = Mapping[str, Any]
# Values of properties that the schema does not have, by their JSON Pointers (RFC 6901).
Unknown = dict[str, Any]

_LOG: Schema = json.loads(LOG_SCHEMA.read_bytes())
_PROPERTIES: Schema = _LOG["properties"]


def is_known(name: str) -> bool:
    """Whether the schema of the log has a property of this name."""
    return name in _PROPERTIES


def split_properties(name: str, value: Any) -> tuple[Any, Unknown]:
    """Return an object without its unknown properties, and the unknown properties.

    The object is the property `name` of the log, or an item of that property; if `name` is
    empty, it is the log itself. Properties that the schema does not have are removed at any
    depth. Nothing else is checked. An object is left unchanged if the schema lists no
    properties for it, or allows others.
    """
    unknown: Unknown = {}
    schema = _PROPERTIES.get(name, {}) if name else _LOG
    known = _known(value, schema.get("items", schema), "", unknown)
    if name == "log" and isinstance(known, dict):
        known["facts"] = _known_facts(known.get("kind"), known.get("facts"), unknown)
    return known, unknown


def with_unknown(name: str, value: Mapping[str, Any], unknown: Unknown) -> Mapping[str, Any]:
    """Return the object with these properties added.

    Properties that the schema has by now, or whose parent is missing, are left out.
    """
    _, still = split_properties(name, _put(value, unknown))
    return _put(value, {pointer: unknown[pointer] for pointer in unknown if pointer in still})


def _known(value: Any, schema: Schema, place: str, unknown: Unknown) -> Any:
    if "$ref" in schema:
        return _known(value, _defined(schema["$ref"]), place, unknown)
    for each in schema.get("anyOf", ()):
        value = _known(value, each, place, unknown)
    if isinstance(value, list) and "items" in schema:
        items = schema["items"]
        return [
            _known(each, items, f"{place}/{index}", unknown) for index, each in enumerate(value)
        ]
    known = schema.get("properties")
    if not isinstance(value, dict) or not known or schema.get("additionalProperties"):
        return value
    known_properties = {}
    for name, each in value.items():
        pointer = f"{place}/{_escaped(name)}"
        if name in known:
            known_properties[name] = _known(each, known[name], pointer, unknown)
        else:
            unknown[pointer] = each
    return known_properties


def _known_facts(kind: Any, facts: Any, unknown: Unknown) -> Any:
    """Return the facts that an entry of this kind can have, and move the others to `unknown`.
    If the kind is not known, all facts are returned."""
    if not isinstance(facts, dict) or kind not in GroupChangeKind.values:
        return facts
    names = GroupChangeKind(kind).fact_names
    known = {*names, *(NAMES_OF_PLAYERS[name] for name in names & NAMES_OF_PLAYERS.keys())}
    for name in facts.keys() - known:
        unknown[f"/facts/{_escaped(name)}"] = facts[name]
    return {name: value for name, value in facts.items() if name in known}


def _put(value: Mapping[str, Any], unknown: Unknown) -> Mapping[str, Any]:
    """Return a copy of the object with these values at their pointers. Values whose parent is
    missing are left out, and existing values are not replaced."""
    if not unknown:
        return value
    merged = copy.deepcopy(dict(value))
    for pointer, each in unknown.items():
        *parts, name = map(_unescaped, pointer.split("/")[1:])
        try:
            parent = reduce(_step, parts, merged)
        except (KeyError, IndexError, TypeError, ValueError):
            continue
        if isinstance(parent, dict):
            parent.setdefault(name, each)
    return merged


def _step(value: Any, part: str) -> Any:
    return value[int(part)] if isinstance(value, list) else value[part]


def _escaped(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")


def _unescaped(part: str) -> str:
    return part.replace("~1", "/").replace("~0", "~")


@cache
def _defined(ref: str) -> Schema:
    names = ref.removeprefix("#/").split("/")
    found: Schema = reduce(getitem, names, _LOG)
    return found
