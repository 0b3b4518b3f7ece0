"""The demo group that `manage.py demo` fills, and the address that it prints."""

from io import StringIO
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from scoring.models import Game, Group
from scoring.rules import Team
from tests.cases import score_sheets

pytestmark = pytest.mark.django_db

SHEETS = Path(__file__).parents[1] / "examples" / "score-sheets.json"


def _demo() -> str:
    """Run the command. Returns the last line that it prints."""
    out = StringIO()
    call_command("demo", SHEETS, stdout=out)
    return out.getvalue().splitlines()[-1]


def _totals(game: Game) -> list[list[int]]:
    return [[*row.totals] for row in game.sheet.rows]


def test_demo_plays_every_finished_game_as_on_its_sheet() -> None:
    _demo()
    played = [
        (_totals(game), game.sheet.standing.winner) for game in Game.objects.order_by("id")
    ]
    sheets = [(sheet["totals"], Team(sheet["winner"])) for sheet in score_sheets()]
    assert played[:-1] == sheets[:-1]


def test_demo_leaves_the_last_game_running_before_its_last_round() -> None:
    _demo()
    running = Game.objects.latest("id")
    last = score_sheets()[-1]
    assert (_totals(running), running.sheet.standing.over) == (last["totals"][:-1], False)


def test_demo_seats_the_players_as_on_the_sheet() -> None:
    _demo()
    seated = [dict(game.names.items()) for game in Game.objects.order_by("id")]
    assert seated == [sheet["seats"] for sheet in score_sheets()]


def test_demo_run_again_opens_the_same_group() -> None:
    _demo()
    _demo()
    assert (Group.objects.count(), Game.objects.count()) == (1, len(score_sheets()))


def test_demo_leaves_a_group_alone_that_people_called_demo() -> None:
    Group.objects.create(name="Demo")
    _demo()
    assert Group.objects.filter(name="Demo").count() == 2


def test_demo_prints_an_address_that_opens_its_games(client: Client) -> None:
    address = urlsplit(_demo())
    client.post(address.path, {"player": "new", "name": "Zoe"})
    home = client.get("/")
    shown = home.context["home"]
    listed = [*shown.running, *shown.this_evening[0].games]
    assert [each.game for each in listed] == list(Game.objects.all())


def test_demo_prints_the_port_that_the_server_listens_on(settings: Any) -> None:
    settings.PORT = 8123
    assert urlsplit(_demo()).netloc == "localhost:8123"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (None, "Cannot read {} (No such file or directory)."),
        (
            "# Read me",
            "{} is no score sheet file: name one such as tests/examples/score-sheets.json.",
        ),
        (
            "[]",
            "{} is no score sheet file: name one such as tests/examples/score-sheets.json.",
        ),
    ],
    ids=["missing", "no-json", "other-json"],
)
def test_file_that_holds_no_games_is_refused(
    tmp_path: Path, text: str | None, sentence: str
) -> None:
    path = tmp_path / "sheets.json"
    if text is not None:
        path.write_text(text)

    with pytest.raises(CommandError) as refused:
        call_command("demo", path)

    assert str(refused.value) == sentence.format(path)
    assert not Group.objects.exists()
