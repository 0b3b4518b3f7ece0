"""How the environment becomes settings, and the secret key that is kept beside the data."""

import ast
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from tichu_score.secret import kept_secret
from tichu_score.settings import env_flag, env_list, env_number

ROOT = Path(__file__).resolve().parents[2]
STARTERS = 8


def variables_read() -> set[str]:
    """The names that settings.py asks the environment for."""
    calls = [
        node
        for node in ast.walk(ast.parse((ROOT / "tichu_score" / "settings.py").read_text()))
        if isinstance(node, ast.Call)
        and ast.unparse(node.func) in {"os.getenv", "env_flag", "env_list", "env_number"}
    ]
    names = [
        ast.literal_eval(each.args[0])
        for each in calls
        if isinstance(each.args[0], ast.Constant)
    ]
    return set(names)


@pytest.mark.parametrize("text", ["1", "true", "Yes", " ON "])
def test_flag_is_on(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("FLAG", text)
    assert env_flag("FLAG") is True


@pytest.mark.parametrize("text", ["", "0", "false", "No", " off "])
def test_flag_is_off(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("FLAG", text)
    assert env_flag("FLAG") is False


def test_flag_not_set_is_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FLAG", raising=False)
    assert env_flag("FLAG") is False


def test_flag_refuses_what_is_neither_on_nor_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLAG", "maybe")
    with pytest.raises(ValueError, match=r"^FLAG must be 1 or 0, not 'maybe'\.$"):
        env_flag("FLAG")


@pytest.mark.parametrize(("text", "number"), [("", 4), (" 9 ", 9), ("8000", 8000)])
def test_number_is_read(monkeypatch: pytest.MonkeyPatch, text: str, number: int) -> None:
    monkeypatch.setenv("NUMBER", text)
    assert env_number("NUMBER", 4) == number


@pytest.mark.parametrize("text", ["0", "-1", "many", "1.5"])
def test_number_refuses_what_is_none_above_zero(
    monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.setenv("NUMBER", text)
    with pytest.raises(ValueError, match=r"^NUMBER must be a whole number above 0, not "):
        env_number("NUMBER", 4)


def test_list_drops_spaces_and_empty_items(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIST", " a.example, ,b.example,")
    assert env_list("LIST") == ["a.example", "b.example"]


def test_secret_is_long_enough_for_django(tmp_path: Path) -> None:
    assert len(kept_secret(tmp_path)) >= 50


def test_secret_is_the_same_at_the_next_start(tmp_path: Path) -> None:
    assert kept_secret(tmp_path) == kept_secret(tmp_path)


def test_secret_differs_from_folder_to_folder(tmp_path: Path) -> None:
    assert kept_secret(tmp_path / "one") != kept_secret(tmp_path / "two")


def test_secret_is_for_its_owner_alone(tmp_path: Path) -> None:
    kept_secret(tmp_path)
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600


def test_secret_is_one_when_many_start_at_once(tmp_path: Path) -> None:
    barrier = Barrier(STARTERS)

    def start(_: int) -> str:
        barrier.wait()
        return kept_secret(tmp_path)

    with ThreadPoolExecutor(STARTERS) as pool:
        assert len(set(pool.map(start, range(STARTERS)))) == 1


def test_empty_secret_is_reported(tmp_path: Path) -> None:
    (tmp_path / "secret_key").touch()
    with pytest.raises(RuntimeError, match="is empty: delete it"):
        kept_secret(tmp_path)


@pytest.mark.parametrize("variable", sorted(variables_read()))
def test_variable_stands_in_the_table_of_the_readme(variable: str) -> None:
    assert f"| `{variable}` |" in (ROOT / "README.md").read_text()


def test_variables_are_read_in_the_settings_alone() -> None:
    readers = [
        path.relative_to(ROOT).as_posix()
        for app in ("tichu_score", "scoring")
        for path in (ROOT / app).rglob("*.py")
        if any(word in path.read_text() for word in ("os.getenv", "os.environ["))
    ]
    assert readers == ["tichu_score/settings.py"]


def test_site_is_fit_to_be_deployed_behind_https(tmp_path: Path) -> None:
    environ = {"DATA_DIR": str(tmp_path), "HTTPS": "1", "ALLOWED_HOSTS": "example.org"}
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    done = subprocess.run(
        command, cwd=ROOT, env=environ, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
