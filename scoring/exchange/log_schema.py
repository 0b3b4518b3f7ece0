"""Separates the properties of a file that its JSON Schema does not have.

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
# Values that the schema does not know, by JSON Pointers (RFC 6901) in an object.
Unknown = dict[str, Any]

_LOG: Schema = json.loads(LOG_SCHEMA.read_bytes())
_PROPERTIES: Schema = _LOG["properties"]


def is_known(name: str) -> bool:
    """Whether the log has a property of this name."""
    return name in _PROPERTIES


def split_properties(name: str, value: Any) -> tuple[Any, Unknown]:
    """Return an object without its unknown properties, and these.

    The object is the property `name` of the log, or an item of it; with an empty name it is the
    log itself. Properties are removed at any depth if the schema does not have them. Nothing
    else is checked. An object stays whole if the schema names no properties of it, or says that
    it may have others.
    """
    unknown: Unknown = {}
    schema = _PROPERTIES.get(name, {}) if name else _LOG
    known = _known(value, schema.get("items", schema), "", unknown)
    if name == "log" and isinstance(known, dict):
        known["facts"] = _known_facts(known.get("kind"), known.get("facts"), unknown)
    return known, unknown


def with_unknown(name: str, value: Mapping[str, Any], unknown: Unknown) -> Mapping[str, Any]:
    """Return the object with these properties.

    Those that the schema knows by now, or whose place is missing, are left out.
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
    """The facts that an entry of this kind has; all of them if the kind is not known."""
    if not isinstance(facts, dict) or kind not in GroupChangeKind.values:
        return facts
    names = GroupChangeKind(kind).fact_names
    known = {*names, *(NAMES_OF_PLAYERS[name] for name in names & NAMES_OF_PLAYERS.keys())}
    for name in facts.keys() - known:
        unknown[f"/facts/{_escaped(name)}"] = facts[name]
    return {name: value for name, value in facts.items() if name in known}


def _put(value: Mapping[str, Any], unknown: Unknown) -> Mapping[str, Any]:
    """A copy of the object with these values where they belong."""
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
