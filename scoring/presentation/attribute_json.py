"""Values for scripts, in data attributes of a page."""

import json

from django.utils.safestring import SafeString

_ESCAPES = {ord(character): f"\\u{ord(character):04x}" for character in "&'<>"}


def attribute_json(value: object) -> SafeString:
    """This value as JSON, for an attribute in single quotes: double ones stay as they are,
    where each takes six characters as an entity. What HTML would take for its own is escaped
    as JSON does it, which it may be in strings alone, and these characters are in no others."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return SafeString(text.translate(_ESCAPES))
