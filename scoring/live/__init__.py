"""Live scores by a doorbell: a stream that says that a game has changed, and not how."""

from scoring.live.bell import Bell
from scoring.live.stream import Live

__all__ = ["Bell", "Live"]
