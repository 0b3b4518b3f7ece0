"""Files of groups as a later release might write them."""

from typing import Any

# Objects whose names are values, or that are kept whole: in these nothing is unknown.
WHOLE = {"captured", "by_team", "by_player"}


def with_unknown(told: Any) -> Any:
    """The same with a property more in every object that has properties."""
    if isinstance(told, list):
        return [with_unknown(each) for each in told]
    if not isinstance(told, dict):
        return told
    more = {
        name: value if name in WHOLE else with_unknown(value) for name, value in told.items()
    }
    return {**more, "later": {"later": [1, "x", None]}}
