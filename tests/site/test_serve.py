"""`manage.py serve` as an operator sees it: a real process, from start to end."""

import http.client
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server import ROOT, Server


def get(server: Server, path: str) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    connection.request("GET", path)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer


def manage(server: Server, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=ROOT,
        env=server.env,
        capture_output=True,
        text=True,
        check=False,
    )


def in_shell(server: Server, code: str) -> str:
    done = manage(server, "shell", "--no-imports", "-c", code)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


class FirstStart(Server):
    """A server that finds no data."""

    starts_prepared = False


@pytest.fixture(scope="module")
def running() -> Iterator[Server]:
    """A server for the tests that only look."""
    with FirstStart() as server:
        yield server


@pytest.fixture
def ending(running: Server) -> Iterator[Server]:
    """The same server, for a test that ends it."""
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


def test_pages_come_without_debugging_help(running: Server) -> None:
    assert get(running, "/nowhere/").status == 404
    assert (
        in_shell(running, "from django.conf import settings; print(settings.DEBUG)") == "False"
    )


def test_address_of_this_machine_is_printed(running: Server) -> None:
    assert f"On this machine             {running.url}/\n" in running.log()


def test_port_that_is_taken_is_refused_in_one_line(running: Server) -> None:
    second = manage(running, "serve")
    way_out = f"set PORT to another one, as in PORT={running.port + 1}."
    assert second.returncode == 1
    assert second.stderr == f"CommandError: Port {running.port} is taken: {way_out}\n"


def test_address_for_everybody_is_printed_with_its_code_behind_https() -> None:
    with Server(HTTPS="1", ALLOWED_HOSTS="tichu.example.org") as server:
        log = server.log()
    assert "For everybody   https://tichu.example.org/\n" in log
    assert "█" in log


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
