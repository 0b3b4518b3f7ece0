"""Templates remain readable: short lines, and filters that only register functions of
`presentation`."""

import re
from pathlib import Path
from typing import Any

import pytest

from rules_ref.templatetags.reference_tags import register as reference_register
from scoring.templatetags.scoring_tags import register as scoring_register

TEMPLATES = Path(__file__).parents[2] / "templates"
MAX_LINE = 160


@pytest.mark.parametrize(
    "path", sorted(TEMPLATES.rglob("*.html")), ids=lambda path: str(path.relative_to(TEMPLATES))
)
def test_template_has_no_long_line(path: Path) -> None:
    lines = enumerate(path.read_text(encoding="utf-8").splitlines(), 1)

    assert [number for number, line in lines if len(line) > MAX_LINE] == []


@pytest.mark.parametrize(
    "path", sorted(TEMPLATES.rglob("*.html")), ids=lambda path: str(path.relative_to(TEMPLATES))
)
def test_json_is_in_single_quotes(path: Path) -> None:
    """Its own double quotes would end an attribute in double quotes (`attribute_json`)."""
    assert re.findall(r'"\{\{ [^}]*_json[^}]*\}\}', path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("register", "package"),
    [
        (scoring_register, "scoring.presentation."),
        (reference_register, "rules_ref.presentation."),
    ],
)
def test_filters_are_functions_of_presentation(register: Any, package: str) -> None:
    modules = {function.__module__ for function in register.filters.values()}

    assert {module for module in modules if not module.startswith(package)} == set()
