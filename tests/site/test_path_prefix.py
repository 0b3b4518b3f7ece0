"""A site under a path of its host: every address is below the path, and every program uses
it."""

import http.client
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from tests.server import PATIENCE, ROOT, Server
from tests.site.running import in_shell
from tichu_score.environment import env_path_prefix
from tichu_score.start_error import StartError

PREFIX = "/tichu"
LANGUAGES = [language for language, _ in settings.LANGUAGES]
APPS = ("rules_ref", "rulings", "scoring", "tichu_score")
SOURCES = sorted(
    path
    for folder in ("templates", *(f"{app}/static" for app in APPS))
    for path in (ROOT / folder).rglob("*")
    if path.suffix in {".html", ".js", ".css"} and "vendor" not in path.parts
)
# An address in quotes, except the end of an address in a selector.
BY_HAND = re.compile(r"""(?<!\$=)["'`(]/[a-z$][\w/.-]*[^"'`)]*["'`)]|href="/\"""")
IN_REGEXP = re.compile(r"\(/(?:\\.|[^/\n])+/[a-z]*[.,)]")
QUOTED = re.compile(r'"(/[a-z][^"\s]*)"')
# Create a group with a row of every kind. Prints the path of each page.
SEED = """import json
from tests.addresses import ROUTES, create_everything, path_of
known = create_everything()
paths = [path_of(each, known) for each in ROUTES]
print(json.dumps([known["t/key"], known["token"], paths]))"""


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_address_from_the_root_is_written_by_hand(path: Path) -> None:
    text = IN_REGEXP.sub("", path.read_text())
    assert [found[0] for found in BY_HAND.finditer(text)] == []


# The server


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server(PATH_PREFIX=PREFIX, METRICS_ALLOWED="127.0.0.1", ACCESS_LOG="1") as server:
        yield server


def get(server: Server, path: str, **headers: str) -> tuple[http.client.HTTPResponse, str]:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    body = answer.read().decode(errors="replace")
    connection.close()
    return answer, body


@pytest.mark.parametrize("path", ["/", PREFIX])
def test_root_and_prefix_lead_to_the_home_page(server: Server, path: str) -> None:
    answer, _ = get(server, path)
    assert (answer.status, answer.headers["Location"]) == (302, "/tichu/")


@pytest.mark.parametrize("path", ["/rules/", "/tichus/", "/%74ichu/rules/"])
def test_what_is_not_below_the_prefix_is_missing(server: Server, path: str) -> None:
    answer, text = get(server, path)
    assert (answer.status, text) == (
        404,
        "This site is at /tichu/, and a proxy has to pass that on.\n",
    )


@pytest.mark.parametrize("path", ["/healthz", "/tichu/healthz", "/metrics", "/tichu/metrics"])
def test_programs_ask_with_the_prefix_and_without(server: Server, path: str) -> None:
    answer, text = get(server, path)
    assert (answer.status, "ok\n" in text or "tichu_requests" in text) == (200, True)


def test_page_about_a_damaged_request_leads_to_the_home_page(server: Server) -> None:
    answer, page = get(server, "/tichu/", Host="127.0.0.1,+5")
    assert answer.status == 400
    assert 'href="/tichu/"' in page


def test_files_of_a_page_are_found(server: Server) -> None:
    _, page = get(server, "/tichu/rules/")
    files = set(re.findall(r'(?:src|href)="(/tichu/static/[^"]+)"', page))
    assert len(files) > 3
    assert {get(server, file)[0].status for file in files} == {200}


def test_page_in_a_language_names_its_addresses_below_the_prefix(server: Server) -> None:
    _, page = get(server, "/tichu/de/rules/")
    site = f"http://127.0.0.1:{server.port}/tichu"
    links = re.findall(r'<link rel="(?:canonical|alternate)"[^>]* href="([^"]+)">', page)
    translated = [language for language in LANGUAGES if f"{site}/{language}/rules/" in links]
    assert "de" in translated
    assert links == [
        f"{site}/de/rules/",
        *(f"{site}/{language}/rules/" for language in translated),
        f"{site}/rules/",
    ]


def test_service_worker_knows_the_rules_in_each_language_below_the_prefix(
    server: Server,
) -> None:
    _, worker = get(server, "/tichu/sw.js")
    listed = re.findall(r'"rulesIn": (\[[^\]]*\])', worker)[0]
    assert json.loads(listed) == [f"/tichu/{language}/rules/" for language in LANGUAGES]


