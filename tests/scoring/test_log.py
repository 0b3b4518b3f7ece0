"""A group as a log: exported, imported as a new group, and exported again."""

import json
import uuid
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import fastjsonschema
import pytest

from scoring import exchange
from scoring.models import AvatarChoice, ChangeKind, Device, Game, Group
from scoring.rules import Call, CallLevel, Seat
from scoring.services.games import start_rematch
from scoring.services.groups import purge_group
from scoring.services.play_rules import play_rules
from scoring.services.players import choose_avatar, get_or_create_player
from scoring.stats.group_stats import group_stats
from tests.factories import (
    DeviceFactory,
    GameFactory,
    GameWriter,
    GroupFactory,
    PlayerFactory,
    plain,
)
from tests.randomised import repeats
from tests.scoring.log_groups import imported, log_of, random_group

pytestmark = pytest.mark.django_db

SCHEMA = json.loads(Path(exchange.__file__).with_name("tichu-log-1.json").read_bytes())
validate = fastjsonschema.compile(SCHEMA)


@pytest.mark.parametrize("seed", repeats(20))
def test_log_of_an_imported_group_is_the_same_byte_for_byte(seed: int) -> None:
    log = log_of(random_group(seed))
    validate(json.loads(log))

    assert log_of(imported(log)) == log


def test_random_groups_have_every_kind_of_change() -> None:
    logs = [json.loads(log_of(random_group(seed))) for seed in repeats(8)]

    games = [game for log in logs for game in log["games"]]
    kinds = {change["kind"] for game in games for change in game["changes"]}
    assert kinds == {*ChangeKind.values} - {ChangeKind.DELETION}


@pytest.mark.parametrize("seed", repeats(3))
def test_group_that_is_gone_comes_back_with_its_addresses(seed: int) -> None:
    group = random_group(seed)
    log, key = log_of(group), group.key
    keys = set(group.games.values_list("key", flat=True))
    purge_group(group)
    Device.objects.all().delete()

    again = imported(log)

    assert (log_of(again), again.key) == (log, key)
    assert set(again.games.values_list("key", flat=True)) == keys


def test_log_of_a_former_release_has_no_rulings_and_official_rules() -> None:
    writer = GameWriter(GameFactory.create())
    writer.record(plain(60))
    log = json.loads(log_of(writer.game.group))
    again = imported(json.dumps(log).encode())

    assert ("play_rules" in log["group"], "rulings" in log["games"][0]) == (False, False)
    assert (play_rules(again.pk), again.games.get().rulings) == (frozenset(), None)


def test_log_has_what_was_chosen_as_an_avatar_and_nothing_of_who_chose_nothing() -> None:
    game = GameFactory.create()
    choose_avatar(game.player_a1, AvatarChoice("teal", "🦊"))
    choose_avatar(game.player_b1, AvatarChoice(None, "é"))
    before = json.loads(log_of(game.group))["group"]
    Group.objects.update(shows_avatars=False)

    log = json.loads(log_of(game.group))

    told = [
        {name: player[name] for name in ("colour", "symbol") if name in player}
        for player in log["players"]
    ]
    assert told == [{"colour": "teal", "symbol": "🦊"}, {"symbol": "é"}, {}, {}]
    assert ("shows_avatars" in before, log["group"]["shows_avatars"]) == (False, False)


def test_log_of_players_whose_names_came_to_be_alike_is_read() -> None:
    group = GameFactory.create().group
    names = ["O'Neil", "O’Neil", "O`Neil"]
    for name in names:
        PlayerFactory.create(group=group, name=name, name_key=name)

    again = imported(log_of(group))

    assert log_of(again) == log_of(group)
    assert [get_or_create_player(again, name).name for name in names] == names


def test_imported_group_has_the_same_statistics() -> None:
    group = random_group(1)
    again = imported(log_of(group))

    ours, theirs = (
        {each.name: stats.players[each.pk].tally for each in one.players.all()}
        for one in (group, again)
        for stats in [group_stats(one)]
    )

    assert theirs == ours


def test_what_is_undone_in_an_imported_game_is_what_was_done() -> None:
    writer = GameWriter(GameFactory.create())
    writer.record(plain(60))
    writer.record(plain(35))
    again = imported(log_of(writer.game.group))

    other = GameWriter(Game.objects.get(group=again))
    other.undo()
    other.redo()
    other.undo()

    assert [row.round.points.a for row in other.game.sheet.rows] == [60]


def test_round_in_progress_that_was_undone_is_in_the_log_as_it_was_sent() -> None:
    writer = GameWriter(GameFactory.create())
    writer.record(plain(60, Seat.A1, Call(Seat.A1, CallLevel.TICHU)))
    writer.undo()

    log = json.loads(log_of(writer.game.group))

    calls = [{"player": "A1", "level": "tichu"}]
    assert log["games"][0]["progress"] == {"after": 0, "calls": calls}


@pytest.mark.parametrize("follows", [(0, None), (1, 0)])
def test_game_of_a_log_follows_neither_itself_nor_a_later_game(
    follows: tuple[int, int | None],
) -> None:
    """Otherwise the search for the last game of the chain would never end."""
    first = GameFactory.create()
    start_rematch(first, Seat.A2, key=uuid.uuid4())
    log = json.loads(log_of(first.group))
    games = log["games"]
    for game, number in zip(games, follows, strict=True):
        game["rematch_of"] = None if number is None else games[number]["id"]

    earlier, later = imported(json.dumps(log).encode()).games.order_by("pk")

    assert earlier.follows is None
    assert later.follows == (None if follows[1] is None else earlier)


def test_deleted_game_is_not_in_the_log() -> None:
    writer = GameWriter(GameFactory.create())
    writer.record(plain(60))
    writer.delete()

    assert json.loads(log_of(writer.game.group))["games"] == []


def test_log_has_no_secret_of_a_device() -> None:
    group = random_group(3)
    for player in group.players.all():
        player.recovery_link_hash = f"secret {player.pk}"
        player.save()
    secrets = [
        group.join_token,
        group.watch_token,
        *Device.objects.values_list("token_hash", flat=True),
        "secret",
    ]

    log = log_of(group).decode()

    assert [each for each in secrets if each in log] == []


@pytest.mark.parametrize("games", [1, 3])
def test_log_of_more_games_takes_no_more_queries(
    games: int, django_assert_num_queries: Callable[[int], AbstractContextManager[object]]
) -> None:
    group, device = GroupFactory.create(), DeviceFactory.create()
    for _ in range(games):
        writer = GameWriter(GameFactory.create(group=group), device)
        writer.record(plain(60))
        writer.record(plain(35))

    with django_assert_num_queries(17):
        log_of(group)
