"""Settings from the environment, and the secret key that is stored in the data folder."""

import ast
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from tichu_score.environment import (
    MANY_PROCESSES,
    database,
    env_contact,
    env_flag,
    env_hosts,
    env_hsts_preload,
    env_list,
    env_number,
    env_origins,
    env_processes,
    env_secret,
    env_threads,
    env_time_zone,
    secret_key,
)
from tichu_score.secret_key import load_or_create_secret_key
from tichu_score.start_error import StartError

ROOT = Path(__file__).resolve().parents[2]
STARTERS = 8


def variables_read() -> set[str]:
    """Return the names of the environment variables that settings.py reads."""
    calls = [
        node
        for node in ast.walk(ast.parse((ROOT / "tichu_score" / "settings.py").read_text()))
        if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("env_")
    ]
    names = [
        ast.literal_eval(each.args[0])
        for each in calls
        if isinstance(each.args[0], ast.Constant)
    ]
    return set(names)


@pytest.mark.parametrize("text", ["1", "true", "Yes", " ON "])
def test_words_for_yes_switch_a_flag_on(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("FLAG", text)
    assert env_flag("FLAG") is True


@pytest.mark.parametrize("text", ["", "0", "false", "No", " off "])
def test_words_for_no_switch_a_flag_off(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("FLAG", text)
    assert env_flag("FLAG") is False


def test_flag_not_set_is_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FLAG", raising=False)
    assert env_flag("FLAG") is False


def test_flag_refuses_what_is_neither_on_nor_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLAG", "maybe")
    with pytest.raises(StartError, match=r"^FLAG must be 1 or 0, not 'maybe'\.$"):
        env_flag("FLAG")


@pytest.mark.parametrize(("text", "number"), [("", 4), (" 9 ", 9), ("8000", 8000)])
def test_number_of_the_environment_is_parsed(
    monkeypatch: pytest.MonkeyPatch, text: str, number: int
) -> None:
    monkeypatch.setenv("NUMBER", text)
    assert env_number("NUMBER", 4) == number


@pytest.mark.parametrize("text", ["0", "-1", "many", "1.5"])
def test_number_must_be_an_integer_above_zero(
    monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.setenv("NUMBER", text)
    with pytest.raises(StartError, match=r"^NUMBER must be a whole number above 0, not "):
        env_number("NUMBER", 4)


def test_number_may_be_zero_where_that_means_something(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBER", "0")
    assert env_number("NUMBER", 4, least=0) == 0


@pytest.mark.parametrize(
    ("cores", "most"), [(1, MANY_PROCESSES), (None, MANY_PROCESSES), (24, 24)]
)
def test_processes_are_at_most_one_for_each_core_or_a_few(
    monkeypatch: pytest.MonkeyPatch, cores: int | None, most: int
) -> None:
    monkeypatch.setattr("tichu_score.environment.os.cpu_count", lambda: cores)
    monkeypatch.setenv("PROCESSES", str(most))
    assert env_processes("PROCESSES") == most
    monkeypatch.setenv("PROCESSES", str(most + 1))
    with pytest.raises(StartError) as refused:
        env_processes("PROCESSES")
    assert str(refused.value) == (
        f"PROCESSES must be a whole number from 1 to {most} on this machine, not "
        f"'{most + 1}': more than one for each core makes nothing quicker."
    )


def test_threads_are_at_most_some_for_each_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("THREADS", raising=False)
    assert env_threads("THREADS") == 4
    monkeypatch.setenv("THREADS", "32")
    assert env_threads("THREADS") == 32
    monkeypatch.setenv("THREADS", "33")
    with pytest.raises(StartError) as refused:
        env_threads("THREADS")
    assert str(refused.value) == (
        "THREADS must be a whole number from 1 to 32, not '33': more threads make no process "
        "quicker, and each has a connection to the database."
    )


@pytest.mark.parametrize("name", ["Mars/One", "../etc/passwd", "Europe", "Europe/Berlin\0"])
def test_unknown_time_zone_is_refused(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr("tichu_score.environment.os.getenv", lambda *_: name)
    with pytest.raises(StartError, match=r"^TIME_ZONE must be a time zone such as "):
        env_time_zone("TIME_ZONE")


@pytest.mark.parametrize(
    "url",
    [
        "tichu",
        "mysql://anna:h1dden@host/tichu",
        "postgres://anna:h1dden@host",
        "postgres://anna:h1dden/@host/tichu",
        "postgres://anna:h1dden@host:port/tichu",
        "sqlite://",
        "sqlite://:memory:",
    ],
)
def test_database_address_that_cannot_be_used_is_refused_without_its_password(url: str) -> None:
    with pytest.raises(StartError, match=r"^DATABASE_URL must be like postgres://") as error:
        database(url)
    assert "h1dden" not in str(error.value)


def test_database_address_may_have_a_password_with_special_characters() -> None:
    found = database("postgres://anna:a%40b%2Fc@host:5433/tichu")
    assert (found["PASSWORD"], found["HOST"], found["PORT"]) == ("a@b/c", "host", 5433)


@pytest.mark.parametrize("key", ["short", "ab" * 40])
def test_secret_that_can_be_guessed_is_refused(key: str) -> None:
    with pytest.raises(StartError, match=r"^SECRET_KEY is too easy to guess: it needs 32 "):
        secret_key(key, "SECRET_KEY")


def test_secret_of_32_random_bytes_is_accepted() -> None:
    key = "q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA="
    assert secret_key(key, "SECRET_KEY") == key


@pytest.mark.parametrize("hosts", ["", "*", "example.org,*"])
def test_hosts_have_to_be_named_behind_https(
    monkeypatch: pytest.MonkeyPatch, hosts: str
) -> None:
    monkeypatch.setenv("HOSTS", hosts)
    with pytest.raises(StartError, match=r"^With HTTPS=1 HOSTS must name the site's hosts"):
        env_hosts("HOSTS", https=True)


def test_preloading_without_https_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PRELOAD", "1")
    with pytest.raises(StartError) as refused:
        env_hsts_preload("PRELOAD", https=False)
    assert str(refused.value) == "PRELOAD=1 needs HTTPS=1: set both, or remove PRELOAD."


def test_preloading_is_on_behind_https_where_it_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    assert env_hsts_preload("PRELOAD", https=True) is False
    monkeypatch.setenv("PRELOAD", "1")
    assert env_hsts_preload("PRELOAD", https=True) is True


def test_any_host_is_answered_without_https(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HOSTS", raising=False)
    assert env_hosts("HOSTS", https=False) == ["*"]


@pytest.mark.parametrize(
    "host", ["https://example.org", "example.org:8000", "example.org/tichu", "*.example.org"]
)
def test_host_that_no_request_names_is_refused(
    monkeypatch: pytest.MonkeyPatch, host: str
) -> None:
    monkeypatch.setenv("HOSTS", f"localhost,{host}")
    with pytest.raises(StartError) as refused:
        env_hosts("HOSTS", https=False)
    assert str(refused.value) == (
        "HOSTS must be hosts without https:// and port, such as tichu.example.org, "
        f".example.org for all below it, or [2001:db8::7], not {host!r}."
    )


@pytest.mark.parametrize(
    "host",
    ["*", "tichu.example.org", ".example.org", "tichu.local", "192.0.2.7", "[2001:db8::7]"],
)
def test_host_is_a_name_or_an_address(monkeypatch: pytest.MonkeyPatch, host: str) -> None:
    monkeypatch.setenv("HOSTS", host)
    assert env_hosts("HOSTS", https=False) == [host]


@pytest.mark.parametrize("origin", ["example.org", "https://", "https://example.org/", "*"])
def test_origin_that_no_browser_sends_is_refused(
    monkeypatch: pytest.MonkeyPatch, origin: str
) -> None:
    monkeypatch.setenv("ORIGINS", origin)
    with pytest.raises(StartError, match=r"^ORIGINS must be origins such as https://tichu"):
        env_origins("ORIGINS")


@pytest.mark.parametrize(
    "origin", ["https://example.org", "http://10.0.0.7:8080", "https://*.example.org"]
)
def test_origin_is_a_scheme_and_a_host(monkeypatch: pytest.MonkeyPatch, origin: str) -> None:
    monkeypatch.setenv("ORIGINS", origin)
    assert env_origins("ORIGINS") == [origin]


def test_secret_may_be_in_a_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("from a file\n")
    monkeypatch.setenv("SECRET_FILE", str(tmp_path / "secret"))
    assert env_secret("SECRET") == "from a file"


def test_secret_itself_goes_before_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET", "itself")
    monkeypatch.setenv("SECRET_FILE", "/nowhere")
    assert env_secret("SECRET") == "itself"


def test_file_of_a_secret_that_cannot_be_read_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_FILE", "/nowhere")
    with pytest.raises(StartError, match=r"^SECRET_FILE names /nowhere, which cannot be read"):
        env_secret("SECRET")


@pytest.mark.parametrize("value", ["anna@example.org", "http://example.org", "mailto:a\nX: y"])
def test_contact_refuses_what_is_no_address(
    monkeypatch: pytest.MonkeyPatch, value: str
) -> None:
    monkeypatch.setenv("CONTACT", value)
    with pytest.raises(StartError, match=r"^CONTACT must begin with mailto: or https://, not"):
        env_contact("CONTACT")


def test_list_drops_spaces_and_empty_items(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIST", " a.example, ,b.example,")
    assert env_list("LIST") == ["a.example", "b.example"]


def test_secret_is_long_enough_for_django(tmp_path: Path) -> None:
    assert len(load_or_create_secret_key(tmp_path)) >= 50


def test_secret_is_the_same_at_the_next_start(tmp_path: Path) -> None:
    assert load_or_create_secret_key(tmp_path) == load_or_create_secret_key(tmp_path)


def test_secret_differs_from_folder_to_folder(tmp_path: Path) -> None:
    assert load_or_create_secret_key(tmp_path / "one") != load_or_create_secret_key(
        tmp_path / "two"
    )


def test_secret_is_for_its_owner_alone(tmp_path: Path) -> None:
    load_or_create_secret_key(tmp_path)
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600


def test_data_folder_is_readable_by_its_owner_only(tmp_path: Path) -> None:
    load_or_create_secret_key(tmp_path / "data")
    assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o700


def test_secret_is_one_when_many_start_at_once(tmp_path: Path) -> None:
    barrier = Barrier(STARTERS)

    def start(_: int) -> str:
        barrier.wait()
        return load_or_create_secret_key(tmp_path)

    with ThreadPoolExecutor(STARTERS) as pool:
        assert len(set(pool.map(start, range(STARTERS)))) == 1


def test_empty_secret_is_reported(tmp_path: Path) -> None:
    (tmp_path / "secret_key").touch()
    with pytest.raises(StartError, match="is empty: delete it"):
        load_or_create_secret_key(tmp_path)


@pytest.mark.parametrize("variable", sorted(variables_read()))
def test_variable_is_in_the_table_of_the_readme(variable: str) -> None:
    assert f"| `{variable}` |" in (ROOT / "README.md").read_text()


def test_variables_are_read_in_the_settings_alone() -> None:
    readers = [
        path.relative_to(ROOT).as_posix()
        for app in ("tichu_score", "scoring")
        for path in (ROOT / app).rglob("*.py")
        if any(word in path.read_text() for word in ("os.getenv", "os.environ["))
    ]
    assert readers == ["tichu_score/environment.py"]


def test_site_is_fit_to_be_deployed_behind_https(tmp_path: Path) -> None:
    environ = {"DATA_DIR": str(tmp_path), "HTTPS": "1", "ALLOWED_HOSTS": "example.org"}
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    done = subprocess.run(
        command, cwd=ROOT, env=environ, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
