"""Two server processes on one port and one database."""

import json
from collections import Counter

from tests.bench.client import drive
from tests.bench.phones import Phone
from tests.server import Server
from tests.server_processes import child_pids
from tests.site.running import in_shell

GAMES = 4
ROUNDS = 10


def test_two_processes_record_every_submission_once() -> None:
    with Server(PROCESSES="2") as server:
        seeded = json.loads(
            in_shell(server, f"from tests.bench import seed; seed.tables({GAMES})")
        )
        games = seeded["games"][0]
        phone = Phone(server.url, seeded["token"], games[0])
        # Two phones record every game at once, with the same keys.
        submissions = [phone.score(game) for game in games]

        processes = len(list(child_pids(server.process.pid)))
        answers = drive(server.url, submissions * 2).statuses
        recorded = in_shell(
            server,
            "from scoring.models import Game;"
            "print([list(game.rounds.values_list('seq', flat=True))"
            " for game in Game.objects.all()])",
        )

    assert processes == 2
    assert answers == Counter({200: 2 * GAMES * ROUNDS})
    assert json.loads(recorded) == [list(range(1, ROUNDS + 1))] * GAMES
