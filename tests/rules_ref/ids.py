"""The ids of rules that were given out, which never change."""

from pathlib import Path

GIVEN_OUT = frozenset((Path(__file__).parent / "ids.txt").read_text().split())
