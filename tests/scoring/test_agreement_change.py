"""The agreement of a game that has begun is changed, and all its rounds are scored by the new
one."""

import uuid
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.models import Agreement, ChangeKind, Game
from scoring.rules import (
    ByTeam,
    Call,
    CallLevel,
    FailedCalls,
    IllegalRound,
    RaceState,
    RoundResult,
    Seat,
    Team,
    score_round,
)
from scoring.services.game_changes import change_agreement
from scoring.services.transaction import Conflict, Submission
from tests.factories import GameFactory, GameWriter, double, plain
from tests.rules.strategies import results
from tests.scoring.strategies import agreements

pytestmark = pytest.mark.django_db

TICHU_B1, GRAND_A1 = Call(Seat.B1, CallLevel.TICHU), Call(Seat.A1, CallLevel.GRAND)
CLUB = Agreement(grand=False, double_win=100, dragon_keeps_last_trick=True)
PAYS = Agreement(failed_calls=FailedCalls.OPPONENTS)


@pytest.fixture
def writer() -> GameWriter:
    """A game after a double win of team A, and 60 : 40 with a Tichu of B1 that failed."""
    writer = GameWriter(GameFactory.create())
    writer.record(double(Seat.A1))
    writer.record(plain(60, Seat.A1, TICHU_B1))
    return writer


def reread(writer: GameWriter) -> Game:
    return Game.objects.get(pk=writer.game.pk)


def points(writer: GameWriter) -> list[ByTeam[int]]:
    return [row.points for row in writer.game.rounds.all()]


def test_rounds_so_far_are_scored_again(writer: GameWriter) -> None:
    writer.agree(replace(CLUB, failed_calls=FailedCalls.OPPONENTS))

    assert points(writer) == [ByTeam(100, 0), ByTeam(160, 40)]
    assert writer.game.sheet.standing.totals == ByTeam(260, 40)
    assert [row.score.points for row in writer.game.rounds.all()] == points(writer)


def test_rounds_from_then_on_are_scored_by_it(writer: GameWriter) -> None:
    writer.agree(PAYS)
    writer.record(plain(50, Seat.A1, TICHU_B1))

    assert points(writer)[-1] == ByTeam(150, 50)


def test_round_of_a_phone_that_read_the_game_before_is_scored_by_it(writer: GameWriter) -> None:
    other = GameWriter(reread(writer))
    other.game.sheet  # noqa: B018 (read before)
    writer.agree(CLUB)

    other.record(double(Seat.B1))

    assert points(writer)[-1] == ByTeam(0, 100)


def test_round_of_a_phone_that_read_the_game_before_is_refused_for_its_call(
    writer: GameWriter,
) -> None:
    other = GameWriter(reread(writer))
    writer.agree(CLUB)

    with pytest.raises(IllegalRound) as refused:
        other.record(plain(60, Seat.A1, GRAND_A1))

    assert refused.value.code == "GRAND_NOT_ALLOWED"
    assert other.game.agreement == CLUB


def test_change_is_undone_and_redone(writer: GameWriter) -> None:
    before, scored = writer.game.agreement, points(writer)
    writer.agree(CLUB)

    writer.undo()
    assert (reread(writer).agreement, points(writer)) == (before, scored)
    writer.redo()
    assert (reread(writer).agreement, points(writer)[0]) == (CLUB, ByTeam(100, 0))


def test_change_is_in_the_log_and_versions_of_rounds_stay(writer: GameWriter) -> None:
    versions = [row.version for row in writer.game.rounds.all()]

    change = writer.agree(CLUB)

    assert (change.kind, change.number, change.seq) == (ChangeKind.AGREEMENT, 3, 0)
    assert reread(writer).agreement_change == 3
    assert [row.version for row in writer.game.rounds.all()] == versions


def test_lower_target_ends_the_game(writer: GameWriter) -> None:
    writer.agree(Agreement(target=250))

    standing = reread(writer).sheet.standing
    assert (standing.state, standing.winner) == (RaceState.WON, Team.A)


