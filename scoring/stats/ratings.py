"""Ratings: how many points a round somebody is worth, whoever the others at the table were."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt

from scoring.stats import frequencies
from scoring.stats.match import Match
from scoring.stats.ridge import solve
from scoring.stats.samples import FEWEST_GAMES, Range

# Players of one group differ by some 12 points a round: foretells games best where they really
# differ by 10, and still better than Elo where it is 18.
SPREAD = 12.0
# The spread of a round's margin is as published until so many rounds say otherwise.
PRIOR_ROUNDS = 300

_Z = 1.2815515655446004  # a range of 80 %
_SIDES = (1, -1, 1, -1)


@dataclass(frozen=True, slots=True)
class Rating:
    """What a player adds to the margin of a round, in points, against an average player of the
    group; the truth lies in `range` four times in five. `games` and `rounds` is what it rests
    on; running games count."""

    player: int
    edge: float
    range: Range
    games: int
    rounds: int

    @property
    def provisional(self) -> bool:
        return self.games < FEWEST_GAMES

    def too_close(self, other: "Rating") -> bool:
        """Whether nobody can say yet which of the two is better."""
        return self.range.overlaps(other.range)


def ratings(matches: Sequence[Match]) -> list[Rating]:
    """Everybody who played, the best first.

    By ridge regression: the margin of a round is expected to be what both players of a team
    add, less what their opponents do; and players are expected to be average as long as rounds
    do not say otherwise. The order of games does not matter. The edges add to 0.
    """
    games = Counter(player for match in matches for player in match.players)
    places = {player: place for place, player in enumerate(games)}
    together, margins = _sums(matches, places)
    rounds = [int(row[place]) for place, row in enumerate(together)]
    variance = _variance(matches)
    for place, row in enumerate(together):
        row[place] += variance / SPREAD**2
    edges, inverse = solve(together, margins)
    # How good the group as a whole is, no game can tell, and the average takes it away.
    unknown = SPREAD**2 / len(places) if places else 0
    found = [
        Rating(
            player,
            edges[place],
            _range(edges[place], sqrt(variance * inverse[place] - unknown)),
            games[player],
            rounds[place],
        )
        for player, place in places.items()
    ]
    return sorted(found, key=lambda rating: (-rating.edge, rating.player))


def _sums(
    matches: Iterable[Match], places: dict[int, int]
) -> tuple[list[list[float]], list[float]]:
    """For every two players the rounds with each other less those against each other, and for
    each player the margins of all rounds."""
    together = [[0.0] * len(places) for _ in places]
    margins = [0.0] * len(places)
    for match in matches:
        rounds, margin = len(match.margins), sum(match.margins)
        seats = [places[player] for player in match.players]
        for seat, side in zip(seats, _SIDES, strict=True):
            margins[seat] += side * margin
            for other, its_side in zip(seats, _SIDES, strict=True):
                together[seat][other] += side * its_side * rounds
    return together, margins


def _variance(matches: Iterable[Match]) -> float:
    """Of the margin of a round."""
    squares = [margin * margin for match in matches for margin in match.margins]
    prior = PRIOR_ROUNDS * frequencies.DIFFERENCE_SD**2
    return (prior + sum(squares)) / (PRIOR_ROUNDS + len(squares))


def _range(edge: float, deviation: float) -> Range:
    return Range(edge - _Z * deviation, edge + _Z * deviation)
