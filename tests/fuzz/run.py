"""Sends random requests to a server of its own, and reports what failed."""

import json
import random
import re
import socket
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from tests.fuzz.fields import FORGED
from tests.fuzz.requests import CSRF, FORM, NAMES, STREAM, Request, path_for, request
from tests.server import ROOT, Server

PATIENCE = 30.0  # seconds after which a request counts as not answered
PHONES = 4  # phones that send at the same time
# after these the next group follows, because this one may have been deleted
REQUESTS_A_GROUP = 100
# requests that end the use of a group if they succeed
ENDS = {"delete_game", "delete_group", "revoke"}
MISSED = {404, 405}
FAILURES = ("Internal Server Error", "Service Unavailable", "No answer", "The database")
ENTRY = re.compile(
    r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} [A-Z]+ [\w.]+ \[(?:-|[0-9a-f]{12})\]: |    "
)
SEED = """
import json
from tests.addresses import create_everything
print(json.dumps([create_everything() for _ in range({})]))
"""


@dataclass
class Report:
    """The result of the requests. `failures` are answers that must not occur."""

    statuses: Counter[int] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)
    slowest: float = 0.0

    @property
    def answered(self) -> int:
        """The number of requests whose answer was neither 404 nor 405."""
        return sum(n for status, n in self.statuses.items() if status not in {*MISSED, 0})


def run(wanted: int, seed: int) -> Report:
    """Send requests until this number of them was answered with neither 404 nor 405."""
    with Server() as server:
        seeded_groups = seed_database(server, 3 * PHONES + wanted // 25)
        allowed = methods(server.port, seeded_groups[-1])
        parts = [seeded_groups[number::PHONES] for number in range(PHONES)]
        quota = wanted // PHONES + 1
        with ThreadPoolExecutor(PHONES) as pool:
            reports = pool.map(
                lambda part: send_all(
                    server.port, part[1], allowed, quota, f"{seed}:{part[0]}"
                ),
                enumerate(parts),
            )
            report = sum_up(list(reports))
        report.failures += forged(server.log())
        if server.stop() != 0:
            report.failures.append("The server did not end as it should.")
    return report


def seed_database(server: Server, number: int) -> list[dict[str, Any]]:
    command = [sys.executable, "manage.py", "shell", "--no-imports", "-c", SEED.format(number)]
    done = subprocess.run(command, cwd=ROOT, env=server.env, stdout=subprocess.PIPE, check=True)
    seeded_groups: list[dict[str, Any]] = json.loads(done.stdout)
    return seeded_groups


def methods(port: int, seeded: dict[str, Any]) -> dict[str, list[str]]:
    """Return the methods that each address accepts."""
    plain = random.Random(0)

    def answers(name: str, method: str) -> bool:
        path = path_for(plain, name, seeded)
        form = f"csrfmiddlewaretoken={CSRF}" if method == "POST" else ""
        content = (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
            f"Cookie: device={seeded['token']}; csrftoken={CSRF}\r\n"
            f"Content-Type: {FORM}\r\nContent-Length: {len(form)}\r\n\r\n{form}"
        )
        asked = Request(name, content.encode(), broken=False, streams=name == STREAM)
        return ask(port, asked)[0] != 405

    often = ("GET", "GET", "GET", "HEAD", "POST", "POST", "POST", "POST", "POST", "POST")
    known = {name: {each for each in set(often) if answers(name, each)} for name in NAMES}
    return {name: [each for each in often if each in known[name]] for name in NAMES}


def send_all(
    port: int,
    seeded_groups: list[dict[str, Any]],
    allowed: dict[str, list[str]],
    quota: int,
    seed: str,
) -> Report:
    """Send requests to one group after the other until `quota` of them were answered."""
    dice, report = random.Random(seed), Report()
    place, asked_here = 0, 0
    for number in range(3 * quota):
        if report.answered >= quota:
            break
        if asked_here >= REQUESTS_A_GROUP:
            place, asked_here = place + 1, 0
        seeded, asked_here = seeded_groups[place % len(seeded_groups)], asked_here + 1
        name = dice.choice(NAMES)
        asked = request(dice, name, allowed[name], seeded)
        started = time.monotonic()
        status, token = ask(port, asked)
        report.slowest = max(report.slowest, time.monotonic() - started)
        report.statuses[status] += 1
        if token and seeded["token"].encode() in asked.content:
            seeded["token"] = token
        if name in ENDS and status == 302:
            asked_here = REQUESTS_A_GROUP
        if status >= 500 or (status == 0 and not asked.broken):
            said = asked.content if len(asked.content) < 3000 else asked.content[:3000] + b"..."
            report.failures.append(f"seed {seed}, request {number}: {status} to {said!r}")
    return report


def ask(port: int, asked: Request) -> tuple[int, str]:
    """Send a request. Returns the status of the answer (0 if there was none), and the new token
    of the device if the answer set one."""
    heard = b""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as line:
        try:
            line.sendall(asked.content)
            if asked.broken:
                line.shutdown(socket.SHUT_WR)
            while piece := line.recv(65536):
                heard += piece
                if asked.streams and b"\r\n\r\n" in heard:
                    break
        except ConnectionError:
            pass  # the server closed the connection while the request was being sent
        except TimeoutError:
            return 0, ""
    token = re.search(rb"\r\nset-cookie:\s*device=([\w-]{43});", heard, re.IGNORECASE)
    status = int(heard[9:12]) if heard[:5] == b"HTTP/" else 0
    return status, token[1].decode() if token else ""


def sum_up(reports: list[Report]) -> Report:
    return Report(
        sum((each.statuses for each in reports), Counter()),
        [failure for each in reports for failure in each.failures],
        max(each.slowest for each in reports),
    )


def forged(log: str) -> list[str]:
    """Return the lines of the log that are not part of an entry, and the entries that report a
    failure."""
    _, _, entries = log.partition("What is scored is kept.\n")
    lines = [line for line in entries.split("\n") if line]
    wrong = [line for line in lines if not ENTRY.match(line) or line.startswith(FORGED)]
    failed = [line for line in lines if any(failure in line for failure in FAILURES)]
    return [f"in the log: {line!r}" for line in wrong + failed]
