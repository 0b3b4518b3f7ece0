"""Files of a later release: properties that this release does not know are stored, and are
exported again."""

import json
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

from scoring.exchange import log_replay
from scoring.exchange.log_export import write_log
from scoring.exchange.log_schema import LOG_SCHEMA, split_properties
from scoring.models import Game, Group, UnknownProperties
from scoring.services.forget_player import forget_player
from scoring.services.groups import purge_group
from scoring.services.players import hide_player
from scoring.services.unknown_properties import MAX_CHARACTERS, MAX_DEPTH
from tests.factories import GameFactory, GameWriter, plain
from tests.module_rows import rows_of_the_module
from tests.scoring.log_damages import log_of_a_session, log_with_a_ruling, refused
from tests.scoring.log_groups import imported, log_of, random_group
from tests.scoring.log_merge.merging import log_before_merges, merge, planned
from tests.scoring.unknown_properties import with_unknown

pytestmark = pytest.mark.django_db

ARRAYS = ("players", "authors", "payments", "seasons", "log")


def log_of_a_group(seed: int) -> dict[str, Any]:
    exported: dict[str, Any] = json.loads(log_of(random_group(seed)))
    return exported


@pytest.fixture(scope="module")
def random_log(django_db_setup: None, django_db_blocker: Any) -> Iterator[bytes]:
    """The log of a random group. The group remains in the database with those that tests
    import."""
    with rows_of_the_module(django_db_blocker):
        yield log_of(random_group(3))


@pytest.fixture
def exported(random_log: bytes) -> dict[str, Any]:
    """A copy of that log, which a test may change."""
    return dict(json.loads(random_log))


def by_id(exported: list[dict[str, Any]]) -> dict[str, Any]:
    return {each["id"]: each for each in exported}


def log_with_a_log() -> dict[str, Any]:
    group: Group = GameFactory.create().group
    hide_player(group.players.order_by("pk")[0])
    exported: dict[str, Any] = json.loads(log_of(group))
    return exported


@pytest.mark.parametrize(
    "log",
    [
        log_with_a_ruling,
        log_of_a_session,
        log_with_a_log,
        *(partial(log_of_a_group, seed) for seed in range(5)),
    ],
)
def test_log_with_unknown_properties_everywhere_comes_out_as_it_came_in(
    log: Callable[[], dict[str, Any]],
) -> None:
    more = with_unknown(log())

    out = log_of(imported(json.dumps(more).encode()))

    assert json.loads(out) == more
    assert log_of(imported(out)) == out


def test_nothing_else_of_the_group_uses_unknown_properties(exported: dict[str, Any]) -> None:
    group = imported(json.dumps(with_unknown(exported)).encode())
    UnknownProperties.objects.all().delete()

    assert json.loads(log_of(group)) == exported


def test_merge_of_the_same_log_with_unknown_properties_changes_nothing() -> None:
    group = random_group(3)
    more = json.dumps(with_unknown(json.loads(log_of(group)))).encode()

    assert planned(more, group).merge.is_empty


def test_merge_keeps_what_is_unknown_of_what_is_new() -> None:
    exported = with_unknown(log_of_a_group(4))
    less = {
        **exported,
        "games": exported["games"][:-1],
        "payments": [],
        "seasons": [],
        "log": [],
    }
    group = imported(json.dumps(less).encode())

    merge(json.dumps(exported).encode(), group)
    merge(json.dumps(exported).encode(), group)

    out = json.loads(log_before_merges(group))
    assert by_id(out["games"]) == by_id(exported["games"])
    assert [out.get(name) for name in ARRAYS] == [exported.get(name) for name in ARRAYS]


def test_game_that_continued_in_a_file_has_what_is_unknown_there() -> None:
    home = GameFactory.create().group
    away = imported(json.dumps(with_unknown(json.loads(log_of(home)))).encode())
    GameWriter(Game.objects.get(group=home)).record(plain(60))
    exported = with_unknown(json.loads(log_of(home)))

    merge(json.dumps(exported).encode(), away)

    assert json.loads(log_of(away))["games"] == exported["games"]


def test_game_that_is_changed_here_has_nothing_unknown_any_more() -> None:
    writer = GameWriter(GameFactory.create())
    writer.record(plain(60))
    exported = with_unknown(json.loads(log_of(writer.game.group)))
    group = imported(json.dumps(exported).encode())
    GameWriter(Game.objects.get(group=group)).record(plain(35))

    out = json.loads(log_of(group))

    assert "later" not in json.dumps(out["games"])
    assert out["group"] == exported["group"]


