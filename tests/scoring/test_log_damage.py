"""Files that are not complete logs: each is refused with a sentence, and nothing of it is
stored."""

import json
import os
import random
from collections.abc import Callable
from typing import Any

import pytest

from tests.scoring.log_damages import (
    DAMAGES,
    RULING_DAMAGES,
    SESSION_DAMAGES,
    log_of_a_session,
    log_with_a_ruling,
    refused,
    ruling,
    small_log,
)
from tests.scoring.log_groups import log_of, random_group
from tests.scoring.unknown_properties import with_unknown

pytestmark = pytest.mark.django_db


def with_a_ruling() -> dict[str, Any]:
    log = log_with_a_ruling()
    ruling(log)
    return log


@pytest.mark.parametrize("build", [small_log, with_a_ruling, log_of_a_session])
def test_log_without_damage_is_taken(build: Callable[[], dict[str, Any]]) -> None:
    assert not refused(json.dumps(build()).encode())


# Each damage, with a log that contains what it damages.
CASES = {
    name: (build, damage)
    for build, damages in (
        (small_log, DAMAGES),
        (log_with_a_ruling, RULING_DAMAGES),
        (log_of_a_session, SESSION_DAMAGES),
    )
    for name, damage in damages.items()
}


@pytest.mark.parametrize("case", CASES)
def test_damaged_log_is_refused_and_nothing_is_stored(case: str) -> None:
    build, damage = CASES[case]
    log = build()
    damage(log)

    assert refused(json.dumps(log).encode())


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b"\xff\xfe", b"{}" * 2, b"null", b"[" * 99_999]
)
def test_file_that_is_no_log_is_refused(content: bytes) -> None:
    assert refused(content)


def test_log_that_ends_anywhere_is_refused() -> None:
    log = json.dumps(small_log()).encode()

    assert [end for end in range(0, len(log), 61) if not refused(log[:end])] == []


def test_log_with_its_parts_in_another_order_is_taken() -> None:
    assert not refused(json.dumps(small_log(), sort_keys=True, indent=2).encode())


# Half of the files lose bytes. In the other half, values are replaced, removed or repeated.
TRIES = int(os.environ.get("DAMAGED_FILES", "200"))
ODD: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1.5, 2**31, 2**63, 10**400, "", "A", "\x00", "\ud800", [], {}),
    *("9999-12-31T23:59:59+14:00", "0001-01-01T00:00:00-14:00", [[]], {"A": {}}, "x" * 5_000),
)


def with_other_bytes(log: bytes, chance: random.Random) -> bytes:
    wrong = bytearray(log)
    for _ in range(chance.randint(1, 3)):
        wrong[chance.randrange(len(wrong))] = chance.choice(b'0123456789"{}[],:ABaf-\x00\xff')
    return bytes(wrong)


def with_other_values(log: bytes, chance: random.Random) -> bytes:
    """Return the same JSON with one value replaced, removed or repeated."""
    told = json.loads(log)
    for _ in range(chance.randint(1, 2)):
        inside = chance.choice([each for each in containers(told) if each])
        at = chance.choice(list(inside if isinstance(inside, dict) else range(len(inside))))
        if chance.random() < 0.2:
            inside.pop(at)
        elif isinstance(inside, list) and chance.random() < 0.5:
            inside.append(inside[at])
        else:
            inside[at] = chance.choice(ODD)
    return json.dumps(told).encode()


def containers(value: Any) -> list[Any]:
    """Return every object and list of a JSON value, including the value itself."""
    if not isinstance(value, dict | list):
        return []
    inside = value.values() if isinstance(value, dict) else value
    return [value, *(each for one in inside for each in containers(one))]


@pytest.mark.parametrize("damage", [with_other_bytes, with_other_values])
@pytest.mark.parametrize("seed", range(5))
def test_random_damage_is_refused_or_makes_another_whole_group(
    seed: int, damage: Callable[[bytes, random.Random], bytes]
) -> None:
    chance, files = random.Random(seed), TRIES // 10
    log = log_of(random_group(seed))
    if seed % 2:
        log = json.dumps(with_unknown(json.loads(log))).encode()
    taken = sum(not refused(damage(log, chance)) for _ in range(files))

    assert taken < files
