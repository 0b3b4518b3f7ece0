"""Games of the same players that several phones have started at the same time."""

from datetime import timedelta

from scoring.models.game import Game

# Two games that were started within this time are assumed to be meant as one.
PARALLEL_WITHIN = timedelta(minutes=3)
# The maximum number of games that a group starts within that time.
_LATEST = 10


def parallel_games(game: Game) -> list[Game]:
    """The other games of the same players, in any seats, that were started within three minutes
    of this one and are not over, the first one first. Empty for a table of a session. One
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
    """The primary keys of all players of the game."""
    return frozenset(game.rotation.players if game.rotation else game.players)
