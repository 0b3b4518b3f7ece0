"""Every screen and state of the program, and how a person comes to it. What is decorated with
`screen` is checked by test_screens.py and pictured by tests/shots.py."""

from tests.e2e.screens import (  # each registers its screens
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
