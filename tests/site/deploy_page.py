"""The blocks of docs/deploy.md: files that an operator writes, and commands."""

import re

from tests.server import ROOT

PAGE = (ROOT / "docs" / "deploy.md").read_text()
BLOCKS: list[str] = re.findall(r"^```\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def block(containing: str) -> str:
    """The block of the page that has this in it."""
    (found,) = (each for each in BLOCKS if containing in each)
    return found
