"""Dates and times have one format on every page."""

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client

from scoring.models import Change, Game, Group, Role
from tests.factories import GameWriter, Phone, plain
from tests.scoring.reading import text

pytestmark = pytest.mark.django_db

BEGAN = datetime(2026, 9, 6, 19, 5, tzinfo=UTC)


@pytest.fixture
def phone(client: Client) -> Phone:
    phone = Phone(client)
    Game.objects.filter(pk=phone.game.pk).update(created=BEGAN, target=100)
    phone.game.refresh_from_db()
    GameWriter(phone.game).record(plain(100))
    Change.objects.update(at=BEGAN)
    return phone


def times(page: Any) -> list[str]:
    return re.findall(r"<time[^>]*>([^<]*)</time>", text(page))


def test_home_and_changes_write_a_time_alike(phone: Phone) -> None:
    assert times(phone.client.get("/")) == ["6 Sep 2026, 19:05"]
    assert times(phone.get("log/")) == ["6 Sep 2026, 19:05"]


def test_statistics_write_every_day_alike(phone: Phone) -> None:
    page = text(phone.client.get(f"/g/{phone.group.key}/stats/"))

    # Records, and the table of the evenings.
    assert set(re.findall(r"[^<>]*\bSep[^<>]*", page)) >= {"6 Sep 2026", "Sep"}
    assert not re.findall(r"September|Sept|Sep\.", page)


def test_deleted_group_is_restorable_until_a_day_written_alike(phone: Phone) -> None:
    phone.take_role(Role.OWNER)
    Group.objects.update(deleted=BEGAN, name="Fridays")

    assert "Restore Fridays (until 6 Oct 2026)" in text(phone.client.get("/"))
