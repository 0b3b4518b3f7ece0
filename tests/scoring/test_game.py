"""The verbs of a game: what they write, what they refuse, and that undo really undoes."""

import uuid
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.models import Agreement, Conflict, Game, Round
from scoring.rules import (
    BySeat,
    ByTeam,
    Call,
    IllegalRound,
    Level,
    RoundResult,
    Seat,
    State,
    Team,
    Tie,
    score_round,
)
from tests.factories import DeviceFactory, GameFactory, GroupFactory, Pen, double, plain
from tests.rules.strategies import results

pytestmark = pytest.mark.django_db

on_the_database = settings(
    max_examples=40,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@pytest.fixture
def pen() -> Pen:
    return Pen(GameFactory.create())


def stored(game: Game) -> list[RoundResult]:
    """The facts of every round as the database has them."""
    return [row.result for row in game.rounds.all()]


def test_record_adds_the_round_at_the_end(pen: Pen) -> None:
    pen.record(plain(60))
    pen.record(double(Seat.B1))

    assert stored(pen.game) == [plain(60), double(Seat.B1)]


def test_record_keeps_the_whole_finishing_order(pen: Pen) -> None:
    result = RoundResult((Seat.A1, Seat.B2, Seat.B1), ByTeam(35, 65))

    pen.record(result)

    assert stored(pen.game) == [result]


@given(result=results())
@on_the_database
def test_record_stores_any_round_as_it_was_played(result: RoundResult) -> None:
    pen = Pen(GameFactory.create())

    pen.record(result)

    row = pen.game.rounds.get()
    assert (row.result, row.points) == (result, score_round(result).points)


def test_record_raises_the_version_by_one(pen: Pen) -> None:
    pen.record(plain(60))
    pen.record(plain(60))

    pen.game.refresh_from_db()
    assert pen.game.version == 2


def test_sheet_and_log_show_no_more_than_the_version_that_was_read(pen: Pen) -> None:
    pen.record(plain(60))
    before = Game.objects.get()
    pen.record(plain(45))

    assert [row.round.result for row in before.sheet.rows] == [plain(60)]
    assert [change.number for change in before.history.done] == [1]


def test_record_with_a_known_key_counts_once(pen: Pen) -> None:
    key = uuid.uuid4()
    first = pen.game.record(plain(60), key=key, after=0, by=pen.by)

    again = Game.objects.get().record(plain(60), key=key, after=0, by=pen.by)

    assert (again, stored(pen.game)) == (first, [plain(60)])


def test_record_with_a_known_key_counts_once_after_an_undo(pen: Pen) -> None:
    key = uuid.uuid4()
    pen.game.record(plain(60), key=key, after=0, by=pen.by)
    pen.undo()

    pen.game.record(plain(60), key=key, after=0, by=pen.by)

    assert stored(pen.game) == []


def test_record_with_a_known_key_and_other_facts_is_a_conflict(pen: Pen) -> None:
    key = uuid.uuid4()
    pen.game.record(plain(60), key=key, after=0, by=pen.by)

    with pytest.raises(Conflict):
        pen.game.record(plain(65), key=key, after=0, by=pen.by)


def test_record_after_a_round_in_between_is_a_conflict(pen: Pen) -> None:
    pen.record(plain(60))

    with pytest.raises(Conflict):
        pen.game.record(plain(40), key=uuid.uuid4(), after=0, by=pen.by)

    assert stored(pen.game) == [plain(60)]


def test_record_after_an_older_round_was_amended_is_no_conflict(pen: Pen) -> None:
    pen.record(plain(60))
    pen.record(plain(55))
    seen = pen.game.sheet.last_seq
    pen.amend(1, plain(65))

    pen.game.record(plain(40), key=uuid.uuid4(), after=seen, by=pen.by)

    assert stored(pen.game) == [plain(65), plain(55), plain(40)]


def test_record_after_the_last_round_was_undone_is_a_conflict(pen: Pen) -> None:
    pen.record(plain(60))
    seen = pen.game.sheet.last_seq
    pen.undo()

    with pytest.raises(Conflict):
        pen.game.record(plain(40), key=uuid.uuid4(), after=seen, by=pen.by)


def test_record_refuses_a_call_that_the_game_does_not_allow() -> None:
    pen = Pen(GameFactory.create(grand=False))

    with pytest.raises(IllegalRound) as refused:
        pen.record(plain(60, Seat.A1, Call(Seat.A1, Level.GRAND)))

    assert (refused.value.code, stored(pen.game)) == ("GRAND_NOT_ALLOWED", [])


def test_record_refuses_a_round_after_the_end() -> None:
    pen = Pen(GameFactory.create(target=200))
    pen.record(double(Seat.A1))

    with pytest.raises(IllegalRound) as refused:
        pen.record(plain(60))

    assert (refused.value.code, stored(pen.game)) == ("ROUND_AFTER_END", [double(Seat.A1)])


def test_amend_replaces_the_facts(pen: Pen) -> None:
    pen.record(plain(60))
    pen.record(plain(55))

    pen.amend(1, double(Seat.B2))

    assert stored(pen.game) == [double(Seat.B2), plain(55)]


def test_amend_keeps_when_the_round_was_recorded(pen: Pen) -> None:
    pen.record(plain(60))
    recorded = pen.game.rounds.get().recorded

    pen.amend(1, plain(65))

    assert pen.game.rounds.get().recorded == recorded


def test_amend_reopens_a_finished_game() -> None:
    pen = Pen(GameFactory.create(target=200))
    pen.record(double(Seat.A1))

    pen.amend(1, plain(60))

    assert pen.game.sheet.standing.state is State.RUNNING


def test_amend_can_change_the_winner() -> None:
    pen = Pen(GameFactory.create(target=200))
    pen.record(double(Seat.A1))

    pen.amend(1, double(Seat.B1))

    assert pen.game.sheet.standing.winner is Team.B


def test_amend_refuses_an_end_before_the_last_round() -> None:
    pen = Pen(GameFactory.create(target=200))
    pen.record(plain(60))
    pen.record(plain(60))

    with pytest.raises(IllegalRound) as refused:
        pen.amend(1, double(Seat.A1))

    assert (refused.value.code, stored(pen.game)) == ("ROUND_AFTER_END", [plain(60), plain(60)])


def test_amend_of_a_round_that_was_amended_meanwhile_is_a_conflict(pen: Pen) -> None:
    pen.record(plain(60))
    seen = pen.game.sheet.rows[0].round
    pen.amend(1, plain(65))

    with pytest.raises(Conflict):
        pen.game.amend(seen.seq, plain(70), key=uuid.uuid4(), seen=seen.version, by=pen.by)


def test_amend_of_a_round_that_was_removed_meanwhile_is_a_conflict(pen: Pen) -> None:
    pen.record(plain(60))
    seen = pen.game.sheet.rows[0].round
    pen.remove(1)

    with pytest.raises(Conflict):
        pen.game.amend(seen.seq, plain(70), key=uuid.uuid4(), seen=seen.version, by=pen.by)


def test_remove_takes_the_round_off_the_sheet(pen: Pen) -> None:
    pen.record(plain(60))
    pen.record(plain(55))
    pen.record(plain(50))

    pen.remove(2)

    assert stored(pen.game) == [plain(60), plain(50)]


def test_remove_refuses_an_end_before_the_last_round() -> None:
    pen = Pen(GameFactory.create(target=200))
    pen.record(plain(80))
    pen.record(plain(60, Seat.B1, Call(Seat.A1, Level.TICHU)))
    pen.record(plain(125))
    pen.record(plain(60))

    with pytest.raises(IllegalRound) as refused:
        pen.remove(2)

    assert (refused.value.code, len(stored(pen.game))) == ("ROUND_AFTER_END", 4)


def test_undo_brings_a_removed_round_back_to_its_place(pen: Pen) -> None:
    for points in (60, 55, 50):
        pen.record(plain(points))
    pen.remove(2)

    pen.undo()

    assert stored(pen.game) == [plain(60), plain(55), plain(50)]


def test_undo_of_a_removal_keeps_when_the_round_was_recorded(pen: Pen) -> None:
    pen.record(plain(60))
    recorded = pen.game.rounds.get().recorded
    pen.remove(1)

    pen.undo()

    assert pen.game.rounds.get().recorded == recorded


def test_undo_reopens_a_finished_game() -> None:
    pen = Pen(GameFactory.create(target=200))
    pen.record(double(Seat.A1))

    pen.undo()

    assert pen.game.sheet.standing.state is State.RUNNING


def test_undo_of_another_change_than_the_latest_is_a_conflict(pen: Pen) -> None:
    first = pen.record(plain(60))
    pen.record(plain(55))

    with pytest.raises(Conflict):
        pen.game.undo(first.number, key=uuid.uuid4(), by=pen.by)


def test_undo_of_a_change_that_never_was_is_a_conflict(pen: Pen) -> None:
    with pytest.raises(Conflict):
        pen.game.undo(7, key=uuid.uuid4(), by=pen.by)


def test_undo_with_a_known_key_counts_once(pen: Pen) -> None:
    pen.record(plain(60))
    change = pen.record(plain(55))
    key = uuid.uuid4()
    pen.game.undo(change.number, key=key, by=pen.by)

    pen.game.undo(change.number, key=key, by=pen.by)

    assert stored(pen.game) == [plain(60)]


def test_redo_makes_the_change_again(pen: Pen) -> None:
    pen.record(plain(60))
    pen.undo()

    pen.redo()

    assert stored(pen.game) == [plain(60)]


def test_redo_is_forgotten_after_another_change(pen: Pen) -> None:
    pen.record(plain(60))
    pen.undo()
    pen.record(plain(55))

    assert pen.game.history.to_redo is None


def test_log_keeps_every_change_with_before_and_after(pen: Pen) -> None:
    pen.record(plain(60))
    pen.amend(1, plain(65))
    pen.undo()

    assert [
        (change.kind, change.result_before, change.result_after)
        for change in pen.game.changes.all()
    ] == [
        ("record", None, plain(60)),
        ("amend", plain(60), plain(65)),
        ("undo", plain(65), plain(60)),
    ]


def test_log_names_rounds_by_their_place_on_the_sheet(pen: Pen) -> None:
    for points in (60, 55, 50):
        pen.record(plain(points))
    pen.remove(1)
    pen.remove(1)

    assert [change.round_number for change in pen.game.changes.all()] == [1, 2, 3, 1, 1]


steps = st.lists(
    st.tuples(st.sampled_from(["record", "amend", "remove", "undo", "redo"]), results()),
    max_size=8,
)


def carry_out(pen: Pen, steps: list[tuple[str, RoundResult]]) -> None:
    """Do what can be done on the sheet as it stands, and leave out what cannot."""
    for verb, result in steps:
        history, rows = pen.game.history, len(pen.game.sheet.rows)
        if verb == "record":
            pen.record(result)
        elif verb == "amend" and rows:
            pen.amend(1 + rows // 2, result)
        elif verb == "remove" and rows:
            pen.remove(1 + rows // 2)
        elif verb == "undo" and history.to_undo:
            pen.undo()
        elif verb == "redo" and history.to_redo:
            pen.redo()


def endless() -> Pen:
    """A game that no eight rounds can end."""
    return Pen(GameFactory.create(target=1_000_000))


@given(steps=steps)
@on_the_database
def test_undoing_everything_leaves_an_empty_sheet(steps: Any) -> None:
    pen = endless()
    carry_out(pen, steps)

    while pen.game.history.to_undo:
        pen.undo()

    assert stored(pen.game) == []


@given(steps=steps)
@on_the_database
def test_redoing_everything_brings_the_same_sheet_back(steps: Any) -> None:
    pen = endless()
    carry_out(pen, steps)
    before = list(pen.game.rounds.values_list("seq", "points_a", "points_b", "recorded"))
    undone = len(pen.game.history.done)
    for _ in range(undone):
        pen.undo()

    for _ in range(undone):
        pen.redo()

    after = list(pen.game.rounds.values_list("seq", "points_a", "points_b", "recorded"))
    assert after == before


@given(steps=steps)
@on_the_database
def test_totals_are_the_sum_of_the_stored_rounds(steps: Any) -> None:
    pen = endless()

    carry_out(pen, steps)

    rows = list(Round.objects.filter(game=pen.game))
    assert pen.game.sheet.standing.totals == ByTeam(
        sum(row.points_a for row in rows), sum(row.points_b for row in rows)
    )


@given(steps=steps)
@on_the_database
def test_every_stored_row_has_the_points_of_its_facts(steps: Any) -> None:
    pen = endless()

    carry_out(pen, steps)

    rows = Round.objects.filter(game=pen.game)
    assert [row.points for row in rows] == [score_round(row.result).points for row in rows]


@given(steps=steps)
@on_the_database
def test_the_log_alone_tells_the_sheet(steps: Any) -> None:
    pen = endless()

    carry_out(pen, steps)

    told: dict[int, RoundResult | None] = {}
    for change in pen.game.changes.all():
        assert told.get(change.seq) == change.result_before
        told[change.seq] = change.result_after
    assert [result for seq, result in sorted(told.items()) if result] == stored(pen.game)


def test_tie_at_the_target_plays_on() -> None:
    pen = Pen(GameFactory.create(target=100))
    pen.record(plain(50))
    pen.record(plain(50))

    assert (pen.game.sheet.standing.state, pen.game.sheet.plays_on) == (State.RUNNING, True)


def test_tie_at_the_target_is_a_draw_where_agreed() -> None:
    pen = Pen(GameFactory.create(target=100, tie=Tie.DRAW))
    pen.record(plain(50))
    pen.record(plain(50))

    assert pen.game.sheet.standing.state is State.DRAW


def test_start_takes_up_players_of_the_group() -> None:
    group = GroupFactory.create()
    names = BySeat("Ada", "Ben", "Cleo", "Dora")
    first = Game.objects.start(group, names, Agreement(), key=uuid.uuid4())

    again = Game.objects.start(group, names.map(str.upper), Agreement(), key=uuid.uuid4())

    assert again.player_b2 == first.player_b2


def test_start_with_a_known_key_is_the_same_game() -> None:
    group, key = GroupFactory.create(), uuid.uuid4()
    names = BySeat("Ada", "Ben", "Cleo", "Dora")
    first = Game.objects.start(group, names, Agreement(), key=key)

    assert Game.objects.start(group, names, Agreement(), key=key) == first


def test_start_with_the_key_of_another_group_is_a_game_of_its_own() -> None:
    theirs = GameFactory.create()

    mine = Game.objects.start(
        GroupFactory.create(), BySeat("Ada", "Ben", "Cleo", "Dora"), Agreement(), key=theirs.key
    )

    assert mine.key != theirs.key


def test_rematch_keeps_seats_and_agreement() -> None:
    game = GameFactory.create(target=500, tie=Tie.DRAW, grand=False, one_call_per_team=True)

    again = game.rematch(Seat.A2, key=uuid.uuid4())

    assert (again.names, again.agreement) == (game.names, game.agreement)


@pytest.mark.parametrize(
    ("partner", "seats"),
    [
        (Seat.B1, (Seat.A1, Seat.A2, Seat.B1, Seat.B2)),
        (Seat.B2, (Seat.A1, Seat.B1, Seat.B2, Seat.A2)),
    ],
)
def test_rematch_swaps_partners(partner: Seat, seats: tuple[Seat, ...]) -> None:
    game = GameFactory.create()

    again = game.rematch(partner, key=uuid.uuid4())

    assert list(again.names) == [game.names[seat] for seat in seats]


def test_rematch_asked_for_twice_is_one_game() -> None:
    game = GameFactory.create()

    first = game.rematch(Seat.A2, key=uuid.uuid4())

    assert game.rematch(Seat.A2, key=uuid.uuid4()) == first


def test_rematch_that_is_played_already_is_taken_up() -> None:
    game = GameFactory.create()
    first = game.rematch(Seat.A2, key=uuid.uuid4())
    Pen(first).record(plain(60))

    assert game.rematch(Seat.A2, key=uuid.uuid4()) == first


def test_rematch_after_one_that_is_over_is_another_game() -> None:
    game = GameFactory.create(target=50)
    key = uuid.uuid4()
    first = game.rematch(Seat.A2, key=key)
    Pen(first).record(plain(60))

    assert game.rematch(Seat.A2, key=uuid.uuid4()) != first
    assert game.rematch(Seat.A2, key=key) == first


def test_two_devices_are_told_apart_in_the_log(pen: Pen) -> None:
    other = Pen(pen.game, DeviceFactory.create(name="iPhone"))
    pen.record(plain(60))
    other.record(plain(60))

    assert [change.device.name for change in pen.game.changes.all()] == ["Android", "iPhone"]
