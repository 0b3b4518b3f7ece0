"""docs/asvs.md is complete, and the tests and files that it names exist."""

import ast
import re
from collections import Counter

import pytest
from django.test import Client

from tests.node_ids import is_test
from tests.server import ROOT

NUMBERS = dict(
    line.split()
    for line in (ROOT / "tests/site/asvs_numbers.txt").read_text().splitlines()
    if not line.startswith("#")
)
PAGE = (ROOT / "docs/asvs.md").read_text()
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in PAGE.splitlines()
    if re.match(r"\| \d", line)
]
FOLDERS = ("tichu_score", "scoring", "rules_ref", "rulings")


def test_each_requirement_is_listed_once() -> None:
    assert len(NUMBERS) == 253
    assert Counter((number, level) for number, level, *_ in ROWS) == Counter(NUMBERS.items())


def test_verdicts_add_up_to_what_the_page_says() -> None:
    counts = Counter(verdict for _, _, _, verdict, _ in ROWS)
    assert set(counts) == {"met", "n/a", "deviation"}
    said = re.findall(r"(\d+) are (?:met|not applicable|deviations)", PAGE)
    assert [int(each) for each in said] == [counts[v] for v in ("met", "n/a", "deviation")]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row[0]))
def test_verdict_has_its_proof_or_its_reason(row: list[str]) -> None:
    _, _, _, verdict, text = row
    named = re.findall(r"`([\w./-]+(?:::\w+)?)`", text)
    tests = [each for each in named if "::" in each]
    files = [each for each in named if "::" not in each and re.search(r"\.\w+$", each)]
    assert [each for each in tests if not is_test(each)] == []
    there = [(ROOT / each).exists() or (ROOT / "tests" / each).exists() for each in files]
    assert all(there), files
    assert text
    assert verdict != "met" or tests or files


# Statements that no other test checks


def calls() -> list[tuple[str, ast.Call]]:
    """Yield every call in the sources of the site, with the name of its file."""
    files = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")]
    assert len(files) > 200
    return [
        (path.name, node)
        for path in files
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call)
    ]


def test_no_shell_and_no_evaluation() -> None:
    """There is no call of eval, exec or a shell, and no template that is compiled from a
    text."""
    refused = {"eval", "exec", "compile", "system", "popen", "Template", "from_string"}
    found = set()
    for file, call in calls():
        name = getattr(call.func, "id", getattr(call.func, "attr", ""))
        own = name == "compile" and getattr(getattr(call.func, "value", None), "id", "") == "re"
        shell = any(keyword.arg == "shell" for keyword in call.keywords)
        if shell or (name in refused and not own):
            found.add((file, name))
    assert found == set()


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/rules/", "/api/v1/group/", "/api/v1/openapi.json"])
def test_no_other_site_may_read(client: Client, path: str) -> None:
    response = client.get(path, headers={"origin": "https://example.org"})
    assert not [name for name in response.headers if name.startswith("Access-Control-")]


@pytest.mark.parametrize("path", ["/static/", "/static/scoring/", "/static/scoring/js/"])
def test_folder_of_static_files_is_not_listed(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/rules/", "/new/", "/api/v1/group/"])
def test_trace_is_not_answered(client: Client, path: str) -> None:
    response = client.generic("TRACE", path, headers={"x-secret": "s3cret"})
    assert response.status_code == 405
    assert b"s3cret" not in response.content
