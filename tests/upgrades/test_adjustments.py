"""Adjustments of an earlier release are kept by the migration after which they are checked."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from scoring.models import Game
from scoring.rules import ByTeam
from tests.factories import GameWriter, plain
from tests.upgrades.database import insert_game, upgraded

pytestmark = pytest.mark.django_db

EARLIER = "0031_rotation_without_teams"
ADJUSTMENTS = [
    {"seq": 1, "points": {"A": -100, "B": 0}, "reason": "wish", "note": ""},
    {"seq": 2, "points": {"A": 0, "B": 5}, "reason": "other", "note": "A card on the floor"},
]


@pytest.fixture(scope="module", autouse=True)
def _migrated(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    adjusted: dict[str, Any] = {"version": 2, "revision": 2, "adjustments": ADJUSTMENTS}
    with upgraded(django_db_blocker, EARLIER, lambda apps: insert_game(apps, **adjusted)):
        yield


def test_adjustments_are_the_same_and_the_game_goes_on() -> None:
    game = Game.objects.get()
    assert (game.adjustments, game.sheet.standing.totals) == (ADJUSTMENTS, ByTeam(-100, 5))

    writer = GameWriter(game)
    writer.record(plain(60))
    writer.adjust(0, -5)

    assert Game.objects.get().sheet.standing.totals == ByTeam(-40, 40)


def test_database_refuses_impossible_ones_from_now_on() -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Game.objects.update(adjustments=[*ADJUSTMENTS, {"seq": 3}])