def test_higher_target_lets_a_finished_game_continue() -> None:
    writer = GameWriter(GameFactory.create(target=200))
    writer.record(double(Seat.A1))
    writer.agree(Agreement(target=500))

    writer.record(plain(60))

    assert writer.game.sheet.standing.totals == ByTeam(260, 40)


def test_rules_by_which_the_game_was_over_before_are_refused(writer: GameWriter) -> None:
    with pytest.raises(IllegalRound) as refused:
        writer.agree(Agreement(target=150))

    assert (refused.value.code, refused.value.params) == (
        "AGREEMENT_ENDS_GAME_EARLY",
        {"end": 1},
    )
    assert (reread(writer).version, reread(writer).target) == (2, 1000)


def test_rules_that_forbid_a_call_are_refused_with_its_round(writer: GameWriter) -> None:
    writer.record(plain(60, Seat.A1, GRAND_A1))

    with pytest.raises(IllegalRound) as refused:
        writer.agree(CLUB)

    assert (refused.value.code, refused.value.params) == (
        "CALL_AGAINST_AGREEMENT",
        {"number": 3},
    )
    assert points(writer) == [ByTeam(200, 0), ByTeam(60, -60), ByTeam(260, 40)]


def test_rules_that_forbid_a_call_in_progress_are_refused_with_its_round(
    writer: GameWriter,
) -> None:
    writer.set_calls(GRAND_A1)

    with pytest.raises(IllegalRound) as refused:
        writer.agree(CLUB)

    assert refused.value.params == {"number": 3}
    assert reread(writer).agreement == Agreement()


def test_undo_is_refused_while_a_call_in_progress_needs_the_change() -> None:
    writer = GameWriter(GameFactory.create(grand=False))
    writer.agree(Agreement())
    writer.set_calls(GRAND_A1)

    with pytest.raises(IllegalRound) as refused:
        writer.undo()

    assert refused.value.code == "CALL_AGAINST_AGREEMENT"


def change(writer: GameWriter, agreement: Agreement, key: uuid.UUID, **seen: int) -> None:
    known = {"after": writer.game.last_seq, "seen": writer.game.agreement_change} | seen
    change_agreement(writer.game, agreement, Submission(key, writer.by), **known)


@pytest.mark.parametrize("seen", [{"after": 1}, {"seen": 2}], ids=str)
def test_change_made_for_another_round_or_agreement_is_a_conflict(
    writer: GameWriter, seen: dict[str, int]
) -> None:
    with pytest.raises(Conflict):
        change(writer, CLUB, uuid.uuid4(), **seen)

    assert reread(writer).agreement == Agreement()


def test_same_submission_counts_once(writer: GameWriter) -> None:
    key = uuid.uuid4()
    change(writer, CLUB, key, seen=0)
    change(writer, CLUB, key, seen=0)

    assert (reread(writer).version, reread(writer).agreement) == (3, CLUB)


def test_key_of_another_agreement_is_a_conflict(writer: GameWriter) -> None:
    key = uuid.uuid4()
    change(writer, CLUB, key, seen=0)

    with pytest.raises(Conflict):
        change(writer, PAYS, key, seen=0)


@given(played=st.lists(results(), max_size=4), agreed=st.lists(agreements, max_size=3))
@settings(
    max_examples=40,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_rows_score_what_was_agreed_last_and_undo_brings_every_row_back(
    played: list[RoundResult], agreed: list[Agreement]
) -> None:
    writer = GameWriter(GameFactory.create(target=1_000_000))
    for result in played:
        writer.record(result)
    before = points(writer)

    for agreement in agreed:
        try:
            expected = [score_round(result, agreement.house_rules).points for result in played]
        except IllegalRound:
            with pytest.raises(IllegalRound):
                writer.agree(replace(agreement, target=1_000_000))
            continue
        writer.agree(replace(agreement, target=1_000_000))
        assert points(writer) == expected
    while (last := writer.game.undo_stack.to_undo) and last.changes_agreement:
        writer.undo()

    assert (points(writer), reread(writer).agreement) == (before, Agreement(1_000_000))
