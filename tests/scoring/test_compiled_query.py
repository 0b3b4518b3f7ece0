"""Statements whose SQL is compiled once have the same results as Django's own."""

import uuid
from datetime import UTC, datetime

import pytest
from django.db import IntegrityError, models
from django.forms.models import model_to_dict

from scoring.models import Change, ChangeKind, Device, Game, Round
from scoring.models.compiled_query import (
    CompiledInsert,
    CompiledQuery,
    ListParameter,
    Parameter,
)
from tests.factories import DeviceFactory, GameFactory, GameWriter, plain

pytestmark = pytest.mark.django_db

GAME = Parameter("game", models.BigIntegerField())
SEQ = Parameter("seq", models.PositiveIntegerField())
AT = datetime(2026, 11, 20, 20, 15, tzinfo=UTC)


def change(game: Game, device: Device, number: int) -> Change:
    return Change(
        group_id=game.group_id,
        game=game,
        number=number,
        kind=ChangeKind.RECORD,
        seq=number,
        round_number=number,
        after=plain(60).to_dict(),
        key=uuid.uuid4(),
        device=device,
        at=AT,
    )


@pytest.fixture
def game() -> Game:
    """A game of three rounds whose primary keys differ from their `seq`."""
    writer = GameWriter(GameFactory.create(pk=1_000))
    for _ in range(3):
        writer.record(plain(60))
    return writer.game


@pytest.mark.parametrize(
    "query",
    [
        CompiledQuery(lambda: Round.objects.filter(game_id=GAME).filter(seq__lte=SEQ)),
        CompiledQuery(lambda: Round.objects.filter(seq__lte=SEQ).filter(game_id=GAME)),
    ],
)
def test_values_are_bound_by_their_names(query: CompiledQuery[Round], game: Game) -> None:
    assert [row.seq for row in query(seq=2, game=game.pk)] == [1, 2]


def test_value_that_is_missing_is_an_error(game: Game) -> None:
    query = CompiledQuery(lambda: Round.objects.filter(game_id=GAME, seq=SEQ))

    with pytest.raises(KeyError, match="seq"):
        query(game=game.pk)


@pytest.mark.parametrize(("wanted", "found"), [([3, 1, 7], [1, 3]), ([], [])])
def test_list_is_bound_whatever_its_length(
    wanted: list[int], found: list[int], game: Game
) -> None:
    query = CompiledQuery(lambda: Round.objects.filter(seq__in=ListParameter("seqs")))

    assert [row.seq for row in query(seqs=wanted)] == found


def test_value_that_is_always_the_same_needs_no_name(game: Game) -> None:
    query = CompiledQuery(lambda: Round.objects.filter(game_id=GAME).exclude(seq=2))

    assert [row.seq for row in query(game=game.pk)] == [1, 3]


def test_rows_are_the_columns_that_the_query_names(game: Game) -> None:
    query = CompiledQuery(
        lambda: Round.objects.filter(seq__lte=SEQ).values_list(
            "seq", "points_a", "game__target"
        )
    )

    assert [tuple(row) for row in query.rows(seq=2)] == [(1, 60, 1000), (2, 60, 1000)]


def test_inserted_row_is_stored_as_a_saved_one() -> None:
    game, device = GameFactory.create(), DeviceFactory.create()
    inserted, saved = change(game, device, 1), change(game, device, 2)

    CompiledInsert(Change)(inserted)
    saved.save()

    one, other = (Change.objects.get(pk=each.pk) for each in (inserted, saved))
    own = ["id", "number", "seq", "round_number", "key"]
    assert model_to_dict(one, exclude=own) == model_to_dict(other, exclude=own)
    assert (one.number, one.key) == (1, inserted.key)


def test_row_that_a_constraint_refuses_is_not_inserted() -> None:
    game, device = GameFactory.create(), DeviceFactory.create()
    insert = CompiledInsert(Change)
    insert(change(game, device, 1))

    with pytest.raises(IntegrityError):
        insert(change(game, device, 1))
