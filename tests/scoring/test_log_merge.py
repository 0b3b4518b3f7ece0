"""A log that is merged into a group: what it has more is stored, by ids, and nothing else."""

import json
import random
import uuid
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from django.utils import timezone

from scoring.exchange.json_stream import DamagedFile
from scoring.exchange.log_compare import Verdict
from scoring.exchange.log_merge import MergePlan, merge_log, plan_merge
from scoring.models import Agreement, Change, Device, Game, Group, Payment, Player, Round
from scoring.rules import BySeat, Seat
from scoring.rules.stakes import StakePayment
from scoring.services.games import start_game, start_rematch
from scoring.services.groups import purge_group
from scoring.services.log_merge import store_merge
from scoring.services.player_merge import merge_players
from scoring.services.players import rename_player
from scoring.services.stakes import pay
from scoring.services.transaction import Conflict
from scoring.stats.group_stats import compute_group_stats
from scoring.stats.history import read_history
from tests.factories import GameFactory, GameWriter, PlayerFactory, plain
from tests.scoring.log_groups import Evening, imported, log_of, random_group
from tests.scoring.stats.naive import Naive
from tests.scoring.stats.test_group_stats import pairs, records, rivals, told

pytestmark = pytest.mark.django_db

MODELS: tuple[Any, ...] = (Change, Device, Game, Group, Payment, Player, Round)


def planned(log: bytes, group: Group, **limits: int) -> MergePlan:
    return plan_merge(BytesIO(log), Group.objects.get(pk=group.pk), **limits)


def merge(log: bytes, group: Group, **limits: int) -> MergePlan:
    plan = planned(log, group, **limits)
    merge_log(plan)
    return plan


def stored() -> list[list[dict[str, Any]]]:
    return [list(model._base_manager.order_by("pk").values()) for model in MODELS]


def copied(group: Group) -> Group:
    """The group as another server has it, to which its file was taken."""
    return imported(log_of(group))


def writer(group: Group) -> GameWriter:
    """Somebody at the latest game."""
    game = Game.with_deleted.filter(group=group).first()
    assert game is not None
    return GameWriter(game)


def totals(group: Group) -> list[tuple[int, int]]:
    """Of all games, the earliest one first."""
    games = Game.objects.filter(group=group).order_by("pk")
    return [(each.a, each.b) for each in (game.summary.standing.totals for game in games)]


def names(group: Group) -> set[str]:
    return set(group.players.values_list("name", flat=True))


def start(group: Group, *players: str) -> GameWriter:
    game = start_game(group, BySeat(*players), Agreement(), key=uuid.uuid4())
    return GameWriter(game)


@pytest.fixture
def home() -> Group:
    """A group with a game of one round."""
    game = GameFactory.create(
        **{
            f"player_{seat}__name": name
            for seat, name in zip(
                ("a1", "b1", "a2", "b2"), ("Ada", "Ben", "Cleo", "Dora"), strict=True
            )
        }
    )
    GameWriter(game).record(plain(60))
    return game.group


@pytest.fixture
def away(home: Group) -> Group:
    """A copy of it on another server."""
    return copied(home)


# What is the same, and what is stored


@pytest.mark.parametrize("seed", range(6))
def test_group_that_was_played_on_is_the_same_byte_for_byte_once_it_is_merged(
    seed: int,
) -> None:
    evening = Evening(random.Random(seed))
    copy = copied(evening.play(5))
    evening.play_on(3)
    log = log_of(evening.group)

    merge(log, copy)

    assert log_of(copy) == log
    before = stored()
    assert merge(log, copy).merge.is_empty
    assert stored() == before


@pytest.fixture
def twice(home: Group) -> tuple[Player, Player]:
    """One person by two names, of whom the first one has a game of their own."""
    writer(home).record(plain(20))
    start(home, "Annie", "Ben", "Cleo", "Dora").record(plain(70))
    return home.players.get(name="Annie"), home.players.get(name="Ada")


