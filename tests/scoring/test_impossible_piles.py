"""Piles with two Phoenixes that an earlier version took: the round stands without them."""

from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from scoring.models import Change, Game, Round
from scoring.rules import ByTeam
from tests.factories import GameFactory, GameWriter, plain

pytestmark = pytest.mark.django_db(transaction=True)

BEFORE = ("scoring", "0007_told")
IMPOSSIBLE = {
    "captured": {"A1": -25, "B1": -25, "A2": 125, "B2": 25},
    "last_hand": 0,
    "last": "B2",
}
POSSIBLE = {"captured": {"A1": 40, "B1": 20, "A2": 10, "B2": 25}, "last_hand": 5, "last": "B2"}


def migrate(to: tuple[str, str] | None = None) -> None:
    """Migrate to this version of the database, or to the newest."""
    executor = MigrationExecutor(connection)
    executor.migrate([to] if to else executor.loader.graph.leaf_nodes())


def upgrade(transfer: dict[str, Any], progress: dict[str, Any] | None = None) -> Game:
    """A game with a round of 80 : 20 and its piles, as the version before left it."""
    game: Game = GameFactory.create()
    GameWriter(game).record(plain(80))
    facts = Round.objects.get().facts
    migrate(BEFORE)
    try:
        Round.objects.update(transfer=transfer)
        Change.objects.update(after=facts | {"transfer": transfer})
        Game.with_deleted.update(progress=progress)
    finally:
        migrate()
    return Game.objects.get()


def test_round_with_impossible_piles_keeps_its_card_points() -> None:
    (row,) = upgrade(IMPOSSIBLE).sheet.rows

    assert row.round.result.card_points == ByTeam(80, 20)
    assert row.round.result.transfer is None


def test_change_log_says_what_the_round_says() -> None:
    game = upgrade(IMPOSSIBLE)

    assert game.changes.get().result_after == game.sheet.rows[0].round.result


def test_possible_piles_stay() -> None:
    game = upgrade(POSSIBLE)

    assert game.sheet.rows[0].round.transfer == POSSIBLE
    assert (game.changes.get().after or {})["transfer"] == POSSIBLE


@pytest.mark.parametrize(
    ("piles", "kept"),
    [
        ({"A1": -25, "B1": -25, "A2": ["K"]}, {"A2": ["K"]}),
        ({"A1": 60, "B1": -25}, {"A1": 60, "B1": -25}),
    ],
    ids=["impossible", "possible"],
)
def test_round_in_progress_keeps_what_can_be_dealt(
    piles: dict[str, Any], kept: dict[str, Any]
) -> None:
    game = upgrade(POSSIBLE, {"after": 1, "by_player": piles})

    assert game.in_progress.by_player.to_dict() == kept
