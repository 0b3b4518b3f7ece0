"""docs/deploy.md: the commands, settings and files that it names exist."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from django.core.management import get_commands

from tests.server import ROOT
from tests.site.deploy_page import BLOCKS, PAGE, block
from tichu_score.outages import Kind

# A file is shown as a block below a line with its name.
UNITS: dict[str, str] = dict(
    re.findall(
        r"^`/etc/systemd/system/([\w.-]+)`[^`]*:\n\n```\n(.*?)```",
        PAGE,
        re.MULTILINE | re.DOTALL,
    )
)
MOST_EXPOSURE = 3.0


def test_units_are_those_that_are_enabled() -> None:
    enabled = re.search(r"systemctl enable --now (.*)", PAGE)
    assert enabled
    timers = {name for name in UNITS if name.endswith(".timer")}
    assert timers == {"tichu-score-backup.timer"}  # the server cleans up by itself
    assert set(enabled[1].split()) == {"tichu-score.service", *timers}
    assert {name.replace(".timer", ".service") for name in timers} < set(UNITS)


@pytest.mark.parametrize("command", sorted(set(re.findall(r"manage\.py (\w+)", PAGE))))
def test_command_of_the_deploy_page_exists(command: str) -> None:
    assert command in get_commands()


def variables() -> set[str]:
    text = "\n".join(BLOCKS) + "\n".join(re.findall(r"`([A-Z_]{4,}=[^`]*)`", PAGE))
    return set(re.findall(r"(?<![\w-])([A-Z][A-Z_]{3,})=", text))


@pytest.mark.parametrize("variable", sorted(variables()))
def test_variable_is_in_the_readme(variable: str) -> None:
    assert f"| `{variable}` |" in (ROOT / "README.md").read_text()


@pytest.mark.parametrize("kind", Kind)
def test_entries_of_outages_are_described(kind: Kind) -> None:
    begin, end = kind.value
    assert f"| `{begin} (...). Process " in PAGE
    assert f"`{end}. Requests" in PAGE or f"`{end.removeprefix('The database ')}`" in PAGE


@pytest.mark.parametrize("prefix", ["", "/tichu"])
def test_streams_are_not_buffered_by_nginx(prefix: str) -> None:
    (block,) = (block for block in BLOCKS if f"location {prefix}/live/" in block)
    locations = dict(re.findall(r"location (/\S*) \{(.*?)\}", block, re.DOTALL))
    pages, live = (
        {line.strip() for line in locations[f"{prefix}{path}"].splitlines()}
        for path in ("/", "/live/")
    )
    assert live - pages == {"proxy_buffering off;", "proxy_read_timeout 1h;"}
    assert pages < live
    assert "proxy_set_header Host $http_host;" in pages
    assert block.count("{") == block.count("}")


def test_new_version_is_checked_out_beside_the_one_that_runs(tmp_path: Path) -> None:
    """Git refuses to check out one branch twice."""
    here = tmp_path / "tichu-score"
    git = ["git", "-c", "user.name=A", "-c", "user.email=a@example.org"]
    for command in (
        [*git, "init", "--quiet", "--initial-branch", "main", str(tmp_path / "origin")],
        [*git, "-C", str(tmp_path / "origin"), "commit", "--quiet", "--allow-empty", "-m", "A"],
        [*git, "clone", "--quiet", str(tmp_path / "origin"), str(here)],
        *(
            command.replace("/srv/", f"{tmp_path}/").split()
            for command in block("worktree add").splitlines()
            if command.startswith("git")
        ),
    ):
        subprocess.run(command, check=True)
    assert (tmp_path / "tichu-score-2" / ".git").exists()


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="needs systemd")
@pytest.mark.parametrize("name", sorted(name for name in UNITS if name.endswith(".service")))
def test_service_is_hardened(tmp_path: Path, name: str) -> None:
    unit = tmp_path / name
    unit.write_text(UNITS[unit.name])
    command = ["systemd-analyze", "security", "--offline=yes", "--no-pager", str(unit)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    found = re.search(r"exposure level for \S+: ([\d.]+)", done.stdout)
    assert found, done.stderr
    assert float(found[1]) < MOST_EXPOSURE