def test_log_from_before_two_players_were_merged_has_nothing_new(
    home: Group, twice: tuple[Player, Player]
) -> None:
    log = log_of(home)
    merge_players(*twice)

    plan = planned(log, home)

    assert plan.merge.is_empty
    assert (plan.verdicts[Verdict.DIVERGED], plan.verdicts[Verdict.NEW]) == (0, 0)


def test_game_that_went_on_under_a_merged_name_goes_on_under_the_other(
    home: Group, twice: tuple[Player, Player]
) -> None:
    away = copied(home)
    writer(away).record(plain(30))
    merge_players(*twice)

    merge(log_of(away), home)

    assert totals(home)[1] == (100, 100)
    assert [name for name in names(home) if name in {"Ada", "Annie"}] == ["Ada"]


def test_new_game_under_a_merged_name_is_the_other_ones(
    home: Group, twice: tuple[Player, Player]
) -> None:
    away = copied(home)
    start(away, "Annie", "Dora", "Ben", "Cleo").record(plain(5))
    merge_players(*twice)

    merge(log_of(away), home)

    latest = Game.objects.filter(group=home).latest("pk")
    assert latest.player_a1 == twice[1]


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_files_that_continue_a_game_give_the_longer_one_in_any_order(
    home: Group, away: Group, order: tuple[int, int]
) -> None:
    logs = []
    for points in (35, 80):
        writer(home).record(plain(points))
        logs.append(log_of(home))

    for each in order:
        merge(logs[each], away)

    assert log_of(away) == logs[1]


def test_statistics_after_a_merge_are_those_of_a_naive_count() -> None:
    evening = Evening(random.Random(4))
    copy = copied(evening.play(5))
    evening.play_on(4)
    start(copy, "Ada", "Ben", "Cleo", "Hans").record(plain(45))
    merge(log_of(evening.group), copy)

    history, naive = read_history(copy), Naive(copy)
    found = compute_group_stats(history)

    assert {player: told(each) for player, each in found.players.items()} == {
        player: naive.player(player) for player in naive.players()
    }
    assert (pairs(found), rivals(found)) == (naive.pairs(), naive.rivals())
    assert records(found) == naive.records()


def test_two_groups_that_merge_each_other_have_the_same_games(home: Group, away: Group) -> None:
    start(home, "Ada", "Ben", "Cleo", "Eva").record(plain(10))
    start(away, "Ada", "Fritz", "Cleo", "Gül").record(plain(20))

    merge(log_of(away), home)
    merge(log_of(home), away)

    assert sorted(totals(home)) == sorted(totals(away)) == [(10, 90), (20, 80), (60, 40)]
    assert names(home) == names(away)
    assert merge(log_of(away), home).merge.is_empty


def test_merged_game_is_undone_and_goes_on(home: Group, away: Group) -> None:
    writer(home).record(plain(35))
    merge(log_of(home), away)

    other = writer(away)
    other.undo()
    other.redo()
    other.record(plain(5))

    assert totals(away) == [(100, 200)]
    assert merge(log_of(away), home).verdicts == {Verdict.LONGER: 1}
    assert log_of(home) == log_of(away)


def test_rematch_is_still_that_of_its_game(home: Group, away: Group) -> None:
    first = writer(home).game
    start_rematch(first, Seat.A2, key=uuid.uuid4())

    merge(log_of(home), away)

    later, earlier = Game.objects.filter(group=away)
    assert later.rematch_of == earlier


def test_payments_are_merged_once_by_their_keys(home: Group, away: Group) -> None:
    payer, payee = home.players.all()[:2]
    pay(home, StakePayment(payer, payee, 7), key=uuid.uuid4(), seen=0)
    log = log_of(home)

    merge(log, away)
    merge(log, away)

    paid = away.payments.values_list("payer__name", "payee__name", "chips")
    assert list(paid) == [(payer.name, payee.name, 7)]


