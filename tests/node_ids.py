"""Whether tests exist that pages and documents name, by ids relative to the folder `tests`:
`site/test_privacy.py::test_...`."""

import ast
from functools import cache

from tests.server import ROOT


def is_test(node_id: str) -> bool:
    """Return whether pytest collects a test with this id that is a function of a module."""
    path, _, name = node_id.partition("::")
    return name.startswith("test_") and name in _functions(path)


@cache
def _functions(path: str) -> frozenset[str]:
    file = ROOT / "tests" / path
    if not (file.is_file() and file.name.startswith("test_")):
        return frozenset()
    nodes = ast.parse(file.read_text()).body
    return frozenset(each.name for each in nodes if isinstance(each, ast.FunctionDef))
