"""An import is stored once, in small transactions, and continues after an interruption."""

import itertools
from functools import partial
from typing import Any

import pytest

from scoring.exchange.game_import import Answers, plan_import
from scoring.importers.recognition import read
from scoring.models import Game, GameImport, Group
from scoring.services import game_import
from scoring.services.game_import import ImportedGame, open_import, store_import, undo_import
from scoring.services.log_rows import create_games
from scoring.services.transaction import BATCH_SIZE, Conflict, write_transaction
from tests.factories import Phone
from tests.scoring.game_import.importer import Importer, many_games, page_text

pytestmark = pytest.mark.django_db(transaction=True)

MANY = 300


def planned(group: Group) -> tuple[GameImport, list[ImportedGame], dict[str, str]]:
    text = many_games(MANY)
    people = {name: name for name in "ABCD"}
    games = plan_import(read(text), Answers(people), group).new_games
    return open_import(group, "many.csv", text), games, people


def cut_off_after(batches: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """End the process after this number of transactions with games."""
    create, done = create_games, [0]

    def create_some(*args: Any) -> None:
        done[0] += 1
        if done[0] > batches:
            raise KeyboardInterrupt
        create(*args)

    monkeypatch.setattr(game_import, "create_games", create_some)


def cut_off(*_args: Any) -> None:
    raise KeyboardInterrupt


def interrupted_before_its_end(group: Group, monkeypatch: pytest.MonkeyPatch) -> GameImport:
    """Return an import that was interrupted after its last game."""
    draft, games, people = planned(group)
    with monkeypatch.context() as patch:
        patch.setattr(game_import, "raise_revisions", cut_off)
        with pytest.raises(KeyboardInterrupt):
            store_import(draft, games, people, seconds=600)
    return draft


def test_no_transaction_holds_more_than_a_batch(
    group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft, games, people = planned(group)
    transactions: list[int] = []

    def counted() -> Any:
        transactions.append(Game.objects.count())
        return write_transaction()

    monkeypatch.setattr(game_import, "write_transaction", counted)
    before = Game.objects.count()
    store_import(draft, games, people, seconds=600)

    assert Game.objects.count() - before == len(games) == MANY
    grown = [after - earlier for earlier, after in itertools.pairwise(transactions)]
    # a game that is entered by its result has two rows
    assert 0 < max(grown) <= BATCH_SIZE // 2


def test_import_that_was_cut_off_continues(
    group: Group, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft, games, people = planned(group)
    before = Game.objects.count()
    with monkeypatch.context() as patch:
        cut_off_after(1, patch)
        with pytest.raises(KeyboardInterrupt):
            store_import(draft, games, people, seconds=600)
    some = Game.objects.count() - before
    importer = Importer(phone)
    assert 0 < some < MANY
    assert (
        f"{some} games of {MANY} were imported, and then it was interrupted." in importer.list
    )

    assert importer.store(draft).status_code == 302
    assert Game.objects.count() - before == MANY
    assert f"{MANY} games were imported." in importer.list


def test_long_import_says_how_far_it_is_and_continues(group: Group, phone: Phone) -> None:
    draft, games, people = planned(group)
    before = Game.objects.count()
    store_import(draft, games, people, seconds=0)
    some = Game.objects.count() - before
    assert 0 < some < MANY
    assert draft.stored is None

    importer = Importer(phone)
    page = importer.phone.client.get(importer.page(draft))
    assert f"{some} of {MANY} games are imported." in page_text(page)
    assert f'<progress value="{some}" max="{MANY}"' in page.content.decode()

    # The first answers remain valid, and later ones are ignored.
    assert importer.store(draft, name_1="ignore").status_code == 302
    assert Game.objects.count() - before == MANY
    assert f"{MANY} games were imported." in importer.list


def test_import_that_was_cut_off_after_the_last_game_comes_to_its_end(
    group: Group, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft = interrupted_before_its_end(group, monkeypatch)

    assert Importer(phone).store(draft).status_code == 302
    draft.refresh_from_db()
    assert (draft.stored is None, len(draft.games)) == (False, MANY)


def test_import_that_was_cut_off_is_taken_back(
    group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft, games, people = planned(group)
    before = set(Game.objects.values_list("pk", flat=True))
    with monkeypatch.context() as patch:
        cut_off_after(1, patch)
        with pytest.raises(KeyboardInterrupt):
            store_import(draft, games, people, seconds=600)
    draft.refresh_from_db()

    undo_import(draft, group.device_id)

    assert set(Game.objects.values_list("pk", flat=True)) == before


def test_store_tapped_twice_stores_once(group: Group, phone: Phone) -> None:
    importer = Importer(phone)
    draft = importer.hand_in(many_games(MANY))
    before = Game.objects.count()
    answers = [importer.store(draft) for _ in range(2)]

    assert [each.status_code for each in answers] == [302, 302]
    assert Game.objects.count() - before == MANY
    assert f"{MANY} games were imported." in page_text(
        importer.phone.client.get(importer.address)
    )


def test_games_that_are_stored_while_the_import_is_taken_back_are_deleted_too(
    group: Group,
) -> None:
    draft, games, people = planned(group)
    before = set(Game.objects.values_list("pk", flat=True))
    store_import(draft, games, people, seconds=0)
    read_before = GameImport.objects.get(pk=draft.pk)
    store_import(draft, games, people, seconds=600)

    undo_import(read_before, group.device_id)

    assert set(Game.objects.values_list("pk", flat=True)) == before


def test_import_that_is_taken_back_before_its_end_does_not_count_as_stored(
    group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft = interrupted_before_its_end(group, monkeypatch)
    finish = partial(game_import._finish, GameImport.objects.get(pk=draft.pk))
    undo_import(draft, group.device_id)

    with pytest.raises(Conflict):
        finish()
    assert [each.kind for each in group.changes.all()] == ["undo_import"]
