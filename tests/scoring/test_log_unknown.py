"""Files of a later release: what this one does not know is passed over, wherever it is."""

import json
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from scoring.exchange import log_replay
from scoring.exchange.log_schema import LOG_SCHEMA, known_properties
from scoring.models import Group
from scoring.services.players import hide_player
from tests.factories import GameFactory, GameWriter, plain
from tests.scoring.log_groups import imported, log_of, random_group
from tests.scoring.log_merge.merging import planned
from tests.scoring.test_log_damage import log_of_a_session, log_with_a_ruling, refused

pytestmark = pytest.mark.django_db

# Objects whose names are values, or that are kept whole: in these nothing is unknown.
WHOLE = {"captured", "by_team", "by_player"}


def with_unknown(told: Any) -> Any:
    """The same with a property more in every object that has properties."""
    if isinstance(told, list):
        return [with_unknown(each) for each in told]
    if not isinstance(told, dict):
        return told
    more = {
        name: value if name in WHOLE else with_unknown(value) for name, value in told.items()
    }
    return {**more, "later": {"later": [1, "x", None]}}


def log_of_a_group(seed: int) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(log_of(random_group(seed)))
    return told


def log_with_a_log() -> dict[str, Any]:
    group: Group = GameFactory.create().group
    hide_player(group.players.order_by("pk")[0])
    told: dict[str, Any] = json.loads(log_of(group))
    return told


@pytest.mark.parametrize(
    "log",
    [
        log_with_a_ruling,
        log_of_a_session,
        log_with_a_log,
        *(partial(log_of_a_group, seed) for seed in range(5)),
    ],
)
def test_log_with_unknown_properties_everywhere_is_read_as_without_them(
    log: Callable[[], dict[str, Any]],
) -> None:
    told = log()
    more = json.dumps(with_unknown(told)).encode()

    assert json.loads(log_of(imported(more))) == told


def test_merge_of_the_same_log_with_unknown_properties_changes_nothing() -> None:
    group = random_group(3)
    more = json.dumps(with_unknown(json.loads(log_of(group)))).encode()

    assert planned(more, group).merge.is_empty


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


def test_entry_of_the_log_of_a_group_keeps_all_of_its_facts() -> None:
    entry = {"kind": "adopt", "facts": {"cats": [1]}}

    assert known_properties("log", [entry | {"later": 1}]) == [entry]


def test_property_of_the_log_that_is_unknown_stays_as_it_is() -> None:
    assert known_properties("later", {"a": 1}) == {"a": 1}
