import pytest

from scoring.models import Group
from tests.factories import GameFactory, GameWriter, plain
from tests.scoring.log_merge.merging import copied


@pytest.fixture
def home() -> Group:
    """A group with a game of one round."""
    game = GameFactory.create(
        **{
            f"player_{seat}__name": name
            for seat, name in zip(
                ("a1", "b1", "a2", "b2"), ("Ada", "Ben", "Cleo", "Dora"), strict=True
            )
        }
    )
    GameWriter(game).record(plain(60))
    return game.group


@pytest.fixture
def away(home: Group) -> Group:
    """A copy of the group `home` on another server."""
    return copied(home)
