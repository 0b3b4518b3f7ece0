"""What the database itself refuses, whoever writes to it."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction

from scoring.models import Game, Round
from scoring.rules import ByTeam, Call, Level, RoundResult, Seat
from tests.factories import GameFactory, Pen, PlayerFactory, double, plain

pytestmark = pytest.mark.django_db

IMPOSSIBLE: dict[str, dict[str, Any]] = {
    "a fifth seat": {"first": 4},
    "a fifth seat second": {"second": 4},
    "a fifth seat third": {"second": 1, "third": 4},
    "the same player first and second": {"second": 0},
    "the same player second and third": {"second": 1, "third": 1},
    "the same player first and third": {"second": 1, "third": 0},
    "a third without a second": {"third": 1},
    "card points and partners first and second": {"second": 2},
    "no card points and no double win": {"card_points_a": None},
    "no card points and an opponent second": {"card_points_a": None, "second": 1},
    "130 card points": {"card_points_a": 130, "points_a": 130, "points_b": -30},
    "-30 card points": {"card_points_a": -30, "points_a": -30, "points_b": 130},
    "61 card points": {"card_points_a": 61, "points_a": 61, "points_b": 39},
    "an unknown call": {"call_a1": 3},
    "points that do not follow from the cards": {"points_a": 65},
    "points for the other team that do not follow": {"points_b": 45},
    "a made call that was not paid": {"call_a1": 1},
    "a failed call that was paid": {"call_b1": 1, "points_b": 140},
    "a first out that makes another's call": {"first": 1, "call_a1": 1, "points_a": 160},
}


@pytest.mark.parametrize("columns", IMPOSSIBLE.values(), ids=IMPOSSIBLE.keys())
def test_database_refuses_an_impossible_round(columns: dict[str, Any]) -> None:
    Pen(GameFactory.create()).record(plain(60))

    with pytest.raises(IntegrityError), transaction.atomic():
        Round.objects.update(**columns)


@pytest.mark.parametrize(
    "result",
    [
        plain(125, Seat.B1, Call(Seat.A1, Level.GRAND), Call(Seat.A2, Level.GRAND)),
        plain(-25, Seat.A2, Call(Seat.A2, Level.TICHU)),
        double(Seat.B2, *(Call(seat, Level.GRAND) for seat in Seat)),
        RoundResult((Seat.A1, Seat.B1, Seat.A2), ByTeam(0, 100)),
    ],
)
def test_database_takes_what_the_rules_allow(result: RoundResult) -> None:
    pen = Pen(GameFactory.create())

    pen.record(result)

    assert pen.game.rounds.get().result == result


def test_database_refuses_a_round_twice() -> None:
    pen = Pen(GameFactory.create())
    pen.record(plain(60))
    row = pen.game.rounds.get()
    row.pk = None

    with pytest.raises(IntegrityError), transaction.atomic():
        row.save(force_insert=True)


@pytest.mark.parametrize("columns", [{"target": 0}, {"tie": "coin"}])
def test_database_refuses_an_impossible_agreement(columns: dict[str, Any]) -> None:
    GameFactory.create()

    with pytest.raises(IntegrityError), transaction.atomic():
        Game.objects.update(**columns)


def test_database_refuses_a_player_on_two_seats() -> None:
    game = GameFactory.create()

    with pytest.raises(IntegrityError), transaction.atomic():
        Game.objects.update(player_b2=game.player_a1)


def test_database_refuses_a_name_twice_in_a_group() -> None:
    player = PlayerFactory.create(name="Ada")

    with pytest.raises(IntegrityError), transaction.atomic():
        PlayerFactory.create(name="ada", group=player.group)
