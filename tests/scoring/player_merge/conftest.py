import pytest

from scoring.models import Group
from tests.factories import GroupFactory
from tests.scoring.player_merge.merging import NAMES, play


@pytest.fixture
def group() -> Group:
    """A group in which Ada has also played with Bne, which is a misspelling of Ben."""
    group: Group = GroupFactory.create()
    play(group, *NAMES)
    play(group, "Ada", "Bne", "Cleo", "Dora")
    return group