def test_group_keeps_its_settings(home: Group, away: Group) -> None:
    Group.objects.filter(pk=home.pk).update(
        name="Theirs", target=500, stake=9, shows_win_probability=False
    )
    Group.objects.filter(pk=away.pk).update(name="Ours")
    before = Group.objects.filter(pk=away.pk).values().get()
    start(home, "Ada", "Ben", "Cleo", "Eva")

    merge(log_of(home), away)

    assert Group.objects.filter(pk=away.pk).values().get() == before


def test_every_phone_shows_its_game_anew(home: Group, away: Group) -> None:
    start(home, "Ada", "Ben", "Cleo", "Eva")
    before = writer(away).game.revision

    merge(log_of(home), away)

    first = Game.objects.filter(group=away).last()
    assert first is not None
    assert first.revision == before + 1


def test_sample_of_the_win_probability_is_read_again_after_a_late_change(
    home: Group, away: Group
) -> None:
    start(away, "Ada", "Ben", "Cleo", "Dora")
    writer(home).record(plain(35))

    merge(log_of(home), away)

    changes = Game.objects.filter(group=away).order_by("pk").values_list("late_changes")
    assert list(changes) == [(1,), (0,)]


# Players


def test_new_id_of_a_name_that_is_alike_is_taken_for_that_player(
    home: Group, away: Group
) -> None:
    start(home, "Ada", "Ben", "Cleo", "EVA").record(plain(10))
    start(away, "Ada", "Ben", "Cleo", "Eva").record(plain(20))

    plan = merge(log_of(home), away)

    assert (plan.alike, plan.merge.new_players) == ([("EVA", "Eva")], {})
    assert names(away) == {"Ada", "Ben", "Cleo", "Dora", "Eva"}
    assert merge(log_of(home), away).merge.is_empty


def test_player_who_was_taken_for_another_one_is_known_whatever_the_names(
    home: Group, away: Group
) -> None:
    other = start(home, "Ada", "Ben", "Cleo", "Eva")
    start(away, "Ada", "Ben", "Cleo", "Eva")
    merge(log_of(home), away)
    rename_player(away.players.get(name="Eva"), "Evelyn")
    other.record(plain(10))

    plan = merge(log_of(home), away)

    assert (plan.alike, plan.merge.new_players) == ([], {})
    assert names(away) == {"Ada", "Ben", "Cleo", "Dora", "Evelyn"}
    assert totals(away) == [(60, 40), (0, 0), (10, 90)]


def test_two_players_of_a_file_are_never_one_here(home: Group, away: Group) -> None:
    start(home, "Ada", "Ben", "Cleo", "Eva")
    start(away, "Ada", "Ben", "Cleo", "Eva")
    merge(log_of(home), away)
    rename_player(away.players.get(name="Eva"), "Evelyn")
    evelyn = next(
        each for each in json.loads(log_of(away))["players"] if each["name"] == "Evelyn"
    )
    log = json.loads(log_of(home))
    log["players"].append(evelyn)

    plan = planned(json.dumps(log).encode(), away)

    assert [*plan.merge.new_players.values()] == ["Eva"]


def test_player_is_known_by_the_id_whatever_the_name(home: Group, away: Group) -> None:
    rename_player(home.players.get(name="Ada"), "Adelheid")
    writer(home).record(plain(35))

    plan = merge(log_of(home), away)

    assert (plan.alike, plan.merge.new_players) == ([], {})
    assert names(away) == {"Ada", "Ben", "Cleo", "Dora"}
    assert totals(away) == [(95, 105)]


