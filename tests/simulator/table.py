"""The table of an evening: its phones, its server, and a handler for each event of both."""

import asyncio
import json
import random
import re
from itertools import permutations
from typing import Any
from urllib.parse import parse_qs, unquote

from scoring.models import Game
from scoring.rules import ByTeam
from scoring.services.membership import join_group, register_device
from tests import factories
from tests.simulator.ledger import Failure, Ledger, recorded
from tests.simulator.network import Network
from tests.simulator.phone import Phone
from tests.simulator.reading import read_revision
from tests.simulator.server import Answer, Request, Server

PHONES = 3
# The facts of a screen that are in the trace.
TRACED = ("connection", "version", "revision", "after", "totals", "ticks", "unsent")
NOTHING_SEEN = (0, 0)  # version and revision
# The number of boards in a row that may arrive while a finger is on a control. The page shows
# none of them, and all boards have to be equal by the next one.
MAX_TOUCHES = 2
# Seconds after the end of a tap within which the page must request a board again that arrived
# during the tap.
ASKED_WITHIN = 0.1


class Table:
    """The phones at one game. `lines` is the trace of the evening, and `failure` is the first
    violation of an invariant."""

    rng: random.Random

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.ledger = Ledger()
        self.lines: list[str] = []
        self.failure: Exception | None = None

    def set_up(self) -> None:
        group = factories.GroupFactory.create(shows_win_probability=False)
        game = factories.GameFactory.create(group=group, target=100_000)
        self.game, self.address = game.pk, game.get_absolute_url()
        self.phones: list[Phone] = []
        self.server = Server(self._server_died)
        for number in range(PHONES):
            rng = random.Random(f"{self.seed} phone {number}")
            phone = Phone(f"phone{number}", self.server, Network(rng), rng, self.handle)
            device, token = register_device("Android")
            join_group(device, group)
            phone.cookies["device"] = token
            # One phone in three polls, because no stream reaches it.
            phone.gets_streams = rng.random() >= 0.33
            phone.clock_offset = rng.uniform(-100, 100)
            self.phones.append(phone)
        # A phone on which nobody taps receives no answers that could correct its screen.
        self.players = self.phones[: 2 if self.chance(0.3) else PHONES]
        self.seen = dict.fromkeys(self.phones, NOTHING_SEEN)
        self.touches = dict.fromkeys(self.phones, 0)

    def _server_died(self) -> None:
        for phone in self.phones:
            phone.server_died()

    def game_now(self) -> Game:
        return Game.objects.get(pk=self.game)

    def chance(self, probability: float) -> bool:
        return self.rng.random() < probability

    async def pause(self, least: float, most: float) -> None:
        await asyncio.sleep(self.rng.uniform(least, most))

    # What happens on the phones

    def note(self, *what: object) -> None:
        self.lines.append(
            f"{asyncio.get_running_loop().time():.4f} " + " ".join(map(str, what))
        )

    def handle(self, phone: Phone, event: str, details: Any) -> None:
        try:
            getattr(self, f"_on_{event}")(phone, details)
        except Exception as failure:  # noqa: BLE001 (raised again by the evening)
            self.failure = self.failure or failure

    def _on_page(self, phone: Phone, facts: Any) -> None:
        self.note(phone.name, "page", facts)
        if facts["cached"]:
            self.seen[phone] = NOTHING_SEEN  # a cached page shows the state of its last load

    def _on_shown(self, phone: Phone, screen: Any) -> None:
        self.note(phone.name, "shows", {name: screen.get(name) for name in TRACED})
        seen = screen["version"], screen["revision"]
        if any(now < before for now, before in zip(seen, self.seen[phone], strict=True)):
            raise Failure(f"{phone.name} went back from {self.seen[phone]} to {seen}")
        self.seen[phone] = seen
        if screen["orphaned"]:
            raise Failure(f"{phone.name} was told that its table is gone")
        if "previousRevision" not in screen:
            self.ledger.check_shown(phone.name, screen["version"], ByTeam(*screen["totals"]))

    def _on_stream(self, phone: Phone, event: str) -> None:
        self.note(phone.name, "stream:", event)

    def _on_reload(self, phone: Phone, _: Any) -> None:
        self.note(phone.name, "loads the page anew")

    def _on_error(self, phone: Phone, error: Any) -> None:
        raise Failure(f"{phone.name}: {error}")

    def _on_stored(self, phone: Phone, database: str) -> None:
        self.ledger.mark_stored(database)
        if again := refused_again(database):
            raise Failure(f"{phone.name} says again what was refused: {again}")

    def _on_refused(self, _: Phone, key: str) -> None:
        self.ledger.give_up(key)

    def _on_arrival(self, _: Phone, request: Request) -> None:
        # This is noted before the response: a server that is killed may have committed the
        # change without a response.
        path = request.path.removeprefix(self.address)
        if request.method != "POST" or not path.startswith("rounds/"):
            return
        sent = parse_qs(request.body)
        if path == "rounds/":
            self.ledger.add_after(sent["key"][0], int(sent["after"][0]))
        else:
            self.ledger.add_seen(sent["key"][0], int(sent["seen"][0]))
            self.ledger.arrived.add(sent["key"][0])

    def _on_request(self, phone: Phone, facts: tuple[Request, Answer]) -> None:
        request, answer = facts
        path = request.path.removeprefix(self.address)
        self.note(phone.name, request.method, path, unquote(request.body), answer.status)
        if path == "progress/" and answer.status == 200:
            after = int(parse_qs(request.body)["after"][0])
            if after != self.game_now().last_seq:
                raise Failure(f"{phone.name} told of the round after {after}: {request.body}")
        if re.fullmatch(r"rounds/\d+/", path) and answer.status == 200:
            self._expect_amended(
                parse_qs(request.body), int(answer.header("tichu-change") or 0)
            )
        if answer.status >= 500:
            raise Failure(f"{request.method} {request.path} was answered by {answer.status}")

    def _expect_amended(self, sent: dict[str, list[str]], number: int) -> None:
        """Check that the change with this number is the amendment that was sent, or an earlier
        amendment of the same round to the same facts, after which there was nothing to amend.
        Raises Failure."""
        change = self.game_now().changes.get(number=number)
        if str(change.key) == sent["key"][0]:
            return
        result = recorded(change)
        points = [str(result.card_points.a)] if result.card_points else None
        if (sent["first"], sent.get("card_points")) != ([result.first_out], points):
            raise Failure(f"{sent} was answered by change {number}: {change.after}")
        self.ledger.give_up(sent["key"][0])

    def _on_board(self, phone: Phone, facts: tuple[Answer, int]) -> None:
        """Handle a board that has arrived. If the page does not show it because somebody is
        tapping, the page must request it again after the tap, even if the stream or a poll
        would report it anyway."""
        answer, requests = facts
        revision = read_revision(answer.body)
        if revision is not None and answer.header("tichu-score"):
            self._expect_asked(phone, phone.page_number, requests, revision)

    def _expect_asked(self, phone: Phone, page: int, requests: int, revision: int) -> None:
        """Check that soon after the tap the page has sent more than this number of requests for
        a board, or shows this revision. Raises Failure."""
        is_asked = phone.board_requests > requests or phone.screen["revision"] >= revision
        if phone.page_number != page or is_asked:
            return
        if phone.call("idleFor") > ASKED_WITHIN:
            raise Failure(f"{phone.name} does not ask again for a board of {revision}")
        again = phone, page, requests, revision
        asyncio.get_running_loop().call_later(ASKED_WITHIN, self._expect_asked, *again)

    def _on_answer(self, phone: Phone, facts: tuple[Request, Answer]) -> None:
        request, answer = facts
        # A phone that polls would be notified too late for the boards to be equal in time.
        may_touch = phone.is_streaming or not phone.network.is_reliable
        if "/board/" in request.path and may_touch:
            touches = self.touches[phone] < MAX_TOUCHES and self.chance(0.25)
            self.touches[phone] = self.touches[phone] + 1 if touches else 0
            if touches:
                self.touch(phone)
        if answer.status == 200 and int(answer.header("tichu-change") or 0):
            for key in parse_qs(request.body).get("key", []):
                self.ledger.acknowledge(key)

    def touch(self, phone: Phone) -> None:
        """Hold a finger on a control for a moment."""
        self.note(phone.name, "is touched")
        phone.call("touch")
        asyncio.get_running_loop().call_later(self.rng.uniform(0.05, 0.5), phone.call, "lift")


def refused_again(database: str) -> str:
    """Return ticks of a round in progress that were refused and that another unsent progress of
    the same round has again, which will be refused too. Empty if there are none."""
    told = [
        (item["status"], item.get("after"), item.get("behind"), ticks_of(item["fields"]))
        for item in json.loads(database)["waiting"]["rows"].values()
        if item["verb"] == "tell"
    ]
    for (status, *of_one, one), (_, *of_other, other) in permutations(told, 2):
        if status == "conflict" and of_one == of_other and one <= other:
            return " ".join(sorted(one))
    return ""


def ticks_of(fields: list[list[str]]) -> set[str]:
    return {"=".join(field) for field in fields if field[0] not in {"known", "told"}}
