"""Fixtures of tests of live updates."""

import pytest

from tests.live.subscribed_page import SubscribedPage


@pytest.fixture
def subscribed_page() -> SubscribedPage:
    """A page whose stream has just reported that there is nothing new."""
    page = SubscribedPage()
    page.after("revision", revision=5)
    return page