def test_cookies_are_for_the_path(server: Server) -> None:
    answer, _ = get(server, "/tichu/new/")
    assert "; Path=/tichu/;" in answer.headers["Set-Cookie"]


def test_form_is_sent_back_to_where_it_is(server: Server) -> None:
    answer, _ = get(server, "/tichu/language/abc/", Accept="text/html")
    assert answer.status == 404
    table = "/tichu/t/00000000-0000-0000-0000-000000000000/undo/"
    answer, _ = get(server, table, Accept="text/html")
    assert answer.headers["Location"] == table.removesuffix("undo/")


def test_log_names_the_pattern_of_an_address(server: Server) -> None:
    get(server, "/tichu/j/secret-of-a-link/")
    server.wait(lambda: "GET /j/<slug:token>/ 404" in server.log(), "logged the request")
    assert "secret-of-a-link" not in server.log()


@pytest.fixture(scope="module")
def seeded(server: Server) -> tuple[str, str, list[str]]:
    """The key of a game, the token of a device that may score it, and the path of each page."""
    key, token, paths = json.loads(in_shell(server, SEED))
    return key, token, paths


def test_every_address_on_every_page_is_below_the_prefix(
    server: Server, seeded: tuple[str, str, list[str]]
) -> None:
    _, token, paths = seeded
    found, elsewhere = 0, set()
    for path in paths:
        answer, text = get(server, path, Cookie=f"device={token}", Accept="text/html")
        kind = answer.headers["Content-Type"] or ""
        text = "" if kind.startswith(("image/", "application/pdf")) else text
        if path.endswith("/openapi.json"):
            text = text.replace('"/api/', f'"{json.loads(text)["servers"][0]["url"]}api/')
        addresses = {*QUOTED.findall(text), *filter(None, [answer.headers["Location"]])}
        found += len(addresses)
        elsewhere |= {(path, each) for each in addresses if not each.startswith(f"{PREFIX}/")}
    assert elsewhere == set()
    assert found > 1_000


def test_stream_is_open_below_the_prefix(
    server: Server, seeded: tuple[str, str, list[str]]
) -> None:
    key, token, _ = seeded
    cookie = {"Cookie": f"device={token}"}
    _, page = get(server, f"/tichu/t/{key}/", **cookie)
    live = re.findall(r'data-live="(/[^"]+)"', page)[0]

    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    connection.request("GET", live, headers=cookie)
    answer = connection.getresponse()

    assert (answer.status, answer.headers["Content-Type"]) == (200, "text/event-stream")
    connection.close()


def test_address_of_the_site_is_printed(server: Server) -> None:
    assert f"http://127.0.0.1:{server.port}/tichu/\n" in server.log()


def test_cookies_by_https_are_marked_so(monkeypatch: pytest.MonkeyPatch) -> None:
    environ = {"HTTPS": "1", "ALLOWED_HOSTS": "example.org", "PATH_PREFIX": "/tichu/"}
    with Server(**environ) as server:
        answer, _ = get(
            server, "/tichu/new/", Host="example.org", **{"X-Forwarded-Proto": "https"}
        )
        cookie = answer.headers["Set-Cookie"]
    assert cookie.startswith("__Secure-csrftoken=")
    assert "; Path=/tichu/;" in cookie


# The setting


@pytest.mark.parametrize(
    ("value", "prefix"),
    [("", ""), ("/", ""), ("/tichu", "/tichu"), ("/tichu/", "/tichu"), ("/a/b-c", "/a/b-c")],
)
def test_path_prefix_of_the_environment_is_parsed(
    monkeypatch: pytest.MonkeyPatch, value: str, prefix: str
) -> None:
    monkeypatch.setenv("PATH_PREFIX", value)
    assert env_path_prefix("PATH_PREFIX", tls="off") == prefix


@pytest.mark.parametrize(
    "value", ["tichu", "//tichu", "/a//b", "/..", "/a/../b", "/a b", "/ü", "/%41", "/a?b"]
)
def test_what_can_be_no_path_is_refused(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("PATH_PREFIX", value)
    with pytest.raises(StartError, match="PATH_PREFIX must be a path such as /tichu"):
        env_path_prefix("PATH_PREFIX", tls="off")


def test_prefix_is_refused_without_a_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH_PREFIX", "/tichu")
    with pytest.raises(StartError, match="leave TLS out"):
        env_path_prefix("PATH_PREFIX", tls="local")
