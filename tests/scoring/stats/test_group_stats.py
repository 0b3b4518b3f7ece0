"""Figures of a group are updated after undo."""

from dataclasses import asdict

import pytest

from scoring.stats.group_stats import GroupStats, compute_group_stats
from scoring.stats.history import history_version, read_history
from tests.factories import GameFactory, GroupFactory
from tests.scoring.stats.random_histories import RandomHistory

pytestmark = pytest.mark.django_db


def counted(history: RandomHistory) -> GroupStats:
    """Return the present figures, without those that a thread may still be computing."""
    return compute_group_stats(read_history(history.group))


def test_figures_are_as_before_after_undoing_everything() -> None:
    history = RandomHistory(1)
    history.play(games=4)
    before = counted(history)
    history.start({"target": 5000})
    writer = history.writers[-1]
    for _ in range(3):
        history.record(writer)
    writer.amend(1, history.result(writer.game))
    writer.remove(2)
    between = counted(history)

    while writer.game.undo_stack.to_undo:
        writer.undo()

    assert between != before
    assert asdict(counted(history)) == asdict(before)


def test_game_in_place_of_one_that_was_purged_makes_another_history() -> None:
    group = GroupFactory.create()
    before, now = ({"group": group, "version": 7} for _ in range(2))
    purged = GameFactory.create(**before)
    version = history_version(group)
    purged.delete()
    GameFactory.create(**now)

    assert history_version(group) != version
