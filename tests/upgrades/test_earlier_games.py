"""Games that earlier releases wrote, after the migrations since: impossible piles, adjustments
that the database did not check yet, and fields that had other names."""

import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.db.migrations.state import StateApps
from django.utils import timezone

from scoring.models import Change, Game, Round
from scoring.rules import ByTeam, Ending
from scoring.rules.rotation import Rotation
from tests.factories import GameFactory, GameWriter, plain
from tests.upgrades.database import KEY, insert_game, upgraded

pytestmark = pytest.mark.django_db

# Piles with two Phoenixes, which were taken up to here: the round stands without them.
TOOK_IMPOSSIBLE_PILES = "0007_told"
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

# Adjustments were checked by the database after this.
DID_NOT_CHECK_ADJUSTMENTS = "0031_rotation_without_teams"
ADJUSTED = uuid.UUID("5b1f6c3e-1a0d-4f6e-8f0a-6f6e2d0b7c03")
ADJUSTMENTS = [
    {"seq": 1, "points": {"A": -100, "B": 0}, "reason": "wish", "note": ""},
    {"seq": 2, "points": {"A": 0, "B": 5}, "reason": "other", "note": "A card on the floor"},
]

# Fields of a game had other names in the changes up to here.
HAD_OTHER_NAMES = "0035_results_without_rounds"
ROTATING = uuid.UUID("0c5a62a5-6a4e-4c43-9d8c-4a4b7d5d1a02")
PLAN = Rotation((1, 2, 3, 4))


@pytest.fixture(scope="module", autouse=True)
def keys(django_db_setup: None, django_db_blocker: Any) -> Iterator[dict[str, int]]:
    """The games of all these releases, upgraded at once. Returns the numbers of GAMES, which
    have a round of 80 : 20 each, by their names."""
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

    inserts = {
        TOOK_IMPOSSIBLE_PILES: put_piles,
        DID_NOT_CHECK_ADJUSTMENTS: insert_adjusted_game,
        HAD_OTHER_NAMES: insert_games,
    }
    with upgraded(django_db_blocker, inserts):
        yield keys


def insert_adjusted_game(apps: StateApps) -> None:
    insert_game(apps, key=ADJUSTED, version=2, revision=2, adjustments=ADJUSTMENTS)


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


def test_adjustments_are_the_same_and_the_game_continues() -> None:
    game = Game.objects.get(key=ADJUSTED)
    assert (game.adjustments, game.sheet.standing.totals) == (ADJUSTMENTS, ByTeam(-100, 5))

    writer = GameWriter(game)
    writer.record(plain(60))
    writer.adjust(0, -5)

    assert Game.objects.get(key=ADJUSTED).sheet.standing.totals == ByTeam(-40, 40)


def test_database_refuses_impossible_ones_from_now_on() -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Game.objects.filter(key=ADJUSTED).update(adjustments=[*ADJUSTMENTS, {"seq": 3}])


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
