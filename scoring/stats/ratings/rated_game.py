"""A game as the ratings need it."""

from collections.abc import Iterable
from operator import sub
from typing import NamedTuple

from scoring.rules import RaceState
from scoring.stats.game_parts import game_parts
from scoring.stats.played_game import PlayedGame
from scoring.stats.tally import Tally


class RatedGame(NamedTuple):
    """A game, or the rounds of it that the same four played.

    `players` are in playing order, so that partners are two apart; `margins` are team A's
    points less team B's, round by round; `won` is 1 for team A, 0 for team B, 0.5 for a draw,
    None as long as the game is not over, and for those who did not sit there in the end;
    `weight` is that of the result, from 0 to 1. `counted_before` are those of the players whom
    an earlier part of the same game has.
    """

    players: tuple[int, int, int, int]
    margins: tuple[int, ...]
    won: float | None
    weight: float = 1.0
    counted_before: frozenset[int] = frozenset()


def rated_games(games: Iterable[PlayedGame]) -> list[RatedGame]:
    """These games in their order, without the abandoned ones; one in which players changed,
    part by part. Of a forfeited game the result alone is rated, and the more of it was played
    the more it weighs: by how far the team which was ahead had come in the race."""
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
