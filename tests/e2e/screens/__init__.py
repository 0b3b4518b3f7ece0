"""Every screen and state of the program, with the steps that open it. A function with the
decorator `screen` opens a screen: test_screens.py checks it, and tests/shots.py takes
screenshots of it."""

from tests.e2e.screens import (  # each of them registers its screens
    groups,
    history,
    home,
    offline,
    players,
    printing,
    progress,
    results,
    rotation,
    rules,
    rulings,
    sessions,
    statistics,
    table,
)
from tests.e2e.screens.registry import SCREENS, Demo, Screen, Visit, fill_demo

__all__ = [
    "SCREENS",
    "Demo",
    "Screen",
    "Visit",
    "fill_demo",
    "groups",
    "history",
    "home",
    "offline",
    "players",
    "printing",
    "progress",
    "results",
    "rotation",
    "rules",
    "rulings",
    "sessions",
    "statistics",
    "table",
]
