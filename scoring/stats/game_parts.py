"""The parts of a game. In each part, the same four players played."""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from scoring.rules import ByTeam, RaceState, Standing
from scoring.stats.played_game import PlayedGame, Players
from scoring.stats.tally import Tally


class GamePart(NamedTuple):
    """The rounds of a game that four players played in these seats, with their tally for team A
    and the points of both teams. The result of the game counts for those who sat there in the
    end."""

    players: Players
    tally: Tally
    round_codes: tuple[int, ...]
    a: tuple[int, ...]
    b: tuple[int, ...]


def game_parts(game: PlayedGame) -> list[GamePart]:
    """Return the parts of this game. The last one is that of `game.players`; it may have no
    rounds, and then contains only the result."""
    if not game.round_players:
        return [GamePart(game.players, game.tally, game.round_codes, game.a, game.b)]
    rounds: dict[Players, list[int]] = defaultdict(list)
    for place, players in enumerate(game.round_players):
        rounds[players].append(place)
    at_the_end = rounds.pop(game.players, [])
    found = [_part(game, players, places) for players, places in rounds.items()]
    last = _part(game, game.players, at_the_end)
    result = game.tally
    tally = last.tally._replace(games=result.games, won=result.won, lost=result.lost)
    return [*found, last._replace(tally=tally)] if at_the_end or tally.games else found


def _part(game: PlayedGame, players: Players, places: Sequence[int]) -> GamePart:
    codes, a, b = (
        tuple(column[place] for place in places)
        for column in (game.round_codes, game.a, game.b)
    )
    cards = [game.cards[place] for place in places]
    running = Standing(len(codes), ByTeam(sum(a), sum(b)), RaceState.RUNNING)
    extra = game.format.extra_call_points > 0
    tally = Tally.of(running, codes, cards, grand=game.grand, extra=extra)
    return GamePart(players, tally, codes, a, b)
