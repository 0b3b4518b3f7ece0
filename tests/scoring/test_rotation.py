"""Games whose partners change: who plays each round, and whose points count."""

import uuid
from collections import defaultdict

import pytest
from django.db import IntegrityError, transaction

from scoring.models import Game
from scoring.rules import Call, CallLevel, Ending, RaceState, Seat
from scoring.services import rounds
from scoring.services.games import start_rematch
from scoring.services.transaction import Conflict, Submission
from scoring.stats.group_stats import compute_group_stats
from scoring.stats.history import read_history
from tests.factories import GameWriter, Phone, double, plain, start_rotation
from tests.scoring.rotations import FIRST, SECOND, THIRD, played, seated

pytestmark = pytest.mark.django_db


def test_next_four_sit_down_after_each_round() -> None:
    writer = GameWriter(start_rotation(cycles=2))
    seen = []
    for _ in range(6):
        seen.append(seated(writer.game))
        writer.record(plain(60))

    assert seen == [FIRST, SECOND, THIRD] * 2
    assert played(writer.game) == seen
    assert writer.game.sheet.standing.state is RaceState.COMPLETED


def test_fifth_player_sits_out_first() -> None:
    writer = GameWriter(start_rotation("Eva"))
    writer.record_often(plain(60), 5)

    names = [set(each.replace(":", "").split()) for each in played(writer.game)]
    everybody = {"Ada", "Ben", "Cleo", "Dora", "Eva"}
    assert [min(everybody - each) for each in names] == ["Eva", "Ada", "Ben", "Dora", "Cleo"]


def test_undo_and_redo_take_the_players_along() -> None:
    writer = GameWriter(start_rotation())
    writer.record(plain(60))
    writer.record(plain(70))

    writer.undo()
    assert seated(writer.game) == SECOND
    writer.undo()
    assert seated(writer.game) == FIRST
    writer.redo()
    writer.redo()

    assert played(writer.game) == [FIRST, SECOND]
    assert seated(writer.game) == THIRD


def test_calls_of_an_undone_round_are_those_of_its_players() -> None:
    writer = GameWriter(start_rotation())
    writer.record(plain(60, Seat.A2, Call(Seat.A2, CallLevel.TICHU)))

    writer.undo()

    game = Game.objects.get(pk=writer.game.pk)
    assert [game.names[call.seat] for call in game.in_progress.calls] == ["Cleo"]


def test_calls_of_an_undone_round_are_nobody_elses() -> None:
    game = start_rotation()
    writer = GameWriter(game)
    called = plain(60, Seat.A2, Call(Seat.A2, CallLevel.TICHU))
    rounds.record(game, called, Submission(uuid.uuid4(), writer.by, 2), after=0)

    writer.undo()

    assert seated(game) == FIRST
    assert Game.objects.get(pk=game.pk).in_progress.calls == ()


def test_round_recorded_again_brings_back_no_call_of_other_four() -> None:
    game = start_rotation()
    writer = GameWriter(game)
    writer.record(plain(60))
    writer.set_calls(Call(Seat.A2, CallLevel.TICHU))
    writer.undo()

    rounds.record(game, plain(60), Submission(uuid.uuid4(), writer.by, 2), after=0)

    assert seated(game) == THIRD
    assert Game.objects.get(pk=game.pk).in_progress.calls == ()


def test_calls_of_who_no_longer_plays_end_where_the_last_round_is_removed() -> None:
    writer = GameWriter(start_rotation())
    writer.record_often(plain(60), 2)
    writer.set_calls(Call(Seat.A2, CallLevel.TICHU))

    writer.remove(2)
    assert Game.objects.get(pk=writer.game.pk).in_progress.calls == ()
    writer.undo()
    assert Game.objects.get(pk=writer.game.pk).in_progress.calls == ()


def test_removed_round_is_played_after_the_others() -> None:
    writer = GameWriter(start_rotation(cycles=2))
    writer.record_often(plain(60), 4)

    writer.remove(2)
    assert seated(writer.game) == SECOND
    writer.record_often(plain(60), 2)
    assert seated(writer.game) == SECOND
    writer.record(plain(60))

    assert sorted(played(writer.game)) == sorted([FIRST, SECOND, THIRD] * 2)
    assert writer.game.sheet.standing.over


def test_amended_round_keeps_its_players() -> None:
    writer = GameWriter(start_rotation())
    writer.record_often(plain(60), 2)

    writer.amend(1, double(Seat.B1))

    assert played(writer.game) == [FIRST, SECOND]
    assert seated(writer.game) == THIRD


