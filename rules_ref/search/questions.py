"""Questions that people ask and the entries that answer them: `questions/<language>.toml`."""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from rules_ref.spelling import base_language

_FOLDER = Path(__file__).parent / "questions"


@cache
def questions(language: str) -> Mapping[str, tuple[str, ...]]:
    """Return the questions by the id of the entry that answers them. There are none for a
    language without a file."""
    path = _FOLDER / f"{base_language(language)}.toml"
    if not path.exists():
        return {}
    data: dict[str, str] = tomllib.loads(path.read_text(encoding="utf-8"))
    return {entry_id: tuple(text.splitlines()) for entry_id, text in data.items()}
