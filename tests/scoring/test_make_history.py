"""`make_history` writes possible groups with the frequencies from which it draws."""

from datetime import UTC, datetime
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from scoring.management.commands import make_history
from scoring.management.history_generator import HistoryGenerator
from scoring.models import Change, Game, Group, Round
from scoring.rules import CallLevel
from scoring.stats.estimates import Proportion
from scoring.stats.group_stats import GroupStats, group_stats
from scoring.stats.win_probability import baseline

pytestmark = pytest.mark.django_db

UNTIL = datetime(2026, 3, 6, 19, 30, tzinfo=UTC)


def written(rounds: int = 200, **options: Any) -> Group:
    return HistoryGenerator(5, until=UNTIL, **options).write(rounds, name="Friends")


def test_history_has_as_many_rounds_as_wanted_and_a_running_game() -> None:
    group = written(rounds=200)

    found = group_stats(group)
    assert found.rounds >= 200
    assert (found.running, found.games) == (1, group.games.count() - 1)


def test_history_is_made_of_sheets_that_could_have_been_written() -> None:
    group = written()

    games = list(group.games.order_by("pk"))
    assert all(game.version == len(game.sheet.rows) for game in games)
    running = [game for game in games if not game.sheet.standing.over]
    assert running == games[-1:]
    rows = list(Round.objects.filter(group=group))
    kept = [(row.points_a, row.points_b) for row in rows]
    assert [tuple(row.score.points) for row in rows] == kept


def test_history_of_one_seed_is_the_same_again() -> None:
    def round_rows(group: Group) -> list[Any]:
        columns = ("recorded", "first", "second", "third", "bombs", "points_a", "points_b")
        return list(Round.objects.filter(group=group).order_by("pk").values_list(*columns))

    assert round_rows(written()) == round_rows(written())


def test_groups_of_one_seed_have_addresses_of_their_own() -> None:
    keys = {game.key for group in (written(), written()) for game in group.games.all()}

    assert len(keys) == Game.objects.count()


def test_history_ends_on_the_evening_that_was_asked_for() -> None:
    group = written()

    assert group.games.order_by("created").last() == group.games.first()
    assert group_stats(group).evenings[-1].day == UNTIL.date()


def test_history_with_a_log_can_be_undone() -> None:
    game = written(log=True).games.get(rounds__seq=1, pk=Game.objects.latest("pk").pk)

    undone = game.undo_stack.to_undo

    assert undone is not None
    assert undone.number == game.version
    assert [change.result_after for change in game.changes.all()] == [
        row.round.result for row in game.sheet.rows
    ]


def test_history_without_a_log_has_no_changes() -> None:
    written()

    assert Change.objects.count() == 0


@pytest.mark.parametrize("players", [3, 11])
def test_generator_refuses_a_group_that_cannot_be(players: int) -> None:
    with pytest.raises(ValueError, match="4 to 10 players"):
        HistoryGenerator(1, until=UNTIL, players=players)


def test_command_says_what_it_wrote_and_where(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(make_history, "ROUNDS_AT_A_TIME", 40)
    out = StringIO()

    call_command("make_history", groups=3, rounds=20, stdout=out)

    said = out.getvalue()
    assert f"{Round.objects.count()} rounds" in said
    assert Group.objects.get(name="History 3").join_token in said
    assert all(group.games.exists() for group in Group.objects.all())
    assert Group.objects.count() == 3


@pytest.fixture(scope="module")
def histories(django_db_setup: None, django_db_blocker: Any) -> Any:
    """Some 30,000 rounds of forty groups, as counted on their pages."""
    from django.db import transaction  # noqa: PLC0415

    with django_db_blocker.unblock(), transaction.atomic():
        generator = HistoryGenerator(11, until=UNTIL)
        yield [group_stats(generator.write(750)) for _ in range(40)]
        transaction.set_rollback(True)


def added(shares: list[Proportion]) -> float:
    return sum(share.k for share in shares) / sum(share.n for share in shares)


@pytest.mark.parametrize("level", baseline.CALLED)
def test_calls_come_out_as_they_went_in(histories: list[GroupStats], level: CallLevel) -> None:
    calls = [
        call
        for found in histories
        for player in found.players.values()
        for call in player.calls
        if call.level is level
    ]

    assert added([call.called for call in calls]) == pytest.approx(
        baseline.CALLED[level], rel=0.03
    )
    assert added([call.made for call in calls]) == pytest.approx(baseline.MADE[level], rel=0.03)


def test_double_wins_come_out_as_they_went_in(histories: list[GroupStats]) -> None:
    players = [player for found in histories for player in found.players.values()]

    rate = added([player.tally.double_wins for player in players])

    assert 2 * rate == pytest.approx(baseline.DOUBLE_WIN, rel=0.03)


def test_games_are_as_long_as_published(histories: list[GroupStats]) -> None:
    games = sum(found.games for found in histories)
    rounds = sum(found.rounds for found in histories)

    assert rounds / games == pytest.approx(baseline.ROUNDS_PER_GAME, rel=0.03)


def test_bombs_come_out_as_they_went_in(histories: list[GroupStats]) -> None:
    bombs = sum(player.bombs for found in histories for player in found.players.values())

    assert bombs / sum(found.rounds for found in histories) == pytest.approx(
        baseline.BOMB, rel=0.03
    )
