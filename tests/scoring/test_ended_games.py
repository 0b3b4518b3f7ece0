"""A game is abandoned, forfeited and resumed."""

import uuid

import pytest
from django.db import IntegrityError, transaction

from scoring.models import Game, standings_of_games
from scoring.rules import ByTeam, Ending, IllegalRound, RaceState, Seat, Team
from scoring.services import game_changes, rounds
from scoring.services.transaction import Conflict, Submission
from tests.factories import DeviceFactory, GameFactory, GameWriter, double, plain
from tests.scoring.reading import stored_results

pytestmark = pytest.mark.django_db

FORFEITS = [
    (Ending.FORFEITED_BY_A, Team.A, Team.B),
    (Ending.FORFEITED_BY_B, Team.B, Team.A),
]


@pytest.fixture
def writer() -> GameWriter:
    return GameWriter(GameFactory.create())


def reread(writer: GameWriter) -> Game:
    return Game.objects.get(pk=writer.game.pk)


def test_abandoned_game_is_over_and_nobody_has_won(writer: GameWriter) -> None:
    writer.record(plain(60))
    writer.end(Ending.ABANDONED, "Rain")

    standing = reread(writer).sheet.standing
    assert (standing.state, standing.over, standing.winner) == (
        RaceState.ABANDONED,
        True,
        None,
    )
    assert (standing.rounds, standing.totals, reread(writer).ending_reason) == (
        1,
        ByTeam(60, 40),
        "Rain",
    )


@pytest.mark.parametrize(("ending", "loser", "winner"), FORFEITS)
def test_forfeited_game_is_won_by_the_others_and_has_no_round_more(
    writer: GameWriter, ending: Ending, loser: Team, winner: Team
) -> None:
    writer.record(plain(60))
    writer.end(ending)

    standing = reread(writer).sheet.standing
    assert (standing.forfeited_by, standing.winner) == (loser, winner)
    assert (standing.rounds, standing.totals) == (1, ByTeam(60, 40))


@pytest.mark.parametrize("ending", [Ending.ABANDONED, Ending.FORFEITED_BY_A])
def test_no_round_is_recorded_in_a_game_that_was_ended(
    writer: GameWriter, ending: Ending
) -> None:
    writer.record(plain(60))
    writer.end(ending)

    with pytest.raises(IllegalRound) as refused:
        writer.record(plain(55))

    assert refused.value.code == "ROUND_IN_ENDED_GAME"
    assert stored_results(writer.game) == [plain(60)]


def test_call_in_an_abandoned_game_is_a_conflict(writer: GameWriter) -> None:
    writer.end(Ending.ABANDONED)

    with pytest.raises(Conflict):
        writer.set_calls()


def test_round_that_was_sent_twice_is_known_after_the_game_was_abandoned(
    writer: GameWriter,
) -> None:
    submission = Submission(uuid.uuid4(), writer.by)
    change = rounds.record(writer.game, plain(60), submission, after=0)
    writer.undo()
    writer.end(Ending.ABANDONED)

    again = rounds.record(writer.game, plain(60), submission, after=0)

    assert (again, stored_results(writer.game)) == (change, [])


def test_game_that_is_taken_up_again_continues(writer: GameWriter) -> None:
    writer.record(plain(60))
    writer.end(Ending.ABANDONED, "Rain")
    writer.resume()

    writer.record(plain(55))

    assert stored_results(writer.game) == [plain(60), plain(55)]
    assert (reread(writer).ending, reread(writer).ending_reason) == ("", "")


def test_undo_takes_an_abandoned_game_up_again_and_redo_abandons_it(
    writer: GameWriter,
) -> None:
    writer.end(Ending.ABANDONED, "Rain")

    writer.undo()
    undone = reread(writer).ending
    writer.redo()

    assert (undone, reread(writer).ending, reread(writer).ending_reason) == (
        "",
        "abandoned",
        "Rain",
    )


