"""The steps of the Containerfile are carried out without a tool that builds images."""

import json
import re
import shutil
import sys
from pathlib import Path

import pytest
import yaml

from tests.server import ROOT, Server

STEPS = [
    line.split(maxsplit=1)
    for line in (ROOT / "Containerfile").read_text().replace("\\\n", "").splitlines()
    if line and not line.startswith("#")
]
# The files that the second stage copies from the checkout.
COPIED = [
    words.split()
    for step, words in STEPS[STEPS.index(["FROM", "docker.io/library/python:3.13-slim"]) :]
    if step == "COPY" and not words.startswith("--from")
]
COMMAND = json.loads(next(words for step, words in STEPS if step == "CMD"))


class Container(Server):
    """The site with the copied files and nothing else of the checkout."""

    starts_prepared = False

    def __init__(self, folder: Path) -> None:
        for *sources, target in COPIED:
            for source in sources:
                if (ROOT / source).is_dir():
                    shutil.copytree(ROOT / source, folder / target)
                else:
                    shutil.copy(ROOT / source, folder / target)
        self.root, self.command = folder, [sys.executable, *COMMAND[1:]]
        super().__init__(PYTHONDONTWRITEBYTECODE="1")


def test_site_runs_from_what_is_copied(tmp_path: Path) -> None:
    with Container(tmp_path) as container:
        assert container.answers()
        assert "Traceback" not in container.log()


@pytest.mark.parametrize("name", [".containerignore", ".dockerignore"])
def test_what_is_copied_is_let_in(name: str) -> None:
    let_in = {line[1:] for line in (ROOT / name).read_text().splitlines() if line[0] == "!"}
    assert let_in == {source for *sources, _ in COPIED for source in sources} | {
        "requirements.txt"
    }


def test_container_runs_as_nobody_in_particular() -> None:
    steps = dict(STEPS)
    assert re.fullmatch(r"[1-9]\d+:[1-9]\d+", steps["USER"])
    assert (steps["VOLUME"], steps["STOPSIGNAL"]) == ("/data", "SIGTERM")
    assert "/healthz" in steps["HEALTHCHECK"]


def test_every_package_is_installed_by_its_hash() -> None:
    (install,) = (words for step, words in STEPS if step == "RUN" and "pip install" in words)
    assert "--require-hashes" in install


@pytest.mark.parametrize("name", ["compose.yaml", "compose.postgresql.yaml"])
def test_composed_site_is_read_only_and_without_capabilities(name: str) -> None:
    site = yaml.safe_load((ROOT / name).read_text())["services"]["site"]
    assert (site["read_only"], site["cap_drop"]) == (True, ["ALL"])
    assert site["volumes"] == ["data:/data"]


def test_composed_site_on_postgresql_has_two_processes_and_waits_for_its_database() -> None:
    services = yaml.safe_load((ROOT / "compose.postgresql.yaml").read_text())["services"]
    site = services["site"]
    assert site["environment"]["PROCESSES"] == "2"
    assert site["environment"]["DATABASE_URL"].endswith("@database/tichu")
    assert site["depends_on"] == {"database": {"condition": "service_healthy"}}
    assert "healthcheck" in services["database"]
