"""`manage.py demo SHEETS`: creates a group with games, and an address to open it."""

import json
import uuid
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.urls import reverse

from scoring.management.database_command import DatabaseCommand
from scoring.models import Agreement, Device, Group, Role
from scoring.rules import BySeat, RoundResult
from scoring.services import rounds
from scoring.services.games import start_game
from scoring.services.membership import join_group, register_device
from scoring.services.transaction import Submission, write_transaction

NAME = "Demo"


class Command(DatabaseCommand):
    help = "Fill a group with the games of a score sheet file, and print an address to open it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "sheets", type=Path, help="such as tests/examples/score-sheets.json"
        )

    def handle(self, *_args: Any, sheets: Path, **_options: Any) -> None:
        games = read_games(sheets)
        # A real group of this name has no device of this name.
        earlier = Group.objects.filter(name=NAME, membership__name=NAME).first()
        group = earlier or fill(games)
        self.stdout.write(
            f"Join the group {NAME}:\n"
            f"http://localhost:{settings.PORT}{reverse('join', args=[group.join_token])}"
        )


def read_games(sheets: Path) -> list[dict[str, Any]]:
    """The games of a score sheet file. Raises CommandError if it is not such a file."""
    try:
        evenings = json.loads(sheets.read_text(encoding="utf-8"))["evenings"]
        return [game for evening in evenings for game in evening]
    except OSError as error:
        raise CommandError(f"Cannot read {sheets} ({error.strerror}).") from None
    except (ValueError, KeyError, TypeError):
        raise CommandError(
            f"{sheets} is no score sheet file: name one such as"
            " tests/examples/score-sheets.json."
        ) from None


def fill(games: list[dict[str, Any]]) -> Group:
    """Create the group and play the games in it, the last one without its last round."""
    *finished, running = games
    with write_transaction():
        group = Group.objects.create(name=NAME)
        device, _ = register_device(NAME)
        join_group(device, group, Role.OWNER)
        for game in finished:
            play(group, device, game, game["rounds"])
        play(group, device, running, running["rounds"][:-1])
    return group


def play(
    group: Group, device: Device, game: dict[str, Any], played: list[dict[str, Any]]
) -> None:
    """Play these rounds of a game of the file."""
    seats = game["seats"]
    started = start_game(
        group,
        BySeat.from_function(lambda seat: seats[seat]),
        Agreement(target=game["target"]),
        key=uuid.uuid4(),
    )
    for facts in played:
        rounds.record(
            started,
            RoundResult.from_dict(facts),
            Submission(uuid.uuid4(), device.pk),
            after=started.sheet.last_seq,
        )
