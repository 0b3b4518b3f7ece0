"""Files, make targets and commands that the documentation names exist."""

import re
from pathlib import Path

import pytest
from django.core.management import get_commands

from tests.server import ROOT

DOCUMENTS = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")]
DOCUMENTS += sorted((ROOT / "docs").rglob("*.md"))
FILES = [
    str(path.relative_to(ROOT))
    for path in ROOT.rglob("*")
    if path.suffix and not path.relative_to(ROOT).parts[0].startswith(".")
]
PATH = re.compile(r"\.?[\w-]+(?:[./-][\w-]+)*\.(?:c|css|html|js|json|md|py|svg|toml|txt|yaml)")
# Files that are made by a command, parts of a library, or addresses at the root of a host.
ELSEWHERE = {"sbom.json", "htmx-4.min.js", "robots.txt", ".well-known/security.txt"}
TARGETS = set(re.findall(r"^([a-z0-9]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
# The columns of the table of nouns in docs/architecture.md, with the folders of their modules.
LAYERS = [["rules"], ["models"], ["services", "stats"], ["forms"], ["presentation"], ["views"]]

documents = pytest.mark.parametrize(
    "document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT))
)


def code(text: str) -> list[str]:
    """Return the parts of a Markdown text that are between backquotes."""
    return [word for span in re.findall(r"`([^`\n]+)`", text) for word in span.split()]


def headings(path: Path) -> set[str]:
    """Return the anchors of the headings of a Markdown file."""
    lines = re.findall(r"^#+ (.*)$", path.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", line.lower()).replace(" ", "-") for line in lines}


def exists(name: str, folders: list[str]) -> bool:
    """Return whether a file with this name exists, or one whose path ends with it. If there are
    `folders`, a name without a folder must be in one of them or in `tests`."""
    if "/" in name or not folders:
        return any(file == name or file.endswith(f"/{name}") for file in FILES)
    return any(f"{folder}/{name}" in FILES for folder in [*folders, "tests"])


@documents
def test_linked_files_and_headings_exist(document: Path) -> None:
    missing = []
    without_code = re.sub(r"`[^`\n]+`", "", document.read_text())
    for link in re.findall(r"\]\(([^)\s]+)\)", without_code):
        name, _, anchor = link.partition("#")
        target = (document.parent / name) if name else document
        if ":" not in link and not (
            target.exists() and (not anchor or anchor in headings(target))
        ):
            missing.append(link)
    assert missing == []


@documents
def test_named_files_exist(document: Path) -> None:
    missing = []
    for line in document.read_text().splitlines():
        words = code(line)
        folders = [word for word in words if line.startswith("|") and (ROOT / word).is_dir()]
        missing += [
            word
            for word in words
            if PATH.fullmatch(word) and word not in ELSEWHERE and not exists(word, folders)
        ]
    assert missing == []


@documents
def test_named_commands_exist(document: Path) -> None:
    text = document.read_text()
    targets = re.findall(r"(?:`|^)(?:[A-Z_]+=\S+ )*make ([a-z]+)\b", text, re.MULTILINE)
    modules = re.findall(r"python -m (tests[\w.]*\w)", text)
    commands = re.findall(r"manage\.py\s+([a-z_]+)\b", text)
    assert set(targets) - TARGETS == set()
    assert {name for name in commands if name not in get_commands()} == set()
    paths = [ROOT / name.replace(".", "/") for name in modules]
    assert [
        path
        for path in paths
        if not path.with_suffix(".py").exists() and not (path / "__main__.py").exists()
    ] == []


def test_modules_in_the_table_of_nouns_are_in_their_layers() -> None:
    text = (ROOT / "docs/architecture.md").read_text()
    table = text.split("| Noun |")[1].split("\n\n")[0].splitlines()[2:]
    missing = []
    for row in table:
        for cell, layers in zip(row.split("|")[2:-1], LAYERS, strict=True):
            modules = [name.replace(".", "/") for name in code(cell) if name[0].islower()]
            folders = [ROOT / "scoring" / layer for layer in layers]
            folders += [ROOT / "scoring", ROOT]
            missing += [
                name
                for name in modules
                if not name.endswith("*")
                and not any(
                    (folder / f"{name}.py").exists() or (folder / name).is_dir()
                    for folder in folders
                )
            ]
    assert len(table) > 40
    assert missing == []
