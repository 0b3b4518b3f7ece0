"""`manage.py serve` as an operator uses it: a real process, from start to end."""

import http.client
import re
import signal
import sys
from collections.abc import Iterator
from contextlib import closing
from http import HTTPStatus
from pathlib import Path

import pytest

from tests.server import PATIENCE, Server
from tests.site.deploy_page import PAGE
from tests.site.running import get, in_shell, manage

MEBIBYTE = 1024 * 1024
# The limit of nginx in docs/deploy.md must be the limit of the server.
(FILE_OF_A_GROUP,) = map(int, re.findall(r"client_max_body_size (\d+)m;", PAGE))


class FirstStart(Server):
    """A server that starts without data."""

    starts_prepared = False


@pytest.fixture(scope="module")
def running() -> Iterator[Server]:
    """A server for tests that do not change it."""
    with FirstStart() as server:
        yield server


@pytest.fixture
def ending(running: Server) -> Iterator[Server]:
    """A server that a test stops."""
    yield running
    if running.ended():
        running.start()


def test_first_start_answers_with_the_home_page(running: Server) -> None:
    assert get(running, "/").status == 200


def test_first_start_leaves_nothing_to_migrate(running: Server) -> None:
    assert manage(running, "migrate", "--check").returncode == 0


def test_static_files_are_served_for_good(running: Server) -> None:
    path = in_shell(
        running,
        "from django.templatetags.static import static; print(static('scoring/css/tichu.css'))",
    )
    assert "immutable" in (get(running, path).getheader("cache-control") or "")


GROUP = "/g/00000000-0000-4000-8000-000000000000/"


@pytest.mark.parametrize(
    ("path", "size"),
    [
        ("/share-target/", 12),
        ("/unsent/", 12),
        (f"{GROUP}imports/", 12),
        (f"{GROUP}players/1/photo/", 12),
        ("/import/", FILE_OF_A_GROUP),
        (f"{GROUP}import/", FILE_OF_A_GROUP),
    ],
)
def test_long_file_is_not_refused_before_the_site(
    running: Server, path: str, size: int
) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", running.port, timeout=PATIENCE)
    with closing(connection):
        headers = {"Content-Type": "multipart/form-data; boundary=" + 70 * "b"}
        connection.request("POST", path, b"x" * size * MEBIBYTE, headers)
        assert "<main" in connection.getresponse().read().decode()  # a page explains the error


@pytest.mark.parametrize("path", ["/share-target/", "/import/"])
def test_long_form_without_a_file_is_refused_before_the_site(
    running: Server, path: str
) -> None:
    """Parsing it takes a hundred times its length of memory."""
    connection = http.client.HTTPConnection("127.0.0.1", running.port, timeout=PATIENCE)
    kind, size = "application/x-www-form-urlencoded", str(2 * MEBIBYTE)
    with closing(connection):
        connection.request("POST", path, headers={"Content-Type": kind, "Content-Length": size})
        assert connection.getresponse().status == HTTPStatus.REQUEST_ENTITY_TOO_LARGE


def test_pages_come_without_debugging_help(running: Server) -> None:
    assert get(running, "/nowhere/").status == 404
    assert (
        in_shell(running, "from django.conf import settings; print(settings.DEBUG)") == "False"
    )


def test_address_of_this_machine_is_printed(running: Server) -> None:
    assert f"On this machine             {running.url}/\n" in running.log()


INTO_A_PIPE_THAT_NOBODY_READS = """
mkfifo "$DATA_DIR/pipe" && exec 3<>"$DATA_DIR/pipe" >"$DATA_DIR/pipe" 3<&-
exec "$0" manage.py serve
"""


class Unread(Server):
    """A server whose output goes to a pipe that has no reader."""

    command = ["sh", "-c", INTO_A_PIPE_THAT_NOBODY_READS, sys.executable]


def test_server_whose_output_is_not_read_any_more_continues() -> None:
    with Unread() as server:
        status, code = get(server, "/").status, server.stop()
        # granian logs that it kills the worker if this takes long: see `Server.stop_in_time`.
        lines = [line for line in server.log().splitlines() if "Killing worker" not in line]

    assert (status, code, lines) == (200, 0, [])


def test_port_that_is_taken_is_refused_in_one_line(running: Server) -> None:
    second = manage(running, "serve")
    way_out = f"set PORT to another one, as in PORT={running.port + 1}."
    assert second.returncode == 1
    assert second.stderr == f"Port {running.port} is taken: {way_out}\n"


def test_address_for_everybody_is_printed_with_its_code_behind_https() -> None:
    with Server(HTTPS="1", ALLOWED_HOSTS="tichu.example.org") as server:
        log = server.log()
    assert "For everybody   https://tichu.example.org/\n" in log
    assert "█" in log


def test_certificate_that_is_not_used_is_named() -> None:
    with Server(TLS_CERTIFICATE="/srv/tls/fullchain.pem") as server:
        log = server.log()
    assert "\n  TLS_CERTIFICATE is not used: it needs TLS=files.\n" in log


def test_second_start_keeps_the_data(ending: Server) -> None:
    in_shell(ending, "from scoring.models import Group; Group.objects.create(name='Friday')")
    ending.stop()
    ending.start()
    names = (
        "from scoring.models import Group; print(*Group.objects.values_list('name', flat=True))"
    )
    assert in_shell(ending, names) == "Friday"


def test_second_start_keeps_the_secret_key(ending: Server) -> None:
    key = Path(ending.env["DATA_DIR"]) / "secret_key"
    before = key.read_text()
    ending.stop()
    ending.start()
    assert key.read_text() == before


def test_second_start_collects_nothing_again(ending: Server) -> None:
    manifest = Path(ending.env["DATA_DIR"]) / "static" / "staticfiles.json"
    before = manifest.stat().st_mtime_ns
    ending.stop()
    ending.start()
    assert manifest.stat().st_mtime_ns == before


def test_start_collects_again_what_was_deleted(ending: Server) -> None:
    manifest = Path(ending.env["DATA_DIR"]) / "static" / "staticfiles.json"
    ending.stop()
    manifest.unlink()
    ending.start()
    assert manifest.exists()


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_server_ends_without_an_error(ending: Server, by: signal.Signals) -> None:
    ending.stop_in_time(by)
    assert "Traceback" not in ending.log()


def test_killed_server_starts_again_on_its_data(ending: Server) -> None:
    ending.kill()
    ending.start()
    assert get(ending, "/").status == 200