def test_name_of_another_player_of_the_file_is_refused(home: Group, away: Group) -> None:
    rename_player(away.players.get(name="Ada"), "Eva")
    start(home, "Ada", "Ben", "Cleo", "Eva")
    before = stored()

    with pytest.raises(DamagedFile) as refused:
        planned(log_of(home), away)

    assert refused.value.sentence == (
        "Eva of the file is not Eva of this group, who is Ada in the file:"
        " give Eva another name here first."
    )
    assert stored() == before


def test_group_that_has_the_address_of_another_one_gives_its_players_other_ids(
    home: Group,
) -> None:
    log, key = log_of(home), home.key
    purge_group(home)
    again = imported(log)

    start(again, "Ada", "Ben", "Cleo", "Eva").record(plain(10))

    eva = again.players.get(name="Eva")
    ids = {each["name"]: each["id"] for each in json.loads(log_of(again))["players"]}
    assert again.key == key
    assert ids["Eva"] != str(uuid.uuid5(key, f"player {eva.pk}"))
    authors = [each["id"] for each in json.loads(log_of(again))["authors"]]
    derived = {str(uuid.uuid5(key, f"device {each.pk}")) for each in Device.objects.all()}
    assert len(authors) == 2
    assert len(derived & {*authors}) == 1  # the one that came with the log


# What is left alone


def test_game_that_has_gone_on_here_stays(home: Group, away: Group) -> None:
    writer(away).record(plain(35))
    before = stored()

    plan = merge(log_of(home), away)

    assert plan.verdicts == {Verdict.SHORTER: 1}
    assert stored() == before


def test_games_that_went_on_in_two_ways_stay_and_are_named(home: Group, away: Group) -> None:
    writer(home).record(plain(35))
    writer(away).record(plain(80))
    writer(away).record(plain(80))
    before = stored()

    plan = merge(log_of(home), away)

    assert (plan.verdicts, stored()) == ({Verdict.DIVERGED: 1}, before)
    assert plan.diverged == list(Game.objects.filter(group=away))


def test_game_that_is_deleted_here_stays_deleted(home: Group, away: Group) -> None:
    writer(away).delete()
    before = stored()

    plan = merge(log_of(home), away)

    assert plan.verdicts == {Verdict.SHORTER: 1}
    assert stored() == before


def test_game_that_was_restored_elsewhere_is_restored(home: Group) -> None:
    one = writer(home)
    one.delete()
    one.restore()
    log = log_of(home)
    # As it was before it was restored.
    Change.objects.filter(game=one.game, number=3).delete()
    Game.with_deleted.filter(pk=one.game.pk).update(version=2, deleted=timezone.now())

    plan = merge(log, home)

    assert plan.verdicts == {Verdict.LONGER: 1}
    assert (totals(home), log_of(home)) == ([(60, 40)], log)


ALTERED: dict[str, Callable[[dict[str, Any]], object]] = {
    "other seats": lambda game: game["seats"].reverse(),
    "another agreement": lambda game: game["agreement"].update(target=500),
    "another stake": lambda game: game.update(stake=3),
    "another start": lambda game: game.update(started="2020-01-01T00:00:00+00:00"),
    "another time of a change": lambda game: game["changes"][0].update(
        at="2020-01-01T00:00:00+00:00"
    ),
    "another key of a change": lambda game: game["changes"][0].update(id=str(uuid.UUID(int=1))),
}


@pytest.mark.parametrize("altered", ALTERED)
def test_game_that_is_another_one_with_this_id_is_left_alone(
    home: Group, away: Group, altered: str
) -> None:
    writer(home).record(plain(35))
    log = json.loads(log_of(home))
    ALTERED[altered](log["games"][0])
    before = stored()

    plan = merge(json.dumps(log).encode(), away)

    assert plan.verdicts == {Verdict.DIVERGED: 1}
    assert stored() == before


def test_round_that_is_older_than_the_log_is_part_of_the_game(home: Group, away: Group) -> None:
    Change.objects.filter(group__in=[home, away]).delete()
    log = log_of(home)
    other = log.replace(b'"A":60,"B":40', b'"A":65,"B":35')

    assert planned(log, away).verdicts == {Verdict.EQUAL: 1}
    assert planned(other, away).verdicts == {Verdict.DIVERGED: 1}


