"""A merge of a file is an entry in the log of the group."""

import pytest

from scoring.exchange.log_merge import merge_log
from scoring.models import Device, Group, GroupChangeKind
from scoring.services.players import hide_player
from tests.factories import DeviceFactory, plain
from tests.scoring.log_groups import imported, log_of
from tests.scoring.log_merge.merging import merge, planned, start, writer
from tests.scoring.reading import group_log_sentences

pytestmark = pytest.mark.django_db


@pytest.fixture
def log(home: Group) -> bytes:
    """The file of a group in which a game continued and another game has a new player."""
    writer(home).record(plain(35))
    start(home, "Ada", "Ben", "Cleo", "Eva").record(plain(10))
    return log_of(home)


def test_merge_is_logged_with_its_file_and_what_was_new(away: Group, log: bytes) -> None:
    merge(log, away)

    assert group_log_sentences(away) == [
        "The file away.json was merged. 1 player was new. 1 game was new. 1 game went on."
    ]


def test_merge_is_logged_with_its_device(away: Group, log: bytes) -> None:
    device: Device = DeviceFactory.create()

    merge_log(planned(log, away), "away.json", device.pk)

    assert away.changes.get().device == device


def test_same_file_again_is_not_logged(away: Group, log: bytes) -> None:
    merge(log, away)
    merge(log, away)

    assert away.changes.count() == 1


def test_entries_of_the_log_alone_tell_of_themselves(home: Group, away: Group) -> None:
    hide_player(home.players.order_by("pk")[0])

    merge(log_of(home), away)

    assert group_log_sentences(away) == ["Ada was hidden."]


def test_name_of_the_file_is_one_line_of_some_length(away: Group, log: bytes) -> None:
    merge_log(planned(log, away), "a\nb\u202e" + "c" * 500, None)

    facts = away.changes.get().facts
    assert facts["name"] == "a b" + "c" * 77


def test_merge_is_in_the_log_of_a_copy_of_the_group(away: Group, log: bytes) -> None:
    merge(log, away)

    copy = imported(log_of(away))

    assert group_log_sentences(copy) == group_log_sentences(away)
    assert copy.changes.get().kind == GroupChangeKind.MERGE_FILE
