"""Values for scripts, in data attributes of a page."""

import json

from django.utils.safestring import SafeString

_ESCAPES = {ord(character): f"\\u{ord(character):04x}" for character in "&'<>"}


def attribute_json(value: object) -> SafeString:
    """Return this value as JSON, for an attribute in single quotes. Double quotes are not
    escaped, because each would take six characters as an entity. Characters with a meaning in
    HTML are escaped in the way of JSON. JSON allows this only in strings, but these characters
    occur only in strings."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return SafeString(text.translate(_ESCAPES))
