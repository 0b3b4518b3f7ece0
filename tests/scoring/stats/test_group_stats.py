"""Figures of a group follow what is undone."""

from dataclasses import asdict

import pytest

from scoring.stats.group_stats import GroupStats, compute_group_stats
from scoring.stats.history import read_history
from tests.scoring.stats.scribble import Scribe

pytestmark = pytest.mark.django_db


def counted(scribe: Scribe) -> GroupStats:
    """The figures as they are now, without those that a thread may still be solving."""
    return compute_group_stats(read_history(scribe.group))


def test_figures_are_as_before_after_undoing_everything() -> None:
    scribe = Scribe(1)
    scribe.play(games=4)
    before = counted(scribe)
    scribe.start({"target": 5000})
    writer = scribe.pens[-1]
    for _ in range(3):
        scribe.record(writer)
    writer.amend(1, scribe.result(writer.game))
    writer.remove(2)
    between = counted(scribe)

    while writer.game.undo_stack.to_undo:
        writer.undo()

    assert between != before
    assert asdict(counted(scribe)) == asdict(before)
