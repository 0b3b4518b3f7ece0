"""Measures a thousand phones that subscribe to a hundred tables: on one process, and on two
processes with one database behind nginx, as docs/deploy.md describes."""

import asyncio
import re
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg

from tests.bench.subscribers import measure_streams, subscribed_tables
from tests.server import ROOT, Server, free_port
from tests.server_processes import ServerProcesses
from tests.site.deploy_page import block
from tests.site.proxies import NGINX, running
from tests.upgrades.rolling import Release

SETTINGS = "tests.bench.settings"
LOCATION = re.compile(r"    location /\S* \{[^}]*proxy_pass.*?\n    \}\n", re.DOTALL)
# A stream uses two connections of nginx.
NGINX_CONF = """daemon off; master_process off; pid {folder}/pid; error_log stderr;
worker_rlimit_nofile 16384;
events {{ worker_connections 8192; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi; uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    upstream tichu-score {{
        {servers}
    }}
    server {{
        listen 127.0.0.1:{port};
        {locations}
    }}
}}
"""


def measure(seed_database: Callable[[dict[str, str]], Any]) -> dict[str, Any]:
    """Return the figures of both. `seed_database` creates the tables in the database of this
    environment."""
    with Server(DJANGO_SETTINGS_MODULE=SETTINGS) as one:
        alone = measure_subscribers(one.url, [one], seed_database(one.env))
    with Server(DJANGO_SETTINGS_MODULE=SETTINGS) as first:
        shared = {name: first.env.get(name, "") for name in ("DATA_DIR", "DATABASE_URL")}
        with (
            Release(ROOT, DJANGO_SETTINGS_MODULE=SETTINGS, **shared) as second,
            nginx([first, second]) as url,
        ):
            both = measure_subscribers(url, [first, second], seed_database(first.env))
    return {"one process": alone, "two processes behind nginx": both}


def measure_subscribers(url: str, servers: list[Server], seeded: Any) -> dict[str, Any]:
    process = ServerProcesses(*(server.process.pid for server in servers))
    tables = subscribed_tables(url, seeded["token"], seeded["halves"][0])
    figures = asyncio.run(measure_streams(url, process, tables))
    if database := servers[0].env.get("DATABASE_URL"):
        figures["database_connections"] = connections(database)
    return figures


def connections(database: str) -> int:
    """Return the number of connections that the servers have open to their database."""
    with psycopg.connect(database) as own:
        found = own.execute(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid != pg_backend_pid()"
        ).fetchone()
    assert found
    return int(found[0])


@contextmanager
def nginx(servers: list[Server]) -> Iterator[str]:
    """Start a proxy that sends requests to these servers in turn. Yields its address."""
    port = free_port()
    locations = "".join(LOCATION.findall(block("listen 443")))
    with tempfile.TemporaryDirectory(prefix="tichu-nginx-") as name:
        folder = Path(name)
        conf = folder / "nginx.conf"
        conf.write_text(
            NGINX_CONF.format(
                folder=folder,
                port=port,
                servers="\n".join(f"server 127.0.0.1:{server.port};" for server in servers),
                locations=locations.replace("127.0.0.1:8000", "tichu-score"),
            )
        )
        command = [NGINX, "-c", str(conf), "-p", name, "-e", "stderr"]
        with running(command, port, folder):
            yield f"http://127.0.0.1:{port}"
