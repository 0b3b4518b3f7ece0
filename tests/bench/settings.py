"""The site's settings with the bare views added to its addresses: nothing else differs."""

from tichu_score.settings import *  # noqa: F403

ROOT_URLCONF = "tests.bench.urls"
