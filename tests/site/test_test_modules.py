"""Test modules contain only tests, and import nothing from each other; shared code is in other
modules."""

import ast
from pathlib import Path

from tests.server import ROOT


def imported(path: Path) -> set[str]:
    """Return the modules from which a module imports."""
    tree = ast.parse(path.read_text())
    return {
        node.module
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module
    }


def test_nothing_is_imported_from_a_module_of_tests() -> None:
    taken = {
        (str(path.relative_to(ROOT)), module)
        for path in (ROOT / "tests").rglob("*.py")
        for module in imported(path)
        if module.split(".")[-1].startswith("test_")
    }
    assert taken == set()
