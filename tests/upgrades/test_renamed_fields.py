"""Undo and redo of changes that were made before fields of a game had other names."""

import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from django.db.migrations.state import StateApps
from django.utils import timezone

from scoring.models import Game
from scoring.rules import Ending
from scoring.rules.rotation import Rotation
from tests.factories import GameWriter
from tests.upgrades.database import KEY, insert_game, upgraded

pytestmark = pytest.mark.django_db

EARLIER = "0035_results_without_rounds"
ROTATING = uuid.UUID("0c5a62a5-6a4e-4c43-9d8c-4a4b7d5d1a02")
PLAN = Rotation((1, 2, 3, 4))


@pytest.fixture(scope="module", autouse=True)
def _migrated(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    with upgraded(django_db_blocker, EARLIER, insert_games):
        yield


def insert_games(apps: StateApps) -> None:
    rotation = {"rotation": PLAN.to_dict(), "target": None, "fixed_rounds": PLAN.rounds}
    insert_game(apps, key=ROTATING, seating=1, **rotation)
    now: dict[str, Any] = {"version": 3, "revision": 3, "agreed": 1, "seating": 2}
    game = insert_game(apps, minutes=60, ending="time_up", **now)
    device = apps.get_model("scoring", "Device").objects.create(token_hash="0" * 64)
    players = apps.get_model("scoring", "Player").objects
    eva = players.create(group=game.group, name="Eva", name_key="eva")
    ada, game.player_a1 = game.player_a1, eva
    game.save()
    changes: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
        ("agreement", {"minutes": None, "agreed": 0}, {"minutes": 60, "agreed": 1}),
        (
            "seating",
            {"player_a1_id": ada.pk, "seating": 0},
            {"player_a1_id": eva.pk, "seating": 2},
        ),
        (
            "ending",
            {"ending": "", "ending_reason": ""},
            {"ending": "time_up", "ending_reason": ""},
        ),
    ]
    for number, (kind, before, after) in enumerate(changes, 1):
        apps.get_model("scoring", "Change").objects.create(
            group=game.group,
            game=game,
            number=number,
            kind=kind,
            seq=0,
            round_number=0,
            before=before,
            after=after,
            key=uuid.uuid4(),
            device=device,
            at=timezone.now(),
        )


def facts(game: Game) -> tuple[object, ...]:
    game = Game.objects.get(pk=game.pk)
    return (
        game.ending,
        game.names.a1,
        game.seating_number,
        game.time_limit,
        game.agreement_change,
    )


def test_changes_are_undone_and_redone() -> None:
    writer = GameWriter(Game.objects.get(key=KEY))
    assert facts(writer.game) == (Ending.TIME_LIMIT, "Eva", 2, 60, 1)

    for _ in range(3):
        writer.undo()
    assert facts(writer.game) == (Ending.NONE, "Ada", 0, None, 0)

    for _ in range(3):
        writer.redo()
    assert facts(writer.game) == (Ending.TIME_LIMIT, "Eva", 2, 60, 1)


def test_plan_of_changing_partners_is_the_same() -> None:
    assert Game.objects.get(key=ROTATING).rotation == PLAN
