"""Metrics of this server in the text format of Prometheus, at /metrics for allowed addresses.

Each server process counts for itself and writes its metrics into a file every second. The
process that receives the request returns those of all processes, each under its own label.
"""

import asyncio
import os
from collections import defaultdict
from collections.abc import Callable, Iterable
from contextlib import suppress
from http import HTTPStatus
from ipaddress import IPv4Network, IPv6Network, ip_address
from pathlib import Path

from django.conf import settings

from tichu_score.request_bodies import Message, Receive, Scope, Send
from tichu_score.request_router import Application
from tichu_score.wsgi_bridge import send_error, send_text

PATH = "/metrics"
INTERVAL = 1.0  # seconds between two writes of the metrics
KNOWN_METHODS = {"GET", "HEAD", "POST"}

Network = IPv4Network | IPv6Network

HELP = {
    "tichu_requests_total": ("counter", "Requests answered, by method and status."),
    "tichu_request_seconds_total": ("counter", "Seconds until the answers to them began."),
    "tichu_changes_total": ("counter", "Changes of games recorded, rounds among them."),
    "tichu_conflicts_total": ("counter", "Changes refused because another came first (409)."),
    "tichu_unavailable_total": (
        "counter",
        "Requests that a lock or the database held up (503).",
    ),
    "tichu_errors_total": ("counter", "Requests that failed (500)."),
    "tichu_streams": ("gauge", "Event streams that are open."),
}


class Metrics:
    """The metrics of this process. `streams` returns the number of its open event streams."""

    def __init__(self, streams: Callable[[], int] = int) -> None:
        self.streams = streams
        self.values: defaultdict[str, float] = defaultdict(float)

    def observe(self, method: str, start: Message, seconds: float) -> None:
        """Count a response by its first message, which was sent after this number of
        seconds."""
        status = start["status"]
        method = method if method in KNOWN_METHODS else "other"
        self.values[f'tichu_requests_total{{method="{method}",status="{status}"}}'] += 1
        self.values["tichu_request_seconds_total"] += seconds
        if status == 409:
            self.values["tichu_conflicts_total"] += 1
        elif status == 500:
            self.values["tichu_errors_total"] += 1
        elif status == 503:
            self.values["tichu_unavailable_total"] += 1
        elif status < 400 and any(name == b"tichu-change" for name, _ in start["headers"]):
            self.values["tichu_changes_total"] += 1

    def lines(self) -> list[str]:
        """Return the metrics, each with the label of this process."""
        zeros = {name: 0.0 for name in HELP if not name.startswith("tichu_request")}
        values = {**zeros, **self.values}
        values["tichu_streams"] = self.streams()
        return [
            f"{_labelled(name, os.getpid())} {_number(value)}" for name, value in values.items()
        ]


class MetricsApp:
    """Responds to /metrics for allowed addresses. All other requests are passed to the site."""

    def __init__(self, site: Application, metrics: Metrics) -> None:
        self.site, self.metrics = site, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"] != PATH or not is_allowed(scope, settings.METRICS_ALLOWED):
            await self.site(scope, receive, send)
            return
        try:
            write(self.metrics)
            text = render(path.read_text() for path in figures())
        except OSError:
            await send_error(send, HTTPStatus.SERVICE_UNAVAILABLE)
            return
        await send_text(send, HTTPStatus.OK, text, b"text/plain; version=0.0.4")


async def write_regularly(metrics: Metrics) -> None:
    """Write the metrics at regular intervals, if any address may read them."""
    while settings.METRICS_ALLOWED:
        with suppress(OSError):
            write(metrics)
        await asyncio.sleep(INTERVAL)


def folder() -> Path:
    path = Path(settings.DATA_DIR) / "metrics"
    path.mkdir(exist_ok=True)
    return path


def write(metrics: Metrics) -> None:
    part = folder() / f"{os.getpid()}.part"
    part.write_text("\n".join(metrics.lines()))
    part.replace(part.with_suffix(".txt"))


def figures() -> Iterable[Path]:
    """Yield the files of the running processes, and delete the others."""
    for path in sorted(folder().glob("*.txt")):
        try:
            os.kill(int(path.stem), 0)
        except (ProcessLookupError, ValueError):
            path.unlink(missing_ok=True)
        except PermissionError:
            continue  # another program has this process id now
        else:
            yield path


def render(files: Iterable[str]) -> str:
    """Return the metrics of all processes, each kind with its type and meaning."""
    lines = [line for text in files for line in text.splitlines()]
    shown = []
    for name, (kind, meaning) in HELP.items():
        shown += [f"# HELP {name} {meaning}", f"# TYPE {name} {kind}"]
        shown += [line for line in lines if line.partition("{")[0] == name]
    return "\n".join([*shown, ""])


def is_allowed(scope: Scope, networks: list[Network]) -> bool:
    """Whether the request comes from one of these networks; behind a proxy, by the address that
    the proxy saw."""
    seen = str(scope["client"][0])
    forwarded = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
    if settings.HTTPS and forwarded:
        seen = b",".join(forwarded).decode("latin-1").rpartition(",")[2].strip()
    try:
        address = ip_address(seen)
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return any((mapped or address) in network for network in networks)


def _number(value: float) -> str:
    """Write a number with all its digits: a rounded counter would not seem to change."""
    return str(int(value)) if value == int(value) else repr(value)


def _labelled(name: str, process: int) -> str:
    plain, _, labels = name.partition("{")
    return f'{plain}{{process="{process}"{"," if labels else ""}{labels.rstrip("}")}}}'
