"""Piles with two Phoenixes that an earlier version took: the round stands without them."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db.migrations.state import StateApps

from scoring.models import Change, Game, Round
from scoring.rules import ByTeam
from tests.factories import GameFactory, GameWriter, plain
from tests.upgrades.database import upgraded

pytestmark = pytest.mark.django_db

BEFORE = "0007_told"
IMPOSSIBLE = {
    "captured": {"A1": -25, "B1": -25, "A2": 125, "B2": 25},
    "last_hand": 0,
    "last": "B2",
}
POSSIBLE = {"captured": {"A1": 40, "B1": 20, "A2": 10, "B2": 25}, "last_hand": 5, "last": "B2"}
# The piles of the round in progress: as an earlier version took them, and what is kept of them.
IN_PROGRESS = [
    ({"A1": -25, "B1": -25, "A2": ["K"]}, {"A2": ["K"]}),
    ({"A1": 60, "B1": -25}, {"A1": 60, "B1": -25}),
]
# What games have below `transfer` and `progress`.
GAMES: dict[str, tuple[dict[str, Any], dict[str, Any] | None]] = {
    "impossible": (IMPOSSIBLE, None),
    "possible": (POSSIBLE, None),
    **{str(piles): (POSSIBLE, {"after": 1, "by_player": piles}) for piles, _ in IN_PROGRESS},
}


@pytest.fixture(scope="module")
def keys(django_db_setup: None, django_db_blocker: Any) -> Iterator[dict[str, int]]:
    """GAMES with a round of 80 : 20 each, as the version before left them, by their names."""
    keys: dict[str, int] = {}
    facts: dict[str, dict[str, Any]] = {}
    with django_db_blocker.unblock():
        for name in GAMES:
            game = GameFactory.create()
            GameWriter(game).record(plain(80))
            keys[name] = game.pk
            facts[name] = Round.objects.get(game=game).facts

    def put_piles(apps: StateApps) -> None:
        for name, (transfer, progress) in GAMES.items():
            after = facts[name] | {"transfer": transfer}
            Round.objects.filter(game=keys[name]).update(transfer=transfer)
            Change.objects.filter(game=keys[name]).update(after=after)
            Game.with_deleted.filter(pk=keys[name]).update(progress=progress)

    with upgraded(django_db_blocker, BEFORE, put_piles):
        yield keys


def test_round_with_impossible_piles_keeps_its_card_points(keys: dict[str, int]) -> None:
    (row,) = Game.objects.get(pk=keys["impossible"]).sheet.rows

    assert row.round.result.card_points == ByTeam(80, 20)
    assert row.round.result.transfer is None


def test_change_log_says_what_the_round_says(keys: dict[str, int]) -> None:
    game = Game.objects.get(pk=keys["impossible"])

    assert game.changes.get().result_after == game.sheet.rows[0].round.result


def test_possible_piles_survive_the_migration(keys: dict[str, int]) -> None:
    game = Game.objects.get(pk=keys["possible"])

    assert game.sheet.rows[0].round.transfer == POSSIBLE
    assert (game.changes.get().after or {})["transfer"] == POSSIBLE


@pytest.mark.parametrize(("piles", "kept"), IN_PROGRESS, ids=["impossible", "possible"])
def test_round_in_progress_keeps_what_can_be_dealt(
    keys: dict[str, int], piles: dict[str, Any], kept: dict[str, Any]
) -> None:
    game = Game.objects.get(pk=keys[str(piles)])

    assert game.in_progress.by_player.to_dict() == kept
