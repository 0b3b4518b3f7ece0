"""The Markdown files of the reference: a head, text, and entries."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from rules_ref.errors import ContentError

_HEADING = re.compile(r"^## (.+) \{#([a-z0-9]+(?:-[a-z0-9]+)*)\}\n", re.MULTILINE)


class WrittenEntry(NamedTuple):
    """A rule or glossary term of a file. `basis` are the fields of the line below its heading,
    and `body` is the text below that line."""

    id: str
    title: str
    basis: dict[str, str]
    body: str


@dataclass(frozen=True)
class ContentFile:
    """A parsed file: the head, the text before the first entry, and the entries."""

    slug: str
    head: dict[str, str]
    intro: str
    entries: tuple[WrittenEntry, ...]

    @classmethod
    def read(cls, path: Path, respell: Callable[[str], str] = str) -> "ContentFile":
        """Read a file, and apply `respell` to its text. Raises ContentError if the head is
        missing."""
        parts = respell(path.read_text(encoding="utf-8")).split("---\n", 2)
        if len(parts) < 3:
            raise ContentError(f"{path.stem}: the head is missing")
        _, head, text = parts
        intro, *rest = _HEADING.split(text)
        entries = map(_entry, rest[::3], rest[1::3], rest[2::3])
        return cls(path.stem, _fields(head.splitlines()), intro, tuple(entries))

    @property
    def ids(self) -> list[str]:
        return [entry.id for entry in self.entries]


def split_list(text: str) -> tuple[str, ...]:
    """Return the items of a list that is separated by commas."""
    return tuple(item.strip() for item in text.split(",") if item.strip())


def _entry(title: str, entry_id: str, text: str) -> WrittenEntry:
    basis, _, body = text.partition("\n")
    return WrittenEntry(entry_id, title, _fields(basis.split(";")), body)


def _fields(lines: Iterable[str]) -> dict[str, str]:
    pairs = (line.partition(":") for line in lines)
    return {key.strip(): value.strip() for key, _, value in pairs}