# What is refused, and what is never seen


def test_nothing_is_stored_of_a_damaged_file(home: Group, away: Group) -> None:
    start(home, "Ada", "Ben", "Cleo", "Eva").record(plain(10))
    log, before = log_of(home), stored()

    for end in range(0, len(log), 97):
        with pytest.raises(DamagedFile):
            merge(log[:end], away)

    assert stored() == before


def test_nothing_is_stored_of_a_merge_that_is_cut_off(home: Group, away: Group) -> None:
    writer(home).record(plain(35))
    start(home, "Ada", "Ben", "Cleo", "Eva").record(plain(10))
    plan, before = planned(log_of(home), away), stored()
    games = []

    def cut_off(*game: object) -> None:
        games.append(game)
        if len(games) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        store_merge(plan.merge, cut_off)

    assert stored() == before


MEANWHILE: dict[str, Callable[[Group, bytes], object]] = {
    "the game goes on": lambda group, _: writer(group).record(plain(5)),
    "the file is merged": lambda group, log: merge(log, group),
    "a player is added": lambda group, _: PlayerFactory.create(group=group, name="Eva"),
    "a player is renamed": lambda group, _: rename_player(group.players.all()[0], "Eva"),
    "the game is deleted": lambda group, _: writer(group).delete(),
}


@pytest.mark.parametrize("what", MEANWHILE)
def test_merge_is_a_conflict_where_the_group_has_changed_since_the_plan(
    home: Group, away: Group, what: str
) -> None:
    writer(home).record(plain(35))
    start(home, "Ada", "Ben", "Cleo", "Eva")
    log = log_of(home)
    plan = planned(log, away)
    MEANWHILE[what](away, log)
    before = stored()

    with pytest.raises(Conflict):
        merge_log(plan)

    assert stored() == before


def test_new_game_that_is_merged_twice_at_once_is_stored_once(home: Group, away: Group) -> None:
    start(home, "Ada", "Ben", "Cleo", "Dora").record(plain(10))
    one, other = (planned(log_of(home), away) for _ in range(2))
    merge_log(one)

    with pytest.raises(Conflict):
        merge_log(other)

    assert totals(away) == [(60, 40), (10, 90)]


def test_more_than_is_stored_at_once_is_left_for_the_next_merge(
    home: Group, away: Group
) -> None:
    for points in (10, 20, 30):
        start(home, "Ada", "Ben", "Cleo", "Eva").record(plain(points))
    log = log_of(home)

    plans = [merge(log, away, most_rows=7) for _ in range(3)]

    assert [(len(each.merge.games), each.later) for each in plans] == [(2, 1), (1, 0), (0, 0)]
    assert log_of(away) == log


def test_game_that_is_too_large_for_the_bound_is_stored_alone(home: Group, away: Group) -> None:
    for points in (10, 20):
        start(home, "Ada", "Ben", "Cleo", "Eva").record(plain(points))

    plan = merge(log_of(home), away, most_rows=1)

    assert (len(plan.merge.games), plan.later) == (1, 1)


def test_game_whose_address_is_taken_gets_another_one_and_keeps_its_id(home: Group) -> None:
    other = random_group(2)
    log = log_of(home)

    merge(log, other)

    game = Game.objects.filter(group=other).first()
    theirs = writer(home).game
    assert game is not None
    assert (game.log_id, game.key != theirs.key) == (theirs.key, True)
    assert merge(log, other).merge.is_empty


def test_file_of_another_group_is_said_to_be(home: Group, away: Group) -> None:
    other = log_of(random_group(2))

    assert (
        planned(other, away).of_another_group,
        planned(log_of(home), away).of_another_group,
    ) == (
        True,
        False,
    )
