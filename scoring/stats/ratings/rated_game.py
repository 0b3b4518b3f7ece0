"""A game in the form that the ratings need."""

from collections.abc import Iterable
from operator import sub
from typing import NamedTuple

from scoring.rules import RaceState
from scoring.stats.game_parts import game_parts
from scoring.stats.played_game import PlayedGame
from scoring.stats.tally import Tally


class RatedGame(NamedTuple):
    """A game, or the rounds of it that the same four played.

    `players` are in the order of play, so that partners are two apart. `margins` are team A's
    points minus team B's, round by round. `won` is 1 for team A, 0 for team B, 0.5 for a draw;
    it is None if the game is not over, and for players who did not sit there in the end.
    `weight` is the weight of the result, from 0 to 1. `counted_before` are the players who were
    in an earlier part of the same game.
    """

    players: tuple[int, int, int, int]
    margins: tuple[int, ...]
    won: float | None
    weight: float = 1.0
    counted_before: frozenset[int] = frozenset()


def rated_games(games: Iterable[PlayedGame]) -> list[RatedGame]:
    """Return these games in their order, without the abandoned ones. A game whose players
    changed is divided into its parts. Only the result of a forfeited game is rated. Its weight
    is the progress in the race of the team that had come farther."""
    return [rated for game in games for rated in _rate(game)]


def _rate(game: PlayedGame) -> list[RatedGame]:
    if game.standing.state is RaceState.ABANDONED:
        return []
    if game.standing.state is RaceState.FORFEITED:
        weight = max(game.format.race.completion(game.standing))
        return [RatedGame(game.players, (), _result(game.tally), weight)]
    parts: list[RatedGame] = []
    seen: frozenset[int] = frozenset()
    for players, tally, _, a, b in game_parts(game):
        margins = tuple(map(sub, a, b))
        parts.append(
            RatedGame(players, margins, _result(tally), counted_before=seen & {*players})
        )
        seen |= {*players}
    return parts


def _result(tally: Tally) -> float | None:
    return 0.5 + (tally.won - tally.lost) / 2 if tally.games else None