def test_undo_continues_behind_the_end_of_the_game(writer: GameWriter) -> None:
    writer.record(plain(60))
    writer.end(Ending.ABANDONED)

    writer.undo()
    writer.undo()

    assert (reread(writer).ending, stored_results(writer.game)) == ("", [])


def test_log_has_the_facts_before_and_after(writer: GameWriter) -> None:
    writer.end(Ending.FORFEITED_BY_B, "Tired")
    writer.resume()

    nothing = {"ending": "", "ending_reason": ""}
    forfeited = {"ending": "forfeited_b", "ending_reason": "Tired"}
    assert [
        (change.kind, change.seq, change.before, change.after)
        for change in writer.game.changes.all()
    ] == [("ending", 0, nothing, forfeited), ("ending", 0, forfeited, nothing)]


def test_known_key_counts_once(writer: GameWriter) -> None:
    submission = Submission(uuid.uuid4(), writer.by)
    changes = [
        game_changes.end_game(writer.game, Ending.ABANDONED, "", submission, after=0)
        for _ in range(2)
    ]

    assert (changes[0], writer.game.changes.count()) == (changes[1], 1)


def test_known_key_with_another_ending_is_a_conflict(writer: GameWriter) -> None:
    submission = Submission(uuid.uuid4(), writer.by)
    game_changes.end_game(writer.game, Ending.ABANDONED, "", submission, after=0)

    with pytest.raises(Conflict):
        game_changes.end_game(writer.game, Ending.FORFEITED_BY_A, "", submission, after=0)


def test_end_after_a_round_that_the_phone_has_not_seen_is_a_conflict(
    writer: GameWriter,
) -> None:
    submission = Submission(uuid.uuid4(), writer.by)
    writer.record(plain(60))

    with pytest.raises(Conflict):
        game_changes.end_game(writer.game, Ending.ABANDONED, "", submission, after=0)

    assert (reread(writer).ending, reread(writer).version) == ("", 1)


@pytest.mark.parametrize("ending", [Ending.ABANDONED, Ending.FORFEITED_BY_A])
def test_game_is_ended_once(writer: GameWriter, ending: Ending) -> None:
    writer.end(Ending.ABANDONED, "Rain")

    with pytest.raises(Conflict):
        writer.end(ending)

    assert (reread(writer).ending, reread(writer).ending_reason) == ("abandoned", "Rain")


def test_game_that_was_played_out_is_not_abandoned() -> None:
    writer = GameWriter(GameFactory.create(target=200))
    writer.record(double(Seat.A1))

    with pytest.raises(Conflict):
        writer.end(Ending.ABANDONED)


def test_running_game_is_not_taken_up_again(writer: GameWriter) -> None:
    with pytest.raises(Conflict):
        writer.resume()


def test_rounds_have_the_last_word_where_an_amendment_decides_the_game() -> None:
    writer = GameWriter(GameFactory.create(target=100))
    writer.record(plain(60))
    writer.end(Ending.FORFEITED_BY_A)
    writer.amend(1, plain(100))

    decided = reread(writer).sheet.standing
    writer.undo()

    assert (decided.state, decided.winner) == (RaceState.WON, Team.A)
    assert reread(writer).sheet.standing.winner is Team.B


def test_summary_and_list_of_games_know_how_it_ended(writer: GameWriter) -> None:
    writer.record(plain(60))
    writer.end(Ending.FORFEITED_BY_A)

    expected = reread(writer).sheet.standing
    assert reread(writer).summary.standing == expected
    assert [each.standing for each in standings_of_games([reread(writer)])] == [expected]


@pytest.mark.parametrize(
    "fields", [{"ending": "stopped"}, {"ending": "", "ending_reason": "Rain"}]
)
def test_database_refuses_an_impossible_ending(
    writer: GameWriter, fields: dict[str, str]
) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Game.objects.filter(pk=writer.game.pk).update(**fields)


def test_other_device_is_named_in_the_log(writer: GameWriter) -> None:
    other = DeviceFactory.create(system="iPhone")
    GameWriter(writer.game, other).end(Ending.ABANDONED)

    assert writer.game.changes.get().device == other
