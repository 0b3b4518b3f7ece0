"""The commands of docs/api.md work unchanged, and no token is logged."""

import json
import re
import shutil
import subprocess

import pytest

from scoring.views.api import API
from tests.addresses import ROUTES
from tests.server import ROOT, Server
from tests.site.running import in_shell

PAGE = (ROOT / "docs" / "api.md").read_text()
LINES = re.findall(r"^curl .*", PAGE, re.MULTILINE)
GROUP = (
    "import json; from tests.addresses import create_everything;"
    "print(json.dumps(create_everything()))"
)


@pytest.mark.skipif(not shutil.which("curl"), reason="needs curl")
def test_lines_work_as_they_stand_and_the_token_is_in_no_log() -> None:
    with Server(ACCESS_LOG="1") as server:
        known = json.loads(in_shell(server, GROUP))
        lines = [each.replace("https://tichu.example.org", server.url) for each in LINES]
        env = server.env | {"TOKEN": known["access_token"]}
        done = [
            subprocess.run(
                line, shell=True, env=env, capture_output=True, text=True, check=False
            )
            for line in lines
        ]
        env["TOKEN"] = known["access_token"][:-1]
        refused = subprocess.run(
            lines[0], shell=True, env=env, capture_output=True, text=True, check=False
        )
        log = server.log()

    assert [(each.returncode, each.stderr) for each in done if each.returncode] == []
    answers = [json.loads(each.stdout) for each in done]
    assert [sorted(each) for each in answers] == [
        ["game", "in_progress"],
        ["games", "next"],
        ["game", "in_progress"],
    ]
    assert refused.returncode == 22  # --fail makes HTTP errors fail the command
    assert known["access_token"][:-1] not in log
    assert "GET /api/v1/live/ 200" in log


def test_every_address_is_listed() -> None:
    routes = {route.replace("<uuid:key>", "<id>") for route in ROUTES.values()}
    told = {route for route in routes if f"`/{route}`" in PAGE}
    assert told == {route for route in routes if route.startswith("api/")}


def test_limit_is_the_one_that_holds() -> None:
    assert f"A token allows {API.capacity} requests at once, and then one a second" in PAGE
    assert API.refill_seconds == 1
