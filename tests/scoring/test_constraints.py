"""The database itself refuses impossible rows, whichever program writes them."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction

from scoring.models import Game, Round
from scoring.rules import ByTeam, Call, CallLevel, RoundResult, Seat
from tests.factories import GameFactory, GameWriter, PlayerFactory, double, plain

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
    "an unknown call": {"call_a1": 4, "extra_call_points": 400, "points_a": 460},
    "an extra call where none is played": {"call_a1": 3},
    "an extra call that scores another worth": {
        "call_a1": 3,
        "extra_call_points": 400,
        "points_a": 360,
    },
    "an extra call of 250": {"call_a1": 3, "extra_call_points": 250, "points_a": 310},
    "points that do not follow from the cards": {"points_a": 65},
    "points for the other team that do not follow": {"points_b": 45},
    "a made call that was not paid": {"call_a1": 1},
    "a failed call that was paid": {"call_b1": 1, "points_b": 140},
    "a double win of 150": {"double_win": 150},
    "an unknown rule for failed calls": {"failed_calls": 3},
    "a failed call that nobody lost or won": {"call_b1": 1, "failed_calls": 1},
    "a failed call that its team lost and the others should win": {
        "call_b1": 1,
        "failed_calls": 1,
        "points_b": -60,
    },
    "a failed Tichu that paid the others where Grand Tichu alone does": {
        "call_b1": 1,
        "failed_calls": 2,
        "points_a": 160,
    },
    "a first out that makes another's call": {"first": 1, "call_a1": 1, "points_a": 160},
}


@pytest.mark.parametrize("columns", IMPOSSIBLE.values(), ids=IMPOSSIBLE.keys())
def test_database_refuses_an_impossible_round(columns: dict[str, Any]) -> None:
    GameWriter(GameFactory.create()).record(plain(60))

    with pytest.raises(IntegrityError), transaction.atomic():
        Round.objects.update(**columns)


@pytest.mark.parametrize(
    "result",
    [
        plain(125, Seat.B1, Call(Seat.A1, CallLevel.GRAND), Call(Seat.A2, CallLevel.GRAND)),
        plain(-25, Seat.A2, Call(Seat.A2, CallLevel.TICHU)),
        double(Seat.B2, *(Call(seat, CallLevel.GRAND) for seat in Seat)),
        RoundResult((Seat.A1, Seat.B1, Seat.A2), ByTeam(0, 100)),
    ],
)
def test_database_takes_what_the_rules_allow(result: RoundResult) -> None:
    writer = GameWriter(GameFactory.create())

    writer.record(result)

    assert writer.game.rounds.get().result == result


@pytest.mark.parametrize("double_win", [100, 200, 300])
def test_database_takes_a_double_win_for_what_was_agreed(double_win: int) -> None:
    writer = GameWriter(GameFactory.create(double_win=double_win))

    writer.record(double(Seat.B1))

    assert writer.game.rounds.get().points == ByTeam(0, double_win)


@pytest.mark.parametrize("failed", ["minus", "opponents", "opponents_grand"])
@pytest.mark.parametrize(("caller", "points"), [(Seat.A1, 500), (Seat.B2, None)])
def test_database_takes_an_extra_call_for_what_was_agreed(
    failed: str, caller: Seat, points: int | None
) -> None:
    agreed = {"extra_call": "Blind Tichu", "extra_call_points": 500, "failed_calls": failed}
    writer = GameWriter(GameFactory.create(**agreed))

    writer.record(plain(60, Seat.A1, Call(caller, CallLevel.EXTRA)))

    lost = ByTeam(560, 40) if failed == "opponents" else ByTeam(60, -460)
    row = writer.game.rounds.get()
    assert (row.call_b2 + row.call_a1, row.points) == (3, ByTeam(560, 40) if points else lost)


def test_database_refuses_a_double_win_for_more_than_the_round_was_played_for() -> None:
    GameWriter(GameFactory.create(double_win=100)).record(double(Seat.B1))

    with pytest.raises(IntegrityError), transaction.atomic():
        Round.objects.update(points_b=200)


def piles(last_hand: int, *captured: int) -> dict[str, Any]:
    seats = dict(zip(("A1", "B1", "A2", "B2"), captured, strict=True))
    return {"captured": seats, "last_hand": last_hand, "last": "B2"}


@pytest.mark.parametrize(
    "transfer",
    [
        piles(0, -25, -25, 125, 25),
        piles(10, -5, -5, 50, 50),
        piles(5, 40, 20, 10, 20),
        piles(2, 43, 20, 10, 25),
        piles(0, 130, -30, 0, 0),
    ],
    ids=["two Phoenixes", "two piles below 0", "95 points", "no steps of five", "130 points"],
)
def test_database_refuses_piles_that_the_deck_has_not(transfer: dict[str, Any]) -> None:
    GameWriter(GameFactory.create()).record(plain(60))

    with pytest.raises(IntegrityError), transaction.atomic():
        Round.objects.update(transfer=transfer)


@pytest.mark.parametrize(
    "transfer", [piles(5, 40, 20, 10, 25), piles(-25, 60, 40, 15, 10), piles(0, 0, 0, 0, 100)]
)
def test_database_takes_piles_of_the_deck(transfer: dict[str, Any]) -> None:
    GameWriter(GameFactory.create()).record(plain(60))

    Round.objects.update(transfer=transfer)

    assert Round.objects.get().transfer == transfer


def test_database_refuses_a_round_twice() -> None:
    writer = GameWriter(GameFactory.create())
    writer.record(plain(60))
    row = writer.game.rounds.get()
    row.pk = None

    with pytest.raises(IntegrityError), transaction.atomic():
        row.save(force_insert=True)


@pytest.mark.parametrize(
    "columns",
    [
        {"target": 0},
        {"target": None},
        {"target": None, "floor": 1000},
        {"fixed_rounds": 0},
        {"lead": 0},
        {"floor": 0},
        {"tie": "coin"},
        {"calls_per_team": "two"},
        {"double_win": 250},
        {"failed_calls": "nobody"},
        {"extra_call": "Blind Tichu"},
        {"extra_call_points": 400},
        {"extra_call": "Blind Tichu", "extra_call_points": 150},
        {"extra_call_until": "last_card"},
    ],
    ids=str,
)
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


def adjustment(**changed: Any) -> dict[str, Any]:
    """Return an adjustment that is valid except for what is `changed`."""
    possible = {"seq": 1, "points": {"A": -100, "B": 0}, "reason": "wish", "note": ""}
    return possible | changed


NO_ADJUSTMENTS: dict[str, Any] = {
    "no list": {},
    "a number": 5,
    "an empty list": [],
    "21 of them": [adjustment(seq=seq) for seq in range(1, 22)],
    "an entry that is none": [5],
    "an entry of nothing": [{}],
    "1001 points": [adjustment(points={"A": 0, "B": 1001})],
    "-1001 points": [adjustment(points={"A": -1001, "B": 0})],
    "half a point": [adjustment(points={"A": 0.5, "B": 0})],
    "points in words": [adjustment(points={"A": "5", "B": 0})],
    "no points": [adjustment(points={"A": 0, "B": 0})],
    "points of one team": [adjustment(points={"A": 5})],
    "an unknown reason": [adjustment(reason="why")],
    "another reason that nobody says": [adjustment(reason="other")],
    "201 letters": [adjustment(note="x" * 201)],
    "a note that is a number": [adjustment(note=5)],
    "no note": [{"seq": 1, "points": {"A": 5, "B": 0}, "reason": "wish"}],
    "no change that made it": [adjustment(seq=0)],
    "a bad one behind a good one": [adjustment(), adjustment(reason="why")],
    "a bad one in the last place": [*[adjustment()] * 19, adjustment(seq="1")],
}


@pytest.mark.parametrize("facts", NO_ADJUSTMENTS.values(), ids=NO_ADJUSTMENTS.keys())
def test_database_refuses_impossible_adjustments(facts: Any) -> None:
    GameFactory.create()

    with pytest.raises(IntegrityError), transaction.atomic():
        Game.objects.update(adjustments=facts)


@pytest.mark.parametrize(
    "facts",
    [
        [adjustment(points={"A": 1000, "B": -1000}, note="x" * 200)],
        [adjustment(points={"A": 0, "B": 1}, reason="other", note="Ä\n“ß”")],
        [adjustment(seq=seq) for seq in range(1, 21)],
    ],
    ids=["bounds", "other", "20 of them"],
)
def test_database_takes_adjustments_that_the_rules_allow(facts: Any) -> None:
    GameFactory.create()

    Game.objects.update(adjustments=facts)

    assert Game.objects.get().adjustments == facts
