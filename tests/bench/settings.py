"""The settings of the site. The only difference is that the bare views are added to its
addresses."""

from tichu_score.settings import *  # noqa: F403

ROOT_URLCONF = "tests.bench.urls"
