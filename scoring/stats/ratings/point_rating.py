"""Points that a player adds to the margin of a round, independently of the other players."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt

from scoring.stats.estimates import MIN_GAMES, Z_80, Interval
from scoring.stats.ratings.rated_game import RatedGame
from scoring.stats.ratings.ridge_regression import normal_equations, solve
from scoring.stats.win_probability import baseline

# The standard deviation of the players of one group, in points a round. The value 12 predicts
# best if it really is 10, and still better than Elo if it is 18.
PLAYER_SD = 12.0
# The weight of the published variance of the margin of a round, in rounds.
PRIOR_ROUNDS = 300

_SIDES = (1, -1, 1, -1)


@dataclass(frozen=True, slots=True)
class PointRating:
    """The points that a player adds to the margin of a round, compared with an average player.

    `interval` is the 80 % interval. `games` and `rounds` are the numbers of games and rounds
    from which the rating is computed; running games count.
    """

    player: int
    edge: float
    interval: Interval
    games: int
    rounds: int

    @property
    def provisional(self) -> bool:
        return self.games < MIN_GAMES

    def too_close(self, other: "PointRating") -> bool:
        """Whether it is uncertain which of the two players is better."""
        return self.interval.overlaps(other.interval)


def rate_points(games: Sequence[RatedGame]) -> list[PointRating]:
    """Return the ratings of all players, the best first.

    They are computed by ridge regression. The expected margin of a round is the sum of the
    points of both players of a team, minus that of their opponents. Players are expected to be
    average as long as there is no evidence for anything else. The order of games does not
    matter. The edges add up to 0.
    """
    played = Counter(
        player for game in games for player in game.players if player not in game.counted_before
    )
    places = {player: place for place, player in enumerate(played)}
    played_rounds = (
        (_sides(game, places), len(game.margins), sum(game.margins)) for game in games
    )
    together, margins = normal_equations(played_rounds, len(places))
    rounds = [int(row[place]) for place, row in enumerate(together)]
    variance = margin_variance(margin for game in games for margin in game.margins)
    for place, row in enumerate(together):
        row[place] += variance / PLAYER_SD**2
    edges, inverse = solve(together, margins)
    # Games do not show how strong the group as a whole is. Edges are relative to its average,
    # so this part of the variance is subtracted.
    unknown = PLAYER_SD**2 / len(places) if places else 0
    found = [
        PointRating(
            player,
            edges[place],
            _interval(edges[place], sqrt(variance * inverse[place] - unknown)),
            played[player],
            rounds[place],
        )
        for player, place in places.items()
    ]
    return sorted(found, key=lambda rating: (-rating.edge, rating.player))


def _sides(game: RatedGame, places: dict[int, int]) -> list[tuple[int, int]]:
    """Return the index of each player, with 1 for team A and -1 for team B."""
    return [(places[player], side) for player, side in zip(game.players, _SIDES, strict=True)]


def margin_variance(rounds: Iterable[int]) -> float:
    """Return the variance of the margin of a round in a group: the variance of these margins,
    shrunk towards the published one by PRIOR_ROUNDS rounds."""
    squares = [margin * margin for margin in rounds]
    prior = PRIOR_ROUNDS * baseline.MARGIN_SD**2
    return (prior + sum(squares)) / (PRIOR_ROUNDS + len(squares))


def _interval(edge: float, deviation: float) -> Interval:
    return Interval(edge - Z_80 * deviation, edge + Z_80 * deviation)
