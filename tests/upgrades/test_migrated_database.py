"""After `migrate`, a database of an earlier release can be read, and its games continue."""

import json
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.migrations.state import StateApps
from django.test import Client

from scoring.models import Change, Game, Group, JoinRequest
from scoring.rules import ByTeam, Call, CallLevel, Seat
from scoring.stats.group_stats import group_stats
from scoring.stats.tally import Tally
from tests.upgrades.database import upgraded

pytestmark = pytest.mark.django_db

# Written by the release whose last migration this was: the rows of every model, and the tokens
# of devices, of which the database has only hashes.
EARLIER = json.loads((Path(__file__).parent / "migration_0014.json").read_text())
FINISHED, RUNNING = uuid.UUID(EARLIER["finished"]), uuid.UUID(EARLIER["running"])


@pytest.fixture(scope="module", autouse=True)
def _migrated(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    with upgraded(django_db_blocker, {EARLIER["migration"]: insert_rows}):
        yield


def insert_rows(apps: StateApps) -> None:
    """Insert the rows of every model."""
    models = [apps.get_model("scoring", name) for name in EARLIER["rows"]]
    # Rows refer to rows that are inserted later.
    with transaction.atomic(), connection.constraint_checks_disabled():
        for model in models:
            for row in EARLIER["rows"][model.__name__]:
                fields = {field.attname: field for field in model._meta.concrete_fields}
                model(
                    **{name: fields[name].to_python(value) for name, value in row.items()}
                ).save(force_insert=True)
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), models):
            cursor.execute(statement)


@pytest.fixture
def owner() -> Client:
    return client("owner_token")


def client(token: str) -> Client:
    made = Client()
    made.cookies["device"] = EARLIER[token]
    return made


def record(owner: Client, **facts: Any) -> Any:
    game = Game.objects.get(key=RUNNING)
    facts |= {"key": uuid.uuid4(), "after": game.last_seq}
    return owner.post(f"/t/{RUNNING}/rounds/", facts)


def test_totals_of_earlier_games_are_the_same() -> None:
    totals = {game.key: game.summary.standing.totals for game in Game.objects.all()}

    assert totals == {FINISHED: ByTeam(560, 240), RUNNING: ByTeam(120, -120)}


def test_log_of_earlier_games_is_the_same(owner: Client) -> None:
    assert Change.objects.count() == len(EARLIER["rows"]["Change"])
    assert owner.get(f"/t/{FINISHED}/log/").status_code == 200


def test_round_in_progress_continues_with_its_call(owner: Client) -> None:
    progress = Game.objects.get(key=RUNNING).in_progress

    assert (progress.out_order, progress.calls) == (
        (Seat.B2,),
        (Call(Seat.B2, CallLevel.TICHU),),
    )
    assert owner.get(f"/t/{RUNNING}/").status_code == 200


def test_next_round_is_recorded(owner: Client) -> None:
    response = record(owner, first="B2", card_points="40", tichu="B2")

    assert response.status_code == 302
    assert Game.objects.get(key=RUNNING).summary.standing.totals == ByTeam(160, 40)


def test_amended_round_of_earlier_can_be_undone(owner: Client) -> None:
    number = Game.objects.get(key=RUNNING).undo_stack.to_undo
    assert number is not None
    owner.post(f"/t/{RUNNING}/undo/", {"key": uuid.uuid4(), "number": number.number})

    assert Game.objects.get(key=RUNNING).summary.standing.totals == ByTeam(100, -100)


def test_statistics_count_earlier_games(owner: Client) -> None:
    page = owner.get(f"/g/{Group.objects.get().key}/stats/")

    assert page.status_code == 200
    assert group_stats(Group.objects.get()).rounds == len(EARLIER["rows"]["Round"])


def test_statistics_are_those_of_the_earlier_release() -> None:
    """They are the same to the last digit."""
    found = group_stats(Group.objects.get())

    winner = Tally(
        games=1,
        won=1,
        rounds=5,
        grand_rounds=5,
        points=680,
        against=120,
        counted=3,
        cards=180,
        doubles=1,
        doubles_suffered=1,
    )
    assert [each.tally for each in found.partners.values()] == [winner, winner.for_opponents]
    assert sorted(each.edge for each in found.ratings.values()) == [
        -1.6556061586298114,
        -1.6556061586298114,
        1.6556061586298112,
        1.6556061586298116,
    ]


@pytest.mark.parametrize(("token", "status"), [("member_token", 200), ("watcher_token", 302)])
def test_devices_have_the_rights_that_they_had(token: str, status: int) -> None:
    assert client(token).get(f"/t/{RUNNING}/").status_code == status


def test_links_that_were_given_lead_in() -> None:
    group = Group.objects.get()
    guest = Client()

    assert guest.get(f"/j/{group.join_token}/").status_code == 200
    assert guest.get(f"/w/{group.watch_token}/").status_code == 200
    assert guest.post(EARLIER["recovery_path"]).status_code == 200
    assert guest.get(f"/t/{RUNNING}/").status_code == 200


def test_pending_request_is_accepted(owner: Client) -> None:
    request = JoinRequest.objects.get()
    path = f"/g/{Group.objects.get().key}/requests/{request.pk}/"
    owner.post(path, {"answer": "yes"})

    assert JoinRequest.objects.count() == 0
