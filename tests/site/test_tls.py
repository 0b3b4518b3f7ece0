"""A server that terminates TLS itself, used over the network: HTTPS on one port, plain HTTP on
another."""

import os
import shutil
import signal
import socket
import ssl
from collections.abc import Iterator
from datetime import UTC, datetime
from ipaddress import ip_address
from pathlib import Path

import pytest
from django.test import Client

from tests.server import free_port, is_listening
from tests.site.running import get
from tests.site.starting import refused
from tests.tls_server import TLSServer
from tichu_score.environment import env_tls
from tichu_score.local_ca import LocalCA
from tichu_score.start_error import StartError


@pytest.fixture(scope="module")
def running() -> Iterator[TLSServer]:
    with TLSServer() as server:
        yield server


def test_device_with_the_certificate_gets_the_site(running: TLSServer) -> None:
    assert running.fetch("/")[0] == 200


@pytest.mark.parametrize("version", [ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3])
def test_tls_is_the_latest_version_alone(running: TLSServer, version: ssl.TLSVersion) -> None:
    authority = (running.ca.folder / "authority.crt").read_bytes()
    context = ssl.create_default_context(cadata=authority)
    context.maximum_version = version
    raw = socket.create_connection(("127.0.0.1", running.tls_port), timeout=30)
    with raw:
        if version < ssl.TLSVersion.TLSv1_3:
            with pytest.raises(ssl.SSLError):
                context.wrap_socket(raw, server_hostname="127.0.0.1")
        else:
            with context.wrap_socket(raw, server_hostname="127.0.0.1") as found:
                assert found.version() == "TLSv1.3"


def test_plain_http_leads_to_the_same_page_by_https(running: TLSServer) -> None:
    answer = get(running, "/rules/?q=dog")
    assert (answer.status, answer.getheader("location")) == (307, f"{running.url}/rules/?q=dog")


def test_plain_http_begins_with_the_certificate(running: TLSServer) -> None:
    answer = get(running, "/")
    assert (answer.status, answer.getheader("location")) == (302, "/certificate/")
    assert get(running, "/certificate/").status == 200


def test_certificate_is_handed_out_in_plain(running: TLSServer) -> None:
    answer = get(running, "/certificate/tichu-score.crt")
    assert answer.getheader("content-type") == "application/x-x509-ca-cert"
    assert answer.getheader("content-length") == str(
        (running.ca.folder / "authority.crt").stat().st_size
    )


def test_plain_http_sends_no_cookie(running: TLSServer) -> None:
    cookies = [get(running, path).getheader("set-cookie") for path in ("/", "/certificate/")]
    assert cookies == [None, None]


def test_page_of_the_certificate_and_the_log_name_the_same_fingerprint(
    running: TLSServer,
) -> None:
    line = next(line for line in running.log().splitlines() if "SHA-256" in line)
    page = running.fetch("/certificate/")[1].decode()
    assert f"<code>{line.partition(':')[2].strip()}</code>" in page


def test_end_of_the_server_ends_its_plain_http() -> None:
    with TLSServer() as server:
        os.kill(server.process.pid, 9)
        server.process.wait()
        server.wait(lambda: not is_listening(server.port), "given up the port")
        server.wait(lambda: not is_listening(server.tls_port), "given up the port of TLS")


def test_files_that_are_renewed_are_read_again(tmp_path: Path) -> None:
    """The test writes new files in place, as clients for public certificates do."""
    first, second = tmp_path / "first", tmp_path / "second"
    files = tmp_path / "files"
    files.mkdir()
    for folder in (first, second):
        LocalCA(folder).renew(["localhost"], [ip_address("127.0.0.1")], datetime.now(UTC))
    shutil.copy(first / "server.pem", files / "site.pem")
    path = str(files / "site.pem")
    with TLSServer(TLS="files", TLS_CERTIFICATE=path, TLS_KEY=path) as server:
        assert server.fetch("/healthz", first)[0] == 200
        shutil.copy(second / "server.pem", files / "site.pem")
        os.kill(server.process.pid, signal.SIGALRM)
        server.wait(lambda: trusts(server, second), "read its certificate anew")


def trusts(server: TLSServer, folder: Path) -> bool:
    try:
        return server.fetch("/healthz", folder)[0] == 200
    except (ssl.SSLCertVerificationError, ConnectionError):
        return False


NO_FILES = {"TLS": "files", "TLS_CERTIFICATE": "/none", "TLS_KEY": "/none"}


def test_files_that_cannot_be_used_are_named(tmp_path: Path) -> None:
    code, line = refused(tmp_path, **NO_FILES)
    assert code == os.EX_CONFIG
    assert line.endswith(
        "name /none and /none, which cannot be used (No such file or directory)."
    )


def test_start_without_a_certificate_makes_no_database(tmp_path: Path) -> None:
    refused(tmp_path, **NO_FILES)
    assert not (tmp_path / "tichu.sqlite3").exists()


def test_one_port_cannot_be_that_of_http_and_that_of_https(tmp_path: Path) -> None:
    port = str(free_port())
    code, line = refused(tmp_path, TLS="local", PORT=port, TLS_PORT=port)
    assert (code, line) == (
        os.EX_CONFIG,
        f"PORT and TLS_PORT are both {port}: set one to another.",
    )


def test_port_of_tls_that_cannot_be_is_named(tmp_path: Path) -> None:
    code, line = refused(tmp_path, TLS="local", TLS_PORT="99999")
    assert (code, line) == (
        os.EX_CONFIG,
        "There is no port 99999: set TLS_PORT to one up to 65535.",
    )


@pytest.mark.parametrize(
    ("value", "proxied", "sentence"),
    [
        ("yes", False, "TLS must be off or local or files, not 'yes'."),
        (
            "files",
            False,
            "TLS=files needs two paths, TLS_CERTIFICATE and TLS_KEY.",
        ),
        ("local", True, "HTTPS=1 says that a proxy has the certificate: leave TLS out."),
    ],
)
def test_setting_that_cannot_be_is_a_sentence(
    monkeypatch: pytest.MonkeyPatch, value: str, *, proxied: bool, sentence: str
) -> None:
    monkeypatch.setenv("TLS", value)
    with pytest.raises(StartError) as error:
        env_tls("TLS", proxied=proxied)
    assert str(error.value) == sentence


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/certificate/", "/certificate/tichu-score.crt"])
def test_server_without_a_local_ca_has_no_certificate(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404
