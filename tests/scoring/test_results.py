"""A game is entered by its result, without rounds, and its result is corrected."""

import uuid
from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from scoring.models import (
    Agreement,
    Change,
    ChangeKind,
    Game,
    Group,
    Player,
    standings_of_games,
)
from scoring.rules import BySeat, ByTeam, IllegalRound, RaceState, TieRule
from scoring.services import game_changes, rounds
from scoring.services.results import FinalResult, correct_result, enter_result
from scoring.services.transaction import Conflict, Submission
from scoring.stats.history import read_history
from tests.factories import (
    DeviceFactory,
    GameFactory,
    GameWriter,
    GroupFactory,
    enter_game,
    plain,
)

pytestmark = pytest.mark.django_db

MARCH = datetime(2026, 3, 6, 20, tzinfo=UTC)
NAMES = BySeat("Ada", "Ben", "Cleo", "Dora")


@pytest.fixture
def group() -> Group:
    found: Group = GroupFactory.create()
    return found


def reread(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def submission() -> Submission:
    return Submission(uuid.uuid4(), DeviceFactory.create().pk)


def test_result_is_stored_with_its_players_and_its_day(group: Group) -> None:
    game = reread(enter_game(group, 1045, 655, created=MARCH))

    assert (game.names, game.created, game.final_totals) == (NAMES, MARCH, ByTeam(1045, 655))
    assert (game.rounds.count(), game.stake, game.series) == (0, None, None)


def test_sheet_and_list_say_who_won_and_that_no_round_is_known(group: Group) -> None:
    game = reread(enter_game(group, 600, 1000))

    (listed,) = standings_of_games([game])
    assert listed.standing == game.sheet.standing == game.summary.standing
    assert (listed.standing.state, listed.standing.totals) == (
        RaceState.WON,
        ByTeam(600, 1000),
    )
    assert (listed.standing.rounds, listed.standing.rounds_known) == (0, False)


def test_players_who_are_known_are_not_added_again(group: Group) -> None:
    enter_game(group)
    enter_game(group, names=BySeat("ada", "Eva", "Cleo", "Dora"))

    assert sorted(Player.objects.values_list("name", flat=True)) == [
        "Ada",
        "Ben",
        "Cleo",
        "Dora",
        "Eva",
    ]


def test_group_that_plays_for_chips_puts_none_down_for_a_result() -> None:
    group = GroupFactory.create(stake=5)

    assert reread(enter_game(group)).stake is None


def test_result_that_is_sent_twice_is_entered_once(group: Group) -> None:
    result = FinalResult(NAMES, MARCH, Agreement(), ByTeam(1000, 600))
    once = submission()

    games = [enter_result(group, result, once) for _ in range(2)]

    assert games[0] == games[1] == Game.objects.get()


def test_entry_is_in_the_log_and_cannot_be_undone(group: Group) -> None:
    game = reread(enter_game(group))

    assert [change.kind for change in game.changes.all()] == [ChangeKind.ENTRY]
    assert (game.version, game.undo_stack.to_undo) == (1, None)


def test_impossible_result_is_refused(group: Group) -> None:
    with pytest.raises(IllegalRound) as refusal:
        enter_game(group, 995, 605)

    assert refusal.value.code == "FINAL_TOTALS_BELOW_TARGET"


def test_round_of_a_game_without_rounds_is_refused(group: Group) -> None:
    game = enter_game(group)

    with pytest.raises(IllegalRound) as refusal:
        rounds.record(game, plain(60), submission(), after=0)

    assert (refusal.value.code, game.rounds.count()) == ("ROUND_IN_RESULT", 0)


# Corrections


def corrected(game: Game, **facts: Any) -> Change:
    now: dict[str, Any] = {
        "names": game.names,
        "created": game.created,
        "agreement": game.agreement,
        "totals": ByTeam(1000, 600),
    }
    result = FinalResult(**(now | facts))
    return correct_result(game, result, submission(), seen=game.version)


def test_every_part_of_a_result_is_corrected_undone_and_redone(group: Group) -> None:
    game = enter_game(group, 1000, 600)
    began = game.created
    corrected(
        game,
        names=BySeat("Ada", "Cleo", "Eva", "Ben"),
        created=MARCH,
        agreement=Agreement(500),
        totals=ByTeam(95, 505),
    )

    def facts() -> tuple[Any, ...]:
        now = reread(game)
        return now.names, now.created, now.target, now.final_totals

    after = (BySeat("Ada", "Cleo", "Eva", "Ben"), MARCH, 500, ByTeam(95, 505))
    assert facts() == after
    writer = GameWriter(reread(game))
    writer.undo()
    assert facts() == (NAMES, began, 1000, ByTeam(1000, 600))
    writer.redo()
    assert facts() == after


def test_correction_of_what_somebody_else_has_corrected_is_a_conflict(group: Group) -> None:
    game = enter_game(group)
    other = reread(game)
    corrected(game, totals=ByTeam(1100, 500))

    with pytest.raises(Conflict):
        corrected(other, totals=ByTeam(1200, 400))

    assert reread(game).final_totals == ByTeam(1100, 500)


def test_deleted_result_counts_nowhere_until_it_is_restored(group: Group) -> None:
    writer = GameWriter(enter_game(group))
    writer.delete()
    assert (Game.objects.count(), read_history(group).games) == (0, [])

    writer.restore()

    assert len(read_history(group).games) == 1


def test_game_without_rounds_is_neither_abandoned_nor_taken_up_again(group: Group) -> None:
    writer = GameWriter(enter_game(group))

    with pytest.raises(Conflict):
        game_changes.resume_game(writer.game, submission())
    with pytest.raises(Conflict):
        writer.resume()


# What the database refuses


IMPOSSIBLE: dict[str, dict[str, Any]] = {
    "one total": {"final_b": None},
    "no step of five": {"final_a": 1001, "final_b": 499},
    "no whole hundreds": {"final_a": 1005},
    "below the target": {"final_a": 900},
    "a tie": {"final_b": 1000},
    "without the lead": {"target": None, "lead": 500},
    "above the floor": {"target": 2000, "floor": 100},
    "out of range": {"final_a": 1_000_100},
    "an ending": {"ending": "abandoned"},
    "an adjustment": {
        "adjustments": [
            {"seq": 1, "points": {"A": 5, "B": 0}, "reason": "late", "note": ""},
        ]
    },
    "a round in progress": {"progress": {"after": 0}},
    "a stake": {"stake": 5},
    "a place in a series": {"series": uuid.UUID(int=1), "series_number": 1, "best_of": 3},
}


@pytest.mark.parametrize("columns", IMPOSSIBLE.values(), ids=IMPOSSIBLE.keys())
def test_database_refuses_an_impossible_result(columns: dict[str, Any], group: Group) -> None:
    enter_game(group, 1000, 600)

    with pytest.raises(IntegrityError), transaction.atomic():
        Game.objects.update(**columns)


@pytest.mark.parametrize(
    ("agreement", "a", "b"),
    [
        (Agreement(tie=TieRule.DRAW), 1000, 1000),
        (Agreement(None, fixed_rounds=8), -200, 300),
        (Agreement(None, lead=400), -100, 300),
        (Agreement(1000, floor=500), -500, 300),
        (Agreement(1000, time_limit=60), 305, 295),
    ],
)
def test_database_takes_what_the_rules_allow(
    agreement: Agreement, a: int, b: int, group: Group
) -> None:
    game = enter_game(group, a, b, agreement=agreement)

    assert reread(game).sheet.standing.totals == ByTeam(a, b)


# Figures


def test_results_count_on_the_evening_on_which_they_were_played(group: Group) -> None:
    today = enter_game(group)
    earlier = enter_game(group, created=MARCH)

    assert [game.pk for game in read_history(group).games] == [earlier.pk, today.pk]


def test_running_game_with_rounds_is_beside_a_result(group: Group) -> None:
    GameWriter(GameFactory.create(group=group)).record(plain(60))
    enter_game(group)

    assert [game.standing.rounds_known for game in read_history(group).games] == [True, False]
