"""Live scores: a stream of server-sent events that carry a game's revision and nothing else."""

from scoring.live.app import LiveApp
from scoring.live.hub import RevisionHub

__all__ = ["LiveApp", "RevisionHub"]
