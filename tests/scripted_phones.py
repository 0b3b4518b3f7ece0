"""Phones without a browser. Each scores a game of its own and stores which rounds were
acknowledged."""

import json
import re
import uuid
from dataclasses import dataclass, field
from http.client import HTTPException
from threading import Semaphore
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, ProxyHandler, Request, build_opener

from tests.server import PATIENCE, Server
from tests.site.running import in_shell

PHONES = 8


STATE = """
import json
from scoring.models import Game
print(json.dumps({
    str(game.key): {
        "version": game.version,
        "rounds": [[each.seq, each.points_a, each.points_b] for each in game.rounds.all()],
        "changes": [[each.number, each.seq, str(each.key)] for each in game.changes.all()],
        "undone": [each.target for each in game.changes.filter(kind="undo")],
    }
    for game in Game.objects.all()
}))
"""


@dataclass(frozen=True)
class Tap:
    """One submission of a round with these card points of the left team. It may be sent more
    than once."""

    points: int
    after: int
    key: str = field(default_factory=lambda: str(uuid.uuid4()))


class Phone:
    """A browser with a game of its own. It stores which rounds were acknowledged, and which
    round was not answered."""

    def __init__(self, url: str, number: int) -> None:
        self.opener = build_opener(ProxyHandler({}), HTTPCookieProcessor())
        self.url = url
        self.csrf = ""
        self.acknowledged: list[Tap] = []
        self.unanswered: Tap | None = None
        self.points = 5 * number
        self.game = self.start_game()

    def start_game(self) -> str:
        page = self.send("/new/")
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
        assert token
        self.csrf = token[1]
        names = {"a1": "Anna", "b1": "Bernd", "a2": "Clara", "b2": "Dieter"}
        agreed = {"target": "other", "other_target": 1_000_000, "tie": "play_on"}
        table = self.send("/new/", names | agreed)
        action = re.search(r'action="/t/([0-9a-f-]{36})/rounds/"', table)
        assert action
        return action[1]

    def send(self, path: str, fields: dict[str, Any] | None = None, **headers: str) -> str:
        if fields is not None:
            fields = {"csrfmiddlewaretoken": self.csrf} | fields
        body = None if fields is None else urlencode(fields).encode()
        request = Request(self.url + path, body, headers)
        with self.opener.open(request, timeout=PATIENCE) as answer:
            return str(answer.read().decode())

    def record(self, tap: Tap) -> bool:
        """Record a round. Returns whether it was acknowledged; if not, the server may or may
        not have stored it."""
        facts = {"first": "A1", "card_points": tap.points}
        path = f"/t/{self.game}/rounds/"
        try:
            self.send(
                path, {"key": tap.key, "after": tap.after} | facts, **{"HX-Request": "true"}
            )
        except HTTPError:
            raise
        except (OSError, HTTPException):
            self.unanswered = tap
            return False
        self.acknowledged.append(tap)
        self.unanswered = None
        return True

    def record_until_nobody_answers(self, acknowledged: Semaphore) -> None:
        while self.record(Tap(self.points, after=len(self.acknowledged))):
            acknowledged.release()

    def totals(self) -> list[int]:
        shown = re.findall(r'class="total"[^>]*>([^<]+)<', self.send(f"/t/{self.game}/"))
        return [int(total.replace("\N{MINUS SIGN}", "-")) for total in shown]


def stored(server: Server) -> Any:
    """Return every game as it is in the database. A process of its own reads it."""
    return json.loads(in_shell(server, STATE))


def assert_whole(game: Any) -> None:
    """Check that the log, the rounds and the version agree, and that each number occurs once,
    without gaps."""
    numbers = list(range(1, game["version"] + 1))
    assert [number for number, _, _ in game["changes"]] == numbers
    assert [seq for _, seq, _ in game["changes"]] == numbers
    assert [seq for seq, _, _ in game["rounds"]] == numbers


def assert_agrees(game: Any, phone: Phone, taps: list[Tap]) -> None:
    """Check that exactly these rounds are stored, in this order, and that the page shows their
    sums."""
    assert_whole(game)
    assert [key for _, _, key in game["changes"]] == [tap.key for tap in taps]
    assert [points for _, *points in game["rounds"]] == [
        [tap.points, 100 - tap.points] for tap in taps
    ]
    sum_a = sum(tap.points for tap in taps)
    assert phone.totals() == [sum_a, 100 * len(taps) - sum_a]
