"""Partners and opponents: what two players are worth together, and one against the other."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from scoring.stats.history import PlayedGame
from scoring.stats.meetings import Pair, Scores
from scoring.stats.samples import FEWEST_GAMES
from scoring.stats.score import Score

# What partners add to each other spreads by some 8 points a round, a round's margin by some
# 210: so many rounds weigh as much as knowing nothing.
CHEMISTRY_ROUNDS = 700


@dataclass(frozen=True, slots=True)
class Chemistry:
    """Points a round ahead of the opponents, beside what both players bring by themselves.

    `expected` is the sum of what each of them is ahead by with other partners. `shrunk` is the
    difference, drawn towards nothing by CHEMISTRY_ROUNDS rounds; n is `rounds` together.
    """

    actual: Fraction
    expected: Fraction
    rounds: int

    @property
    def shrunk(self) -> Fraction:
        weight = Fraction(self.rounds, self.rounds + CHEMISTRY_ROUNDS)
        return (self.actual - self.expected) * weight


@dataclass(frozen=True, slots=True)
class Partners:
    """Two partners; no chemistry where one of them never had another partner."""

    players: Pair
    score: Score
    chemistry: Chemistry | None

    @property
    def ranked(self) -> bool:
        return self.score.games >= FEWEST_GAMES


@dataclass(frozen=True, slots=True)
class Rivals:
    """Two opponents, whatever their partners, as the first of them sees it.

    `streak` are the games that this player won in a row up to the last one, lost where it is
    under 0; `met` is the last evening, `game` the last game of it.
    """

    players: Pair
    score: Score
    streak: int
    met: date
    game: int


def partners(scores: Scores) -> dict[Pair, Partners]:
    return {
        pair: Partners(pair, score, _chemistry(pair, scores))
        for pair, score in scores.pairs.items()
    }


def _chemistry(pair: Pair, scores: Scores) -> Chemistry | None:
    together = scores.pairs[pair].margin
    actual = together.value
    alone = [(scores.players[player].margin - together).value for player in pair]
    if actual is None or None in alone:
        return None
    expected = sum((value for value in alone if value is not None), Fraction(0))
    return Chemistry(actual, expected, together.n)


def rivals(games: Sequence[PlayedGame], scores: Scores) -> dict[Pair, Rivals]:
    """Every two opponents, each way round."""
    runs = {pair: _Run() for pair in scores.rivals if pair[0] < pair[1]}
    going = set(runs)
    for game in reversed(games):
        for pair, won in _meetings(game):
            if pair in going and not runs[pair].goes_on(game, won):
                going.remove(pair)
        if not going:
            break
    return {
        (one, other): Rivals(
            (one, other),
            scores.rivals[one, other],
            run.streak if one < other else -run.streak,
            run.latest.day,
            run.latest.pk,
        )
        for pair, run in runs.items()
        for one, other in (pair, pair[::-1])
        if run.latest
    }


@dataclass(slots=True)
class _Run:
    """The latest games of two opponents, as they are found from the last one back."""

    latest: PlayedGame | None = None
    streak: int = 0

    def goes_on(self, game: PlayedGame, won: int) -> bool:
        self.latest = self.latest or game
        if game.over:
            if won == 0 or won * self.streak < 0:
                return False
            self.streak += won
        return True


def _meetings(game: PlayedGame) -> Iterator[tuple[Pair, int]]:
    """Every two opponents, the lower number first, and whether that one won (1) or not (-1)."""
    won = game.score.won - game.score.lost
    a1, b1, a2, b2 = game.players
    for one in (a1, a2):
        for other in (b1, b2):
            yield ((one, other), won) if one < other else ((other, one), -won)
