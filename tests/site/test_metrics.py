"""The metrics at /metrics, and who may read them."""

import asyncio
import os
from pathlib import Path
from typing import Any

import pytest

from tests.site.asgi import scope
from tichu_score.environment import env_networks
from tichu_score.metrics import Metrics, MetricsApp
from tichu_score.request_bodies import Message, Receive, Scope, Send
from tichu_score.start_error import StartError

ELSEWHERE = 299  # the answer of the site


@pytest.fixture(autouse=True)
def _operator(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALLOWED", "192.0.2.0/24, 2001:db8::1")
    settings.DATA_DIR = tmp_path
    settings.METRICS_ALLOWED = env_networks("ALLOWED")


def asked(metrics: Metrics, asking: Scope) -> tuple[int, str]:
    """Return the status and the text of the answer."""
    sent: list[Message] = []

    async def site(_scope: Scope, _receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": ELSEWHERE, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async def receive() -> Message:
        return {"type": "http.request"}

    async def send(message: Message) -> None:
        sent.append(message)

    asyncio.run(MetricsApp(site, metrics)(asking, receive, send))
    return sent[0]["status"], sent[1]["body"].decode()


def from_address(address: str, *headers: tuple[bytes, bytes]) -> Scope:
    return scope("GET", b"/metrics", headers=list(headers), client=(address, 1))


def test_metrics_count_answers_by_method_status_and_change() -> None:
    metrics, change = Metrics(streams=lambda: 3), (b"tichu-change", b"7")
    for method, status, headers in [
        ("GET", 200, []),
        ("POST", 200, [change]),
        ("POST", 302, [change]),
        ("POST", 422, [change]),
        ("POST", 409, [change]),
        ("POST", 503, []),
        ("BREW", 500, []),
    ]:
        metrics.observe(method, {"status": status, "headers": headers}, 0.25)

    status, text = asked(metrics, from_address("192.0.2.7"))

    label = f'process="{os.getpid()}"'
    figures = dict(line.rsplit(" ", 1) for line in text.splitlines() if line[0] != "#")
    assert status == 200
    assert figures[f"tichu_changes_total{{{label}}}"] == "2"
    assert figures[f"tichu_conflicts_total{{{label}}}"] == "1"
    assert figures[f"tichu_unavailable_total{{{label}}}"] == "1"
    assert figures[f"tichu_errors_total{{{label}}}"] == "1"
    assert figures[f"tichu_streams{{{label}}}"] == "3"
    assert figures[f"tichu_request_seconds_total{{{label}}}"] == "1.75"
    assert figures[f'tichu_requests_total{{{label},method="other",status="500"}}'] == "1"


def test_large_counter_has_all_its_digits() -> None:
    metrics = Metrics()
    metrics.values["tichu_changes_total"] = 1_234_567
    metrics.values["tichu_request_seconds_total"] = 1_234_567.25
    label = f'process="{os.getpid()}"'
    lines = metrics.lines()
    assert f"tichu_changes_total{{{label}}} 1234567" in lines
    assert f"tichu_request_seconds_total{{{label}}} 1234567.25" in lines


def test_figures_of_other_processes_are_shown_while_they_run(tmp_path: Path) -> None:
    (tmp_path / "metrics").mkdir()
    for process in (os.getppid(), 2**22 + 1):
        line = f'tichu_streams{{process="{process}"}} 5'
        (tmp_path / "metrics" / f"{process}.txt").write_text(line)

    _, text = asked(Metrics(), from_address("192.0.2.7"))

    assert f'tichu_streams{{process="{os.getppid()}"}} 5\n' in text
    assert str(2**22 + 1) not in text


@pytest.mark.parametrize("address", ["192.0.2.7", "::ffff:192.0.2.7", "2001:db8::1"])
def test_allowed_address_reads_the_figures(address: str) -> None:
    assert asked(Metrics(), from_address(address))[0] == 200


@pytest.mark.parametrize("address", ["198.51.100.1", "2001:db8::2", "nonsense"])
def test_for_any_other_address_there_is_no_such_page(address: str) -> None:
    assert asked(Metrics(), from_address(address))[0] == ELSEWHERE


def test_behind_a_proxy_the_address_that_it_saw_counts(settings: Any) -> None:
    settings.HTTPS = True
    forged = (b"x-forwarded-for", b"192.0.2.7, 198.51.100.1")
    assert asked(Metrics(), from_address("192.0.2.1", forged))[0] == ELSEWHERE
    assert asked(Metrics(), from_address("192.0.2.1"))[0] == 200


def test_what_is_no_network_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALLOWED", "localhost")
    with pytest.raises(StartError, match=r"^ALLOWED must be addresses such as 127\.0\.0\.1"):
        env_networks("ALLOWED")
