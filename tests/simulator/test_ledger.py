"""The results of the ledger for rounds that were removed."""

import pytest

from scoring.rules import RoundResult
from tests.factories import GameWriter, Phone, plain
from tests.simulator.ledger import Failure, Ledger, new_key

pytestmark = pytest.mark.django_db


@pytest.fixture
def writer(phone: Phone) -> GameWriter:
    return GameWriter(phone.game)


@pytest.fixture
def ledger() -> Ledger:
    return Ledger()


REMOVAL = new_key(1)


def record_and_remove(writer: GameWriter, ledger: Ledger, result: RoundResult) -> None:
    """Record a round and remove it on its phone. The server receives only the round."""
    change = writer.record(result)
    key = str(change.key)
    ledger.record(key, result)
    ledger.add_after(key, 0)
    ledger.replace_key(key, REMOVAL)
    ledger.taps[key].removal = REMOVAL


def test_round_that_is_removed_must_be_off_the_sheet(
    writer: GameWriter, ledger: Ledger
) -> None:
    record_and_remove(writer, ledger, plain(60))

    with pytest.raises(Failure, match="Removed, and still recorded"):
        ledger.check(writer.game)


def test_removal_must_be_sent_also_where_another_phone_has_undone_the_round(
    writer: GameWriter, ledger: Ledger
) -> None:
    record_and_remove(writer, ledger, plain(60))
    writer.undo()

    with pytest.raises(Failure, match="its removal was never sent"):
        ledger.check(writer.game)


def test_removal_that_comes_after_the_undo_of_another_phone_is_accepted(
    writer: GameWriter, ledger: Ledger
) -> None:
    record_and_remove(writer, ledger, plain(60))
    writer.undo()
    ledger.arrived.add(REMOVAL)

    ledger.check(writer.game)
