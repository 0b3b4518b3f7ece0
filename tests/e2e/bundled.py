"""Access to exports of the modules that the page has loaded in the bundle of the table page."""

from tests.javascript import read_module
from tichu_score.bundles import BUNDLES, TABLE_PAGE, given, short_names


def exported(module: str, name: str) -> str:
    """Return a JavaScript expression for an export that other bundles import."""
    place = given(TABLE_PAGE, read_module, BUNDLES).index(module)
    return f"bundled[{place}].{short_names(read_module)(module, name)}"