def test_second_of_two_phones_is_asked() -> None:
    game = start_rotation()
    first, second = GameWriter(game), Game.objects.get(pk=game.pk)
    first.record(plain(60))

    with pytest.raises(Conflict):
        rounds.record(second, plain(60), Submission(uuid.uuid4(), first.by, 1), after=0)

    assert played(game) == [FIRST]


def test_round_counts_for_whom_the_phone_had_at_the_table() -> None:
    game = start_rotation()
    writer = GameWriter(game)

    rounds.record(game, plain(60), Submission(uuid.uuid4(), writer.by, 2), after=0)

    assert played(game) == [SECOND]
    assert seated(game) == THIRD


def test_round_that_the_plan_does_not_have_is_a_conflict() -> None:
    game = start_rotation()
    writer = GameWriter(game)

    with pytest.raises(Conflict):
        rounds.record(game, plain(60), Submission(uuid.uuid4(), writer.by, 4), after=0)


def test_players_are_credited_with_the_points_of_the_teams_they_played_in() -> None:
    writer = GameWriter(start_rotation("Eva", "Finn"))
    for points in (60, 75, 20, 100, 45, 0):
        writer.record(plain(points))

    expected: dict[int, int] = defaultdict(int)
    for row in writer.game.sheet.rows:
        assert row.round.players
        a1, b1, a2, b2 = row.round.players
        for player, points in {
            a1: row.round.points_a,
            a2: row.round.points_a,
            b1: row.round.points_b,
            b2: row.round.points_b,
        }.items():
            expected[player] += points
    got = {each.player: each.score.points for each in writer.game.player_standings}
    assert got == expected
    assert [each.score.rounds for each in writer.game.player_standings] == [4] * 6


def test_game_counts_in_nobodys_games() -> None:
    game = start_rotation()
    writer = GameWriter(game)
    writer.record_often(plain(60), 3)

    stats = compute_group_stats(read_history(game.group))

    assert (stats.games, stats.running, stats.rounds, stats.format) == (0, 0, 3, None)
    assert {each.tally.games for each in stats.players.values()} == {0}
    assert {each.tally.rounds for each in stats.players.values()} == {3}
    assert len(stats.partners) == 6
    assert {each.tally.rounds for each in stats.partners.values()} == {1}


def test_rounds_rate_the_players_who_played_them() -> None:
    game = start_rotation()
    writer = GameWriter(game)
    writer.record_often(plain(100), 3)

    ratings = compute_group_stats(read_history(game.group)).ratings

    best = max(ratings.values(), key=lambda each: each.edge)
    assert game.player_names[best.player] == "Ada"


def test_starting_a_rotation_leaves_the_defaults_of_the_group() -> None:
    game = start_rotation()

    game.group.refresh_from_db()

    assert game.group.agreement is None


def test_same_again_has_the_same_plan() -> None:
    game = start_rotation("Eva", rounds_each=4)
    GameWriter(game).record_often(plain(60), 20)

    again = start_rematch(Game.objects.get(pk=game.pk), Seat.A2, key=uuid.uuid4())

    assert again.rotation == game.rotation
    assert seated(again) == FIRST
    assert start_rematch(Game.objects.get(pk=game.pk), Seat.A2, key=uuid.uuid4()) == again


def test_database_refuses_what_is_for_games_of_two_teams() -> None:
    game = start_rotation()

    for columns in (
        {"target": 1000},
        {"fixed_rounds": None},
        {"lead": 500},
        {"floor": 500},
        {"ending": "forfeited_a"},
        {"adjustments": [{"seq": 1, "A": 5, "B": 0, "reason": "late"}]},
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            Game.objects.filter(pk=game.pk).update(**columns)


def test_abandoned_game_is_taken_up_where_it_was() -> None:
    writer = GameWriter(start_rotation())
    writer.record(plain(60))
    writer.end(Ending.ABANDONED)
    writer.resume()
    writer.record_often(plain(60), 2)

    assert played(writer.game) == [FIRST, SECOND, THIRD]


def test_call_in_the_log_keeps_the_name_of_its_player(phone: Phone) -> None:
    game = start_rotation(group=phone.group)
    writer = GameWriter(game)
    writer.record(plain(60))
    writer.set_calls(Call(Seat.A2, CallLevel.TICHU))
    writer.record(plain(60, Seat.A2, Call(Seat.A2, CallLevel.TICHU)))

    page = phone.client.get(f"{game.get_absolute_url()}log/").content.decode()

    assert "Tichu called by Ben. (Ada + Ben : Cleo + Dora)" in page
    assert (
        "Round 1: 60\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}40. (Ada + Cleo : Ben + Dora)" in page
    )
