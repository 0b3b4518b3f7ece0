"""The form of a new game, as tests fill it in."""

NAMES = {"a1": "Ada", "b1": "Ben", "a2": "Cleo", "b2": "Dora"}
NEW_GAME = NAMES | {"target": "1000", "grand": "on", "tie": "play_on"}
