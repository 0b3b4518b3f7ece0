"""The server blocks of docs/deploy.md, unchanged, in a real nginx and a real Caddy. A page, a
form and a stream are forwarded, on a host of its own and under a path."""

import http.client
import json
import re
import shutil
import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlencode
from uuid import uuid4

import pytest

from tests.server import PATIENCE, Server, free_port
from tests.site.deploy_page import block
from tests.site.proxies import NGINX, running
from tests.site.running import in_shell
from tichu_score.local_ca import LocalCA

HOST = "tichu.example.org"
# A game for each test of a site, and the token of a device that may score it.
SEED = """import json
from tests.addresses import create_everything
made = [create_everything() for _ in range(4)]
print(json.dumps([[each["t/key"], each["token"]] for each in made]))"""
SECRET = "a" * 32
# The default paths of nginx belong to root.
NGINX_CONF = """daemon off; master_process off; pid {folder}/pid; error_log stderr;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi; uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
{servers}
}}
"""


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> LocalCA:
    """A certificate authority with a certificate for the host."""
    made = LocalCA(tmp_path_factory.mktemp("tls"))
    made.renew([HOST], [], datetime.now(UTC))
    return made


@pytest.fixture(scope="module", params=["", "/tichu"], ids=["host", "path"])
def site(request: pytest.FixtureRequest) -> Iterator[Server]:
    environ = {"HTTPS": "1", "ALLOWED_HOSTS": f"{HOST},127.0.0.1", "PATH_PREFIX": request.param}
    with Server(**environ) as server:
        yield server


@pytest.fixture(scope="module")
def games(site: Server) -> list[tuple[str, str]]:
    made: list[tuple[str, str]] = json.loads(in_shell(site, SEED))
    return made


@pytest.fixture
def game(games: list[tuple[str, str]]) -> tuple[str, str]:
    """A game that no other test has scored, and the token of its device."""
    return games.pop()


@contextmanager
def nginx(
    site: Server, authority: LocalCA, folder: Path, gone: int | None = None
) -> Iterator[int]:
    """Run nginx with the configuration of the page, on a port for HTTPS. With `gone` it has a
    further server, which does not run."""
    port, plain = free_port(), free_port()
    servers = block("listen 443")
    if prefix := site.env["PATH_PREFIX"]:
        old = re.search(
            r"    location / \{[^}]*proxy_pass.*\n    \}\n(?=\}\n$)", servers, re.DOTALL
        )
        assert old
        servers = servers.replace(old[0], block(f"location {prefix}/live/"))
    if gone:
        servers = servers.replace("http://127.0.0.1:8000", "http://tichu-score")
        servers = block("upstream tichu-score") + servers
        servers = of_two(servers, gone, site)
    for was, now in {
        "listen [::]:80;": "",
        "listen [::]:443 ssl http2;": "",
        "listen 80;": f"listen 127.0.0.1:{plain};",
        "listen 443 ": f"listen 127.0.0.1:{port} ",
        **({} if gone else {"127.0.0.1:8000": f"127.0.0.1:{site.port}"}),
        "/etc/letsencrypt/live/tichu.example.org/fullchain.pem": str(authority.server_file),
        "/etc/letsencrypt/live/tichu.example.org/privkey.pem": str(authority.server_file),
    }.items():
        assert was in servers
        servers = servers.replace(was, now)
    conf = folder / "nginx.conf"
    conf.write_text(NGINX_CONF.format(folder=folder, servers=servers))
    with running([NGINX, "-c", str(conf), "-p", str(folder), "-e", "stderr"], port, folder):
        yield port


def of_two(text: str, gone: int, site: Server) -> str:
    """Return the configuration for two servers with their ports."""
    for was, now in (("127.0.0.1:8000", gone), ("127.0.0.1:8001", site.port)):
        assert was in text
        text = text.replace(was, f"127.0.0.1:{now}")
    return text


