"""Files of groups as a later release may write them."""

from typing import Any

# Objects whose property names are values, or that are stored as a whole. No property in them is
# unknown.
WHOLE = {"captured", "by_team", "by_player"}


def with_unknown(told: Any) -> Any:
    """Return the same value with a further property in every object that has properties."""
    if isinstance(told, list):
        return [with_unknown(each) for each in told]
    if not isinstance(told, dict):
        return told
    more = {
        name: value if name in WHOLE else with_unknown(value) for name, value in told.items()
    }
    return {**more, "later": {"later": [1, "x", None]}}
