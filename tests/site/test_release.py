"""Every change of a file that affects pages results in another release, so that no browser
keeps an earlier page."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scoring import release as releases

RENDERS = [
    "scoring/rules/winning_conditions.py",
    "scoring/presentation/rounds.py",
    "rules_ref/play/ruling.py",
    "rules_ref/content/en/tricks.md",
    "scoring/charts/fonts/Inter-Bold.otf",
    "scoring/static/scoring/css/tichu.css",
    "scoring/locale/de/LC_MESSAGES/django.mo",
    "locale/de/LC_MESSAGES/django.mo",
    "templates/scoring/table.html",
    "templates/tichu_score/sw.js",
    "tichu_score/precache.py",
]

Release = Callable[[], str]


@pytest.fixture
def site(tmp_path: Path, settings: Any) -> Path:
    """A site with one file of every kind."""
    settings.BASE_DIR, settings.STATIC_ROOT = tmp_path, tmp_path / "static"
    for name in RENDERS:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("as it was")
    return tmp_path


@pytest.fixture
def release(site: Path) -> Release:
    """Return the release that a newly started process finds."""
    found: Release = releases.release.__wrapped__
    return found


@pytest.mark.parametrize("name", RENDERS)
def test_changed_file_is_another_release(site: Path, release: Release, name: str) -> None:
    before = release()
    (site / name).write_text("corrected")

    assert release() != before


def test_renamed_file_is_another_release(site: Path, release: Release) -> None:
    before = release()
    (site / RENDERS[0]).rename(site / "scoring/rules/scenarios.py")

    assert release() != before


def test_new_list_of_static_files_is_another_release(site: Path, release: Release) -> None:
    before = release()
    (site / "static").mkdir()
    (site / "static" / "staticfiles.json").write_text("{}")

    assert release() != before


def test_upgraded_package_is_another_release(
    site: Path, release: Release, monkeypatch: pytest.MonkeyPatch
) -> None:
    packages = site / "site-packages"
    (packages / "django-5.2.1.dist-info").mkdir(parents=True)
    monkeypatch.syspath_prepend(packages)
    before = release()
    (packages / "django-5.2.1.dist-info").rename(packages / "django-5.2.2.dist-info")

    assert release() != before


def test_other_clock_is_another_release(release: Release, settings: Any) -> None:
    before = release()
    settings.TIME_ZONE = "Europe/Berlin"

    assert release() != before


def test_compiled_python_is_the_same_release(site: Path, release: Release) -> None:
    before = release()
    compiled = site / "scoring" / "rules" / "__pycache__"
    compiled.mkdir()
    (compiled / "outlook.cpython-311.pyc").write_text("compiled")

    assert release() == before
