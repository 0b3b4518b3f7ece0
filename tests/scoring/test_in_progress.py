"""The round in progress on a game: what is stored, what becomes of it, what is logged."""

import uuid
from dataclasses import replace

import pytest

from scoring.models import Conflict, Game, Kind
from scoring.rules import (
    Bomb,
    BySeat,
    ByTeam,
    Call,
    Count,
    Level,
    Moments,
    PointCard,
    RoundInProgress,
    RoundResult,
    Seat,
    Team,
    Transfer,
)
from tests.factories import GameFactory, Pen, plain

pytestmark = pytest.mark.django_db

BEN = Call(Seat.B1, Level.TICHU)
ADA = Call(Seat.A1, Level.GRAND)
FOUR_NINES = Moments((Bomb(Seat.B1, 4, 9),), "the mythical 14-card straight")
COUNTED = Count({Team.A: (PointCard.KING, PointCard.DRAGON)})
PASSED_ON = RoundResult((Seat.A1,), transfer=Transfer(BySeat(40, 20, 10, 25), 5, Seat.B2))


@pytest.fixture
def pen() -> Pen:
    return Pen(GameFactory.create())


def stored(game: Game) -> Game:
    """The game as another phone finds it."""
    return Game.objects.get(pk=game.pk)


def test_call_is_stored_when_it_is_made(pen: Pen) -> None:
    pen.call(BEN)

    assert stored(pen.game).in_progress.calls == (BEN,)


def test_half_a_round_is_stored_with_all_that_is_known(pen: Pen) -> None:
    known = RoundInProgress(
        order=(Seat.A1, Seat.B1),
        calls=(ADA, BEN),
        dealt=True,
        by_team=COUNTED,
        moments=FOUR_NINES,
    )

    pen.tell(lambda _: known)

    assert stored(pen.game).in_progress == known


def test_call_is_logged_with_its_time(pen: Pen) -> None:
    pen.record(plain(60))
    pen.call(BEN)

    change = pen.game.changes.last()

    assert change is not None
    assert (change.kind, change.round_number, change.number) == (Kind.CALL, 2, pen.game.version)
    assert change.after == {"calls": [{"player": "B1", "level": "tichu"}]}


def test_call_taken_back_leaves_a_trace(pen: Pen) -> None:
    pen.call(BEN)
    pen.call()

    change = pen.game.changes.last()

    assert change is not None
    assert (change.before, change.after) == (
        {"calls": [{"player": "B1", "level": "tichu"}]},
        {"calls": []},
    )


def test_what_is_no_call_is_not_logged(pen: Pen) -> None:
    pen.tell(lambda now: replace(now, order=(Seat.A1,), by_team=COUNTED))

    assert (pen.game.version, pen.game.changes.count()) == (0, 0)


def test_round_that_was_recorded_meanwhile_takes_no_more_calls(pen: Pen) -> None:
    pen.record(plain(60))

    with pytest.raises(Conflict):
        pen.game.tell(lambda now: now, key=uuid.uuid4(), after=0, by=pen.by)


def test_finished_game_has_no_round_in_progress(pen: Pen) -> None:
    pen.game.target = 100
    pen.game.save()
    pen.record(plain(100))

    with pytest.raises(Conflict):
        pen.call(BEN)


def test_next_round_starts_with_nothing(pen: Pen) -> None:
    pen.call(BEN)
    pen.record(plain(60, Seat.A1, BEN))

    assert stored(pen.game).in_progress == RoundInProgress()


def record(pen: Pen, result: RoundResult, seen: RoundInProgress) -> None:
    after = pen.game.sheet.last_seq
    pen.game.record(result, key=uuid.uuid4(), after=after, by=pen.by, seen=seen)


def test_round_without_a_call_that_its_phone_never_saw_is_a_conflict(pen: Pen) -> None:
    pen.call(BEN)

    with pytest.raises(Conflict):
        record(pen, plain(60), RoundInProgress())


def test_round_without_a_call_that_its_phone_took_back_is_recorded(pen: Pen) -> None:
    pen.call(BEN)

    record(pen, plain(60), RoundInProgress(calls=(BEN,)))

    assert pen.game.sheet.rows[0].round.result.calls == ()


def test_round_with_a_call_that_never_reached_the_server_is_recorded(pen: Pen) -> None:
    record(pen, plain(60, Seat.A1, BEN), RoundInProgress())

    assert pen.game.sheet.rows[0].round.result.calls == (BEN,)


