"""What tests of live updates begin with."""

import pytest

from tests.live.watching import Watching


@pytest.fixture
def watching() -> Watching:
    """A page whose stream has just told it that there is nothing new."""
    page = Watching()
    page.after("revision", revision=5)
    return page
