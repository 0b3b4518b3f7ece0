"""How tests read a page."""

from html import unescape
from typing import Any


def text(response: Any) -> str:
    """The page as it reads: entities as characters, white space folded."""
    return " ".join(unescape(response.content.decode()).split())