def test_undone_round_is_in_progress_again_with_its_calls_and_count(pen: Pen) -> None:
    pen.tell(lambda now: replace(now, calls=(BEN,), order=(Seat.A1,), by_team=COUNTED))
    pen.record(plain(60, Seat.A1, BEN))
    pen.undo()

    assert stored(pen.game).in_progress == RoundInProgress(calls=(BEN,), by_team=COUNTED)


def test_undone_round_has_its_moments_in_progress_again(pen: Pen) -> None:
    pen.tell(lambda now: replace(now, moments=FOUR_NINES))
    pen.record(plain(60))
    pen.undo()
    pen.record(plain(65))

    assert pen.game.rounds.get().moments == FOUR_NINES


def test_redone_round_takes_its_calls_with_it(pen: Pen) -> None:
    pen.record(plain(60, Seat.A1, BEN))
    pen.undo()
    pen.redo()

    assert stored(pen.game).in_progress == RoundInProgress()


def test_undo_of_an_amendment_leaves_the_round_in_progress_alone(pen: Pen) -> None:
    pen.record(plain(60))
    pen.amend(1, plain(65))
    pen.call(ADA)
    pen.undo()

    assert stored(pen.game).in_progress.calls == (ADA,)


def test_undo_takes_rounds_back_and_no_calls(pen: Pen) -> None:
    pen.record(plain(60))
    pen.call(BEN)
    pen.undo()

    assert pen.game.sheet.rows == []


# Moments


def test_moments_go_with_the_round_that_is_recorded(pen: Pen) -> None:
    pen.tell(lambda now: replace(now, moments=FOUR_NINES))
    pen.record(plain(60))

    assert pen.game.rounds.get().moments == FOUR_NINES


def test_round_sent_again_is_the_same_with_its_moments(pen: Pen) -> None:
    key = uuid.uuid4()
    pen.tell(lambda now: replace(now, moments=FOUR_NINES))

    first = pen.game.record(plain(60), key=key, after=0, by=pen.by)
    again = pen.game.record(plain(60), key=key, after=0, by=pen.by)

    assert first == again


def test_amended_round_keeps_its_moments(pen: Pen) -> None:
    pen.record(plain(60))
    pen.remember(1, FOUR_NINES)
    pen.amend(1, plain(65))

    assert pen.game.rounds.get().moments == FOUR_NINES


def test_moments_leave_the_score_alone(pen: Pen) -> None:
    pen.record(plain(60))
    pen.remember(1, FOUR_NINES)

    assert pen.game.rounds.get().result == plain(60)


def test_moments_noted_by_mistake_are_undone(pen: Pen) -> None:
    pen.record(plain(60))
    pen.remember(1, FOUR_NINES)
    pen.undo()

    assert pen.game.rounds.get().moments == Moments()


def test_moments_of_a_round_that_changed_meanwhile_are_a_conflict(pen: Pen) -> None:
    pen.record(plain(60))
    seen = pen.game.sheet.rows[0].round.version
    pen.amend(1, plain(65))

    with pytest.raises(Conflict):
        pen.game.remember(1, FOUR_NINES, key=uuid.uuid4(), seen=seen, by=pen.by)


def test_moments_of_a_round_that_is_not_there_are_a_conflict(pen: Pen) -> None:
    with pytest.raises(Conflict):
        pen.game.remember(9, FOUR_NINES, key=uuid.uuid4(), seen=0, by=pen.by)


# The last player's cards


def test_transfer_is_stored_with_its_round(pen: Pen) -> None:
    pen.record(PASSED_ON)

    assert pen.game.rounds.get().result == PASSED_ON


def test_transfer_makes_the_card_points(pen: Pen) -> None:
    pen.record(PASSED_ON)

    assert pen.game.rounds.get().result.card_points == ByTeam(80, 20)


def test_transfer_comes_back_with_an_undone_removal(pen: Pen) -> None:
    pen.record(PASSED_ON)
    pen.remove(1)
    pen.undo()

    assert pen.game.rounds.get().result == PASSED_ON


def test_same_telling_once_more_changes_nothing(pen: Pen) -> None:
    key = uuid.uuid4()

    def call(now: RoundInProgress) -> RoundInProgress:
        return replace(now, calls=(BEN,))

    pen.game.tell(call, key=key, after=0, by=pen.by)
    pen.call()
    pen.game.tell(call, key=key, after=0, by=pen.by)

    assert stored(pen.game).in_progress.calls == ()
