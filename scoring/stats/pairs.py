"""Partners and opponents: the results of two players together, and against each other."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import product

from scoring.stats.chemistry import Chemistry, pair_chemistry
from scoring.stats.estimates import MIN_GAMES
from scoring.stats.group_tallies import GroupTallies, Pair, pair_of
from scoring.stats.played_game import PlayedGame
from scoring.stats.tally import Tally


@dataclass(frozen=True, slots=True)
class PartnerStats:
    """Two partners. `chemistry` is None if they have not played a round together."""

    players: Pair
    tally: Tally
    chemistry: Chemistry | None

    @property
    def ranked(self) -> bool:
        """Whether there are enough games with rounds to rank the pair by chemistry."""
        return self.tally.games - self.tally.games_without_rounds >= MIN_GAMES


@dataclass(frozen=True, slots=True)
class RivalStats:
    """Two opponents, whatever their partners, from the view of the first one.

    `streak` is the number of games that this player won in a row up to the last one, below 0
    for games lost; `last_met` is the last evening.
    """

    players: Pair
    tally: Tally
    streak: int
    last_met: date


def partner_stats(tallies: GroupTallies) -> dict[Pair, PartnerStats]:
    chemistry = pair_chemistry(tallies.matchups)
    return {
        pair: PartnerStats(pair, tally, chemistry.get(pair))
        for pair, tally in tallies.pairs.items()
    }


def rival_stats(games: Sequence[PlayedGame], tallies: GroupTallies) -> dict[Pair, RivalStats]:
    """Return every two opponents, once from the view of each."""
    runs = {pair: _Run() for pair in tallies.rivals if pair[0] < pair[1]}
    going = set(runs)
    for game in reversed(games):
        for pair in _met_in_rounds(game):
            runs[pair].latest = runs[pair].latest or game
        for pair, won in _results(game):
            if pair in going and not runs[pair].goes_on(game, won):
                going.remove(pair)
        if not going:
            break
    return {
        (one, other): RivalStats(
            (one, other),
            tallies.rivals[one, other],
            run.streak if one < other else -run.streak,
            run.latest.day,
        )
        for pair, run in runs.items()
        for one, other in (pair, pair[::-1])
        if run.latest
    }


@dataclass(slots=True)
class _Run:
    """The latest games of two opponents, read from the last one back."""

    latest: PlayedGame | None = None
    streak: int = 0

    def goes_on(self, game: PlayedGame, won: int) -> bool:
        if game.over or not game.round_players:
            self.latest = self.latest or game
        if game.over:
            if won == 0 or won * self.streak < 0:
                return False
            self.streak += won
        return True


def _met_in_rounds(game: PlayedGame) -> Iterator[Pair]:
    """Yield every two opponents of its rounds, the lower number first. Empty if the same four
    played all rounds."""
    for a1, b1, a2, b2 in dict.fromkeys(game.round_players):
        for one, other in product((a1, a2), (b1, b2)):
            yield pair_of(one, other)


def _results(game: PlayedGame) -> Iterator[tuple[Pair, int]]:
    """Yield every two opponents, the lower number first, and whether the first one won (1) or
    lost (-1); 0 for a draw, or if the game is not over."""
    won = game.tally.won - game.tally.lost
    a1, b1, a2, b2 = game.players
    for one in (a1, a2):
        for other in (b1, b2):
            yield ((one, other), won) if one < other else ((other, one), -won)
