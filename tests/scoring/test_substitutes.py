"""A player leaves and another one takes the seat: a change of the game like any other."""

import uuid

import pytest

from scoring.models import Game
from scoring.rules import BySeat, ByTeam, Call, CallLevel, Seat
from scoring.services import rounds
from scoring.services.seating import substitute
from scoring.services.transaction import Conflict, Submission
from scoring.stats.group_stats import group_stats
from tests.factories import GameFactory, GameWriter, plain

pytestmark = pytest.mark.django_db

TICHU = Call(Seat.A1, CallLevel.TICHU)


# The game


def test_somebody_new_plays_on_and_the_totals_stay(writer: GameWriter) -> None:
    writer.record(plain(60))
    writer.substitute(Seat.A1, "Eva")
    writer.record(plain(70))

    assert writer.game.names.a1 == "Eva"
    assert writer.game.sheet.standing.totals == ByTeam(130, 70)
    assert writer.game.group.players.filter(name="Eva").count() == 1


def test_rounds_stay_with_who_played_them(writer: GameWriter) -> None:
    before = writer.game.players
    writer.record(plain(60, Seat.A1, TICHU))
    writer.substitute(Seat.A1, "Eva")
    writer.record(plain(70))

    first, second = writer.game.sheet.rows
    assert (first.round.players, second.round.players) == (before, None)
    dora, eva = before.a1, writer.game.players.a1
    players = group_stats(writer.game.group).players
    assert (players[dora].tally.rounds, players[dora].tichu.made.n) == (1, 1)
    assert (players[eva].tally.rounds, players[eva].tichu.made.n) == (1, 0)


def test_undo_and_redo_leave_the_sheet_and_the_statistics_as_they_were(
    writer: GameWriter,
) -> None:
    writer.record(plain(60))
    writer.record(plain(45))
    before, names = group_stats(writer.game.group).players, writer.game.names
    writer.substitute(Seat.B2, "Eva")
    after, others = group_stats(writer.game.group).players, writer.game.names

    writer.undo()
    assert group_stats(writer.game.group).players == before
    assert (writer.game.names, writer.game.seating_number) == (names, 0)
    assert [row.round.players for row in writer.game.sheet.rows] == [None, None]
    assert set(writer.game.rounds.values_list("player_a1", flat=True)) == {None}

    writer.redo()
    assert group_stats(writer.game.group).players == after
    assert writer.game.names == others


def test_who_left_comes_back(writer: GameWriter) -> None:
    dora = writer.game.names.a1
    writer.record(plain(60))
    writer.substitute(Seat.A1, "Eva")
    writer.record(plain(70))
    writer.substitute(Seat.A1, dora)
    writer.record(plain(80))

    eva = writer.game.group.players.get(name="Eva").pk
    own = [row.round.players for row in writer.game.sheet.rows]
    assert own[0] is None
    assert own[1] == BySeat(eva, *list(writer.game.players)[1:])
    assert own[2] is None


def test_all_is_undone_in_order(writer: GameWriter) -> None:
    dora, bernd = writer.game.names.a1, writer.game.players.b1
    writer.record(plain(60))
    writer.substitute(Seat.A1, "Eva")
    writer.record(plain(70))
    writer.substitute(Seat.B1, "Finn")
    writer.remove(1)
    for _ in range(5):
        writer.undo()

    assert writer.game.names.a1 == dora
    assert writer.game.sheet.rows == []

    for _ in range(5):
        writer.redo()
    assert [writer.game.names.a1, writer.game.names.b1] == ["Eva", "Finn"]
    (row,) = writer.game.sheet.rows
    eva, _, *others = writer.game.players
    assert row.round.players == BySeat(eva, bernd, *others)


def test_the_same_submission_changes_nothing_again(writer: GameWriter) -> None:
    submission = Submission(uuid.uuid4(), writer.by, 0)

    made = [
        substitute(writer.game, Seat.A1, "Eva", submission, after=0).number for _ in range(2)
    ]

    assert made == [1, 1]
    assert writer.game.version == 1


def test_round_of_a_phone_with_the_former_seating_is_a_conflict(
    writer: GameWriter,
) -> None:
    phone = Game.objects.get(pk=writer.game.pk)
    writer.substitute(Seat.A1, "Eva")
    submission = Submission(uuid.uuid4(), writer.by, phone.seating_number)

    with pytest.raises(Conflict):
        rounds.record(phone, plain(60), submission, after=0)

    assert phone.names.a1 == "Eva"
    assert not phone.rounds.exists()


def test_two_phones_that_substitute_at_once_conflict(writer: GameWriter) -> None:
    phone = Game.objects.get(pk=writer.game.pk)
    writer.substitute(Seat.A1, "Eva")

    with pytest.raises(Conflict):
        substitute(phone, Seat.B1, "Finn", Submission(uuid.uuid4(), writer.by, 0), after=0)

    assert not writer.game.group.players.filter(name="Finn").exists()


def test_nobody_plays_on_in_a_game_that_is_over() -> None:
    writer = GameWriter(GameFactory.create(target=50))
    writer.record(plain(60))

    with pytest.raises(Conflict):
        writer.substitute(Seat.A1, "Eva")

    assert not writer.game.group.players.filter(name="Eva").exists()
