"""Two phones undo, redo or remove the same thing at once, and both succeed. The second phone
changes nothing, and there is no conflict unless there was another change in between."""

import uuid

import pytest

from scoring.models import Change
from scoring.rules import Ending
from scoring.services import rounds
from scoring.services.transaction import Conflict, Submission
from tests.factories import DeviceFactory, GameWriter, Phone, plain
from tests.scoring.reading import game_of, stored_results, text

pytestmark = pytest.mark.django_db


def submission() -> Submission:
    """Return a submission of another phone."""
    return Submission(uuid.uuid4(), DeviceFactory.create().pk)


def kinds(writer: GameWriter) -> list[str]:
    return [change.kind for change in writer.game.changes.all()]


def test_undo_of_a_change_that_another_phone_has_undone_is_that_undo(
    writer: GameWriter,
) -> None:
    recorded = writer.record(plain(60))
    undone = writer.undo()

    assert rounds.undo(writer.game, recorded.number, submission()) == undone
    assert kinds(writer) == ["record", "undo"]


def test_undo_of_an_end_that_another_phone_has_undone_is_that_undo(writer: GameWriter) -> None:
    ended = writer.end(Ending.ABANDONED, "late")
    undone = writer.undo()

    assert rounds.undo(writer.game, ended.number, submission()) == undone
    assert kinds(writer) == ["ending", "undo"]


def test_undo_is_no_conflict_where_more_was_undone_and_a_call_was_made(
    writer: GameWriter,
) -> None:
    writer.record(plain(60))
    second = writer.record(plain(55))
    undone = writer.undo()
    writer.undo()
    writer.set_calls()

    assert rounds.undo(writer.game, second.number, submission()) == undone


def test_undo_of_a_change_that_was_undone_and_redone_undoes_it_again(
    writer: GameWriter,
) -> None:
    recorded = writer.record(plain(60))
    writer.undo()
    writer.redo()

    rounds.undo(writer.game, recorded.number, submission())

    assert kinds(writer) == ["record", "undo", "redo", "undo"]


def test_undo_of_a_round_that_was_undone_and_recorded_again_is_a_conflict(
    writer: GameWriter,
) -> None:
    recorded = writer.record(plain(60))
    writer.undo()
    writer.record(plain(65))

    with pytest.raises(Conflict):
        rounds.undo(writer.game, recorded.number, submission())

    assert stored_results(writer.game) == [plain(65)]


def redone_on_another_phone(writer: GameWriter) -> tuple[Change, Change]:
    """Undo and redo a round. Returns the change that recorded it and the redo."""
    recorded = writer.record(plain(60))
    writer.undo()
    return recorded, writer.redo()


def test_redo_of_a_change_that_another_phone_has_redone_is_that_redo(
    writer: GameWriter,
) -> None:
    recorded, redone = redone_on_another_phone(writer)

    assert rounds.redo(writer.game, recorded.number, submission()) == redone
    assert kinds(writer) == ["record", "undo", "redo"]


def test_redo_of_an_end_that_another_phone_has_redone_is_that_redo(writer: GameWriter) -> None:
    ended = writer.end(Ending.ABANDONED, "late")
    writer.undo()
    redone = writer.redo()

    assert rounds.redo(writer.game, ended.number, submission()) == redone


def test_redo_is_no_conflict_where_a_round_was_recorded_behind_it(writer: GameWriter) -> None:
    recorded, redone = redone_on_another_phone(writer)
    writer.record(plain(55))

    assert rounds.redo(writer.game, recorded.number, submission()) == redone
    assert stored_results(writer.game) == [plain(60), plain(55)]


def test_redo_of_a_change_that_was_never_undone_is_a_conflict(writer: GameWriter) -> None:
    recorded = writer.record(plain(60))

    with pytest.raises(Conflict):
        rounds.redo(writer.game, recorded.number, submission())


def test_removal_of_a_round_that_another_phone_has_removed_is_that_removal(
    writer: GameWriter,
) -> None:
    writer.record(plain(60))
    removed = writer.remove(1)

    assert rounds.remove(writer.game, 1, submission(), seen=1) == removed
    assert kinds(writer) == ["record", "remove"]


def test_removal_of_a_round_that_another_phone_has_undone_is_that_undo(
    writer: GameWriter,
) -> None:
    writer.record(plain(60))
    undone = writer.undo()

    assert rounds.remove(writer.game, 1, submission(), seen=1) == undone


def test_removal_of_a_round_that_was_amended_is_a_conflict(writer: GameWriter) -> None:
    writer.record(plain(60))
    writer.amend(1, plain(65))

    with pytest.raises(Conflict):
        rounds.remove(writer.game, 1, submission(), seen=1)


@pytest.mark.parametrize("seq", [0, 7])
def test_removal_of_a_round_that_never_was_is_a_conflict(writer: GameWriter, seq: int) -> None:
    writer.end(Ending.ABANDONED, "late")

    with pytest.raises(Conflict):
        rounds.remove(writer.game, seq, submission(), seen=1)


def test_phone_whose_undo_comes_second_is_shown_the_table(phone: Phone) -> None:
    phone.record(first="A1", card_points="60")
    GameWriter(game_of(phone)).undo()

    answer = phone.post("undo/", htmx=True, number=1)

    assert (answer.status_code, answer["Tichu-Change"]) == (200, "2")
    assert "No round yet." in text(answer)


def test_page_whose_undo_comes_second_is_sent_to_the_table_without_javascript(
    phone: Phone,
) -> None:
    phone.record(first="A1", card_points="60")
    GameWriter(game_of(phone)).undo()

    assert phone.post("undo/", number=1).url == phone.url