@contextmanager
def caddy(
    site: Server, authority: LocalCA, folder: Path, gone: int | None = None
) -> Iterator[int]:
    """Run Caddy with the configuration of the page, and with a certificate that it need not
    request. With `gone` it has a further server, which does not run."""
    port = free_port()
    prefix = site.env["PATH_PREFIX"]
    if gone:
        text = of_two(block("lb_try_duration"), gone, site)
    else:
        text = block("redir /tichu" if prefix else "reverse_proxy 127.0.0.1:8000\n}")
    certificate = f"    tls {authority.server_file} {authority.server_file}\n"
    text = re.sub(r"^\S+ \{\n", f"{HOST}:{port} {{\n{certificate}", text)
    text = text.replace("127.0.0.1:8000", f"127.0.0.1:{site.port}")
    options = f"{{\n    admin off\n    auto_https off\n    storage file_system {folder}\n}}\n"
    (folder / "Caddyfile").write_text(options + text)
    with running(["caddy", "run", "--config", str(folder / "Caddyfile")], port, folder):
        yield port


class Device:
    """A phone that sends requests to the proxy with the host name of the site."""

    def __init__(self, port: int, authority: LocalCA, token: str) -> None:
        certificate = (authority.folder / "authority.crt").read_bytes()
        self.context = ssl.create_default_context(cadata=certificate)
        self.port, self.token = port, token
        self.opened = ExitStack()

    def ask(self, path: str, **form: str) -> http.client.HTTPResponse:
        """Send a request on a connection of its own; with fields, as a form. Returns the
        answer."""
        sock = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
        connection = http.client.HTTPConnection(HOST)
        connection.sock = self.context.wrap_socket(sock, server_hostname=HOST)
        headers = {
            "Host": f"{HOST}:{self.port}",
            "Cookie": f"device={self.token}; csrftoken={SECRET}",
            "Origin": f"https://{HOST}:{self.port}",
            "Content-Type": "application/x-www-form-urlencoded",
        }
        body = urlencode(form | {"csrfmiddlewaretoken": SECRET}) if form else None
        connection.request("POST" if form else "GET", path, body, headers)
        answer = connection.getresponse()
        self.opened.callback(connection.close)
        self.opened.callback(answer.close)
        return answer


Start = Callable[..., AbstractContextManager[int]]
PROXIES: dict[str, tuple[str, Start]] = {
    "nginx": (NGINX, nginx),
    "caddy": ("caddy", caddy),
}


@pytest.mark.parametrize("name", PROXIES)
def test_evening_comes_through_the_proxy_of_the_page(
    site: Server, authority: LocalCA, game: tuple[str, str], tmp_path: Path, name: str
) -> None:
    program, start = PROXIES[name]
    if not shutil.which(program):
        pytest.skip(f"{name} is not installed")
    key, token = game
    table = f"{site.env['PATH_PREFIX']}/t/{key}/"
    round_played = {"first": "A1", "card_points": "60", "after": "1", "key": str(uuid4())}
    with start(site, authority, tmp_path) as port, ExitStack() as opened:
        device = Device(port, authority, token)
        opened.enter_context(device.opened)
        page = device.ask(table)
        html = page.read().decode()
        stream = device.ask(re.findall(r'data-live="(/[^"]+)"', html)[0])
        first = [stream.readline() for _ in range(4)]
        sent = device.ask(f"{table}rounds/", **round_played)
        told = [stream.readline() for _ in range(3)]

    assert (page.status, page.headers["Strict-Transport-Security"] is not None) == (200, True)
    assert (stream.status, first[0]) == (200, b"retry: 2000\n")
    assert (sent.status, sent.headers["Location"]) == (302, table)
    assert told[0].startswith(b"id: ")


@pytest.mark.parametrize("site", [""], ids=["host"], indirect=True)
@pytest.mark.parametrize("name", PROXIES)
def test_proxy_of_two_servers_goes_to_the_other_one(
    site: Server, authority: LocalCA, game: tuple[str, str], tmp_path: Path, name: str
) -> None:
    program, start = PROXIES[name]
    if not shutil.which(program):
        pytest.skip(f"{name} is not installed")
    key, token = game
    with start(site, authority, tmp_path, free_port()) as port, ExitStack() as opened:
        device = Device(port, authority, token)
        opened.enter_context(device.opened)
        form = {"first": "A1", "card_points": "60", "after": "1", "key": str(uuid4())}
        sent = [device.ask(f"/t/{key}/rounds/", **form).status for _ in range(6)]
        pages = [device.ask(f"/t/{key}/").status for _ in range(6)]

    assert (sent, pages) == ([302] * 6, [200] * 6)
