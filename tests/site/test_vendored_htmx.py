"""The version of htmx is a decision: its note names the version that django-htmx contains."""

import re
from pathlib import Path

import django_htmx

NOTE = Path(__file__).parents[2] / "docs" / "decisions" / "0003-htmx-4.md"
SCRIPT = Path(django_htmx.__path__[0]) / "static" / "django_htmx" / "htmx-4.js"


def test_note_names_the_vendored_version() -> None:
    vendored = re.findall(r"\b4\.\d+\.\d+(?:-\w+)?\b", SCRIPT.read_text(encoding="utf-8"))

    assert set(vendored) == set(re.findall(r"htmx (4\.[\w.-]+\w)", NOTE.read_text()))
