"""The blocks of docs/deploy.md: files that an operator writes, and commands."""

import re

from tests.server import ROOT

PAGE = (ROOT / "docs" / "deploy.md").read_text()
BLOCKS: list[str] = re.findall(r"^```\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def block(containing: str) -> str:
    """Return the only block of the page that contains this text."""
    (found,) = (each for each in BLOCKS if containing in each)
    return found