def test_player_that_is_forgotten_has_nothing_unknown_any_more(
    exported: dict[str, Any],
) -> None:
    name = exported["players"][0]["name"]
    exported["players"][0]["later"] = "Anni"
    exported["later"] = {"best": [name], f"{name}!": 1}
    group = imported(json.dumps(exported).encode())
    player = group.players.order_by("pk")[0]

    new = forget_player(player)

    out = json.loads(log_of(group))
    assert "Anni" not in json.dumps(out)
    assert out["later"] == {"best": [new], f"{new}!": 1}


def test_what_is_known_by_now_is_not_written_from_what_was_unknown(
    exported: dict[str, Any],
) -> None:
    exported["later"] = 1
    group = imported(json.dumps(exported).encode())
    UnknownProperties.objects.update(properties={"/seasons": [], "/later": 1})

    assert json.loads(log_of(group)) == exported


def test_too_much_that_is_unknown_is_passed_over(exported: dict[str, Any]) -> None:
    exported["players"][0]["later"] = "x" * MAX_CHARACTERS
    exported["players"][1]["later"] = 1

    out = json.loads(log_of(imported(json.dumps(exported).encode())))

    del exported["players"][0]["later"]
    assert out == exported


def test_what_a_merge_brings_counts_with_what_is_here(exported: dict[str, Any]) -> None:
    half = "x" * (MAX_CHARACTERS // 2)
    less = {**exported, "later": half, "payments": []}
    group = imported(json.dumps(less).encode())
    exported["payments"][0]["later"] = half
    merge(json.dumps(exported).encode(), group)

    assert UnknownProperties.objects.get().name == ""


def test_what_is_unknown_and_too_deep_is_passed_over(exported: dict[str, Any]) -> None:
    deep: list[Any] = []
    for _ in range(MAX_DEPTH):
        deep = [deep]

    out = json.loads(log_of(imported(json.dumps(exported | {"later": deep}).encode())))

    assert out == exported


@pytest.mark.parametrize("name", ["a/b", "a~b", "~1", "", "0"])
def test_name_of_an_unknown_property_may_be_any(exported: dict[str, Any], name: str) -> None:
    exported["group"][name] = {name: [{name: 1}]}
    exported["games"][0][name] = None

    assert json.loads(log_of(imported(json.dumps(exported).encode()))) == exported


def test_file_of_a_player_has_nothing_unknown_of_the_group(exported: dict[str, Any]) -> None:
    exported = with_unknown(exported)
    group = imported(json.dumps(exported).encode())
    player = group.players.order_by("pk")[0]

    out = json.loads("".join(write_log(group, player)))

    assert "later" not in out
    assert out["players"][0]["later"] == exported["players"][0]["later"]


def test_group_that_is_purged_leaves_nothing_unknown(exported: dict[str, Any]) -> None:
    purge_group(imported(json.dumps(with_unknown(exported)).encode()))

    assert UnknownProperties.objects.count() == 0


def test_change_of_nothing_that_is_known_is_refused() -> None:
    writer = GameWriter(GameFactory.create())
    writer.adjust(-50, 0)
    log = json.loads(log_of(writer.game.group))
    log["games"][0]["changes"][0] |= {"before": {"later": 1}, "after": {"later": 2}}

    assert refused(json.dumps(log).encode())


def test_known_property_where_it_does_not_belong_is_refused() -> None:
    writer = GameWriter(GameFactory.create())
    writer.record(plain(60))
    log = json.loads(log_of(writer.game.group))
    log["games"][0]["changes"][0]["after"]["ending"] = "abandoned"

    assert refused(json.dumps(log).encode())


def test_schema_knows_what_changes_have() -> None:
    state = json.loads(LOG_SCHEMA.read_bytes())["$defs"]["state"]["properties"]

    assert state.keys() == log_replay.GAME_FIELDS | log_replay.ROUND_FIELDS


def test_entry_of_the_log_of_a_group_of_an_unknown_kind_keeps_all_of_its_facts() -> None:
    entry = {"kind": "adopt", "facts": {"cats": [1]}}

    assert split_properties("log", entry | {"later": 1}) == (entry, {"/later": 1})


def test_property_of_the_log_that_is_unknown_stays_as_it_is() -> None:
    assert split_properties("", {"later": {"a": 1}}) == ({}, {"/later": {"a": 1}})
