"""Games of the same players that several phones have started at once."""

from datetime import timedelta

from scoring.models.game import Game

# Apart by no more than this, two games were meant to be the same one.
PARALLEL_WITHIN = timedelta(minutes=3)
# In that time no group starts more.
_LATEST = 10


def parallel_games(game: Game) -> list[Game]:
    """The other games of the same players, at whatever seats, that were started within three
    minutes of this one and are not over, the first one first; none of a table of a session. One
    query, and one for each game found."""
    if game.rotation and game.rotation.session:
        return []
    others = Game.objects.filter(group=game.group_id).exclude(pk=game.pk).with_names()
    return [
        other
        for other in reversed(others[:_LATEST])
        if abs(other.created - game.created) <= PARALLEL_WITHIN
        and _everybody(other) == _everybody(game)
        and not other.summary.standing.over
    ]


def _everybody(game: Game) -> frozenset[int]:
    """The primary keys of all who play."""
    return frozenset(game.rotation.players if game.rotation else game.players)
