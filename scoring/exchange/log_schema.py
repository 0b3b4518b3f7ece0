"""What the JSON Schema of `tichu-log` knows: a file of a later release may have more."""

import json
from collections.abc import Mapping
from functools import cache, reduce
from operator import getitem
from pathlib import Path
from typing import Any

LOG_SCHEMA = Path(__file__).with_name("tichu-log-1.json")

Schema = Mapping[str, Any]

_LOG: Schema = json.loads(LOG_SCHEMA.read_bytes())


def known_properties(name: str, value: Any) -> Any:
    """The value of a property of the log without the properties in it, at any depth, that the
    schema does not know. Nothing else is checked; an object stays whole if the schema names no
    properties of it, or says that it may have others."""
    return _known(value, _LOG["properties"].get(name, {}))


def known_properties_of_game(value: Any) -> Any:
    """One of the games of the log, in the same way."""
    return _known(value, _LOG["properties"]["games"]["items"])


def _known(value: Any, schema: Schema) -> Any:
    if "$ref" in schema:
        return _known(value, _defined(schema["$ref"]))
    for each in schema.get("anyOf", ()):
        value = _known(value, each)
    if isinstance(value, list) and "items" in schema:
        return [_known(each, schema["items"]) for each in value]
    known = schema.get("properties")
    if isinstance(value, dict) and known and not schema.get("additionalProperties"):
        return {
            each: _known(told, known[each]) for each, told in value.items() if each in known
        }
    return value


@cache
def _defined(ref: str) -> Schema:
    names = ref.removeprefix("#/").split("/")
    found: Schema = reduce(getitem, names, _LOG)
    return found
