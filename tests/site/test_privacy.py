"""Statements of the privacy page that other tests do not cover."""

import ast
import asyncio
import logging
from datetime import timedelta
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.db.models import Model
from django.test import Client
from django.utils import timezone

from scoring.models import AccessToken, Device, Group, Membership, Player, TokenBucket
from scoring.services.rate_limits import take_token
from scoring.views.rate_limits import JOIN
from tests.factories import GroupFactory, Phone
from tests.server import ROOT
from tests.site.asgi import scope
from tichu_score.daily_tidy import tidy
from tichu_score.request_bodies import Message, Receive, Scope, Send
from tichu_score.request_log import RequestLog

DAY = 24 * 3600


def test_tables_are_those_that_the_page_names() -> None:
    """Add a new table here after the privacy page says what it contains."""
    assert {model.__name__ for model in apps.get_models()} == {
        *(
            "Group",
            "Player",
            "Photo",
            "Game",
            "Round",
            "Payment",
            "Season",
            "PlayRules",
            "GameImport",
            "UnknownProperties",
        ),
        *("Change", "GroupChange"),
        *("Device", "Membership", "JoinRequest", "JoinCode", "AccessToken"),
        "TokenBucket",
    }


@pytest.mark.parametrize(
    ("model", "fields"),
    [
        (Device, "id token_hash system created log_id"),
        (Membership, "id group device player name role joined"),
        (
            Player,
            """id group name name_key hidden colour symbol photo merged_into merge_facts log_id
            other_log_ids recovery_link_hash""",
        ),
        (AccessToken, "id group name token_hash created last_used"),
        (TokenBucket, "key tokens at"),
    ],
)
def test_nothing_else_is_stored_of_people_and_devices(model: type[Model], fields: str) -> None:
    assert [field.name for field in model._meta.concrete_fields] == fields.split()


@pytest.mark.django_db
def test_network_address_is_deleted_a_day_after_it_was_counted() -> None:
    for address in ("192.0.2.1", "192.0.2.2"):
        take_token(JOIN, address)
    yesterday = (timezone.now() - timedelta(days=1, seconds=1)).timestamp()
    TokenBucket.objects.filter(key="join:192.0.2.1").update(at=yesterday)

    call_command("tidy")

    assert [bucket.key for bucket in TokenBucket.objects.all()] == ["join:192.0.2.2"]


@pytest.mark.django_db(transaction=True)
def test_server_that_runs_on_tidies_by_itself() -> None:
    group: Group = GroupFactory.create(deleted=timezone.now() - timedelta(days=31))

    tidy()

    assert not Group.objects.filter(pk=group.pk).exists()


@pytest.mark.django_db(transaction=True)
def test_tidying_that_fails_is_logged_in_a_sentence(caplog: pytest.LogCaptureFixture) -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE scoring_group RENAME TO elsewhere")
    try:
        tidy()
    finally:
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE elsewhere RENAME TO scoring_group")

    (entry,) = caplog.records
    assert entry.getMessage().startswith("Nothing was tidied (")
    assert entry.exc_info is None


@pytest.mark.django_db
def test_cookies_are_those_that_the_page_names() -> None:
    client = Phone(Client()).client
    client.get("/")
    client.post("/language/", {"language": "de", "next": "/"})
    ages = {name: cookie["max-age"] for name, cookie in client.cookies.items()}
    assert ages == {"device": 400 * DAY, "csrftoken": 364 * DAY, "language": 365 * DAY}


def test_log_has_no_network_address(caplog: pytest.LogCaptureFixture) -> None:
    async def site(_scope: Scope, _receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def receive() -> Message:
        return {"type": "http.request"}

    async def send(_: Message) -> None:
        pass

    caplog.set_level(logging.INFO, "tichu_score.access")
    asked = scope(headers=[(b"x-forwarded-for", b"192.0.2.9")], client=("192.0.2.9", 50_000))
    asyncio.run(RequestLog(site, lambda *_: None)(asked, receive, send))

    (entry,) = caplog.records
    assert "192.0.2.9" not in str(entry.__dict__)


def test_backups_of_a_week_are_kept() -> None:
    assert settings.BACKUPS == 7


CLIENTS = {"urllib.request", "http.client", "httpx", "requests", "aiohttp", "smtplib", "ftplib"}


def imported(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{name.name}" for name in node.names)}
    return found


def test_server_calls_no_other_service() -> None:
    folders = ("tichu_score", "scoring", "rules_ref", "rulings")
    files = [path for folder in folders for path in (ROOT / folder).rglob("*.py")]
    assert len(files) > 200
    assert {
        path.name: imported(path) & CLIENTS for path in files if imported(path) & CLIENTS
    } == {}
