"""Live scores: notifies the phones that subscribe to a game when its revision has risen.

`LiveApp` is the ASGI application that `tichu_score/asgi.py` puts in front of Django. A listener
(`listeners`) notifies its `RevisionHub` of changes. The hub reads the new revisions (`queries`)
and publishes them to each open stream (`subscribers`). `polls` reads the revisions for pages
without a stream, which are answered from a `ResponseCache`.
"""

from scoring.live.app import LiveApp
from scoring.live.hub import RevisionHub

__all__ = ["LiveApp", "RevisionHub"]
