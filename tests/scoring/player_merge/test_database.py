"""The database refuses impossible merges."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction

from scoring.models import Game, Group, Player
from scoring.services.groups import purge_group
from tests.factories import GameFactory, PlayerFactory
from tests.scoring.player_merge.merging import merge

pytestmark = pytest.mark.django_db


def test_database_refuses_impossible_merges() -> None:
    game: Game = GameFactory.create()
    stranger: Player = PlayerFactory.create()
    a, b, c, _ = (getattr(game, f"player_{seat}") for seat in ("a1", "b1", "a2", "b2"))

    def refused(player: Player, into: Player | None, facts: Any) -> bool:
        rows = Player.with_merged.filter(pk=player.pk)
        try:
            with transaction.atomic():
                rows.update(merged_into=into, merge_facts=facts)
        except IntegrityError:
            return True
        return False

    assert [refused(a, a, {}), refused(a, stranger, {})] == [True] * 2
    assert [refused(a, b, None), refused(a, None, {})] == [True] * 2
    assert not refused(a, b, {})
    assert [refused(c, a, {}), refused(b, c, {})] == [True] * 2
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.with_merged.create(group=a.group, name="X", merged_into=a, merge_facts={})
    assert not refused(a, None, None)


def test_group_with_a_merge_is_purged(group: Group) -> None:
    merge(group, "Bne", "Ben")

    purge_group(group)

    assert not Player.with_merged.filter(group=group.pk).exists()
