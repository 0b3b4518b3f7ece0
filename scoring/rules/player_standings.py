"""Standings of players whose partners change: the tournament of nine rounds, and the league
evening."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from scoring.rules.round import RoundResult
from scoring.rules.teams import ByTeam, Team

# League points for the winners of the three splits of a league evening. The split with the
# greatest difference of points comes first.
LEAGUE_POINTS = (3, 2, 1)


# The win points of a round for each player. A double win is worth less if the second player out
# called Tichu, as that call failed.
POINTS_FOR_WIN, POINTS_FOR_LEVEL = 2, 1
POINTS_FOR_DOUBLE_WIN, POINTS_FOR_DOUBLE_WIN_WITH_FAILED_CALL = 3, 2


class RoundCredit(NamedTuple):
    """The credit of each of two partners for a round: the win points, and the points of their
    team.

    The losers get the points of their team too, even if they are negative.
    """

    win_points: int
    points: int


def win_points(result: RoundResult, points: ByTeam[int]) -> ByTeam[int]:
    """Return the win points of a round with these `points`, for each player of each team. The
    team with the higher points, calls included, wins the round; but a double win always wins
    it."""
    if result.double_win:
        failed = result.level(result.out_order[1])
        won = POINTS_FOR_DOUBLE_WIN_WITH_FAILED_CALL if failed else POINTS_FOR_DOUBLE_WIN
        winner = result.first_out.team
    elif points.a == points.b:
        return ByTeam(POINTS_FOR_LEVEL, POINTS_FOR_LEVEL)
    else:
        won, winner = POINTS_FOR_WIN, Team.A if points.a > points.b else Team.B
    return ByTeam.from_function(lambda team: won if team is winner else 0)


@dataclass(frozen=True, slots=True)
class PlayerScore:
    """The sums of a player over `rounds` rounds. On a league evening the win points are league
    points."""

    win_points: Fraction | int = 0
    points: int = 0
    rounds: int = 0

    def plus(self, credit: RoundCredit) -> "PlayerScore":
        return PlayerScore(
            self.win_points + credit.win_points, self.points + credit.points, self.rounds + 1
        )

    @property
    def win_points_per_round(self) -> Fraction:
        return Fraction(self.win_points, self.rounds or 1)

    @property
    def points_per_round(self) -> Fraction:
        return Fraction(self.points, self.rounds or 1)


class PlayerStanding(NamedTuple):
    """A player's place, from 1. Players who are level share a place, and the following places
    are left out."""

    place: int
    player: int
    score: PlayerScore


def total_credits(
    rounds: Iterable[tuple[ByTeam[tuple[int, int]], ByTeam[RoundCredit]]],
) -> dict[int, PlayerScore]:
    """Return the sums of each player over these rounds. Each round contains the players of both
    teams, and the credit of each player of a team."""
    scores: dict[int, PlayerScore] = {}
    for teams, credit in rounds:
        for team, players in teams.items():
            for player in players:
                scores[player] = scores.get(player, PlayerScore()).plus(credit[team])
    return scores


def player_standings(scores: Mapping[int, PlayerScore]) -> list[PlayerStanding]:
    """Return the standings by win points per round, then by points per round, so that nobody is
    behind only because of fewer rounds. Players without a round are last."""

    def merit(player: int) -> tuple[bool, Fraction, Fraction]:
        score = scores[player]
        return score.rounds == 0, -score.win_points_per_round, -score.points_per_round

    ranked: list[PlayerStanding] = []
    for _, level in groupby(sorted(scores, key=lambda each: (merit(each), each)), key=merit):
        place = len(ranked) + 1
        ranked += [PlayerStanding(place, player, scores[player]) for player in level]
    return ranked


def league_points(
    splits: Sequence[tuple[ByTeam[tuple[int, int]], ByTeam[int]]],
) -> dict[int, Fraction]:
    """Return the league points of an evening of four players. `splits` contains the partners
    and the points of both teams for each split that has begun.

    The splits are ranked by the difference of their points, and each winner gets the
    LEAGUE_POINTS of the rank. Splits with equal differences share the points of their ranks. In
    a level split, all four players share the points that two winners would get. So three splits
    always give 12 league points together.

    Raises ValueError for more than three splits.
    """
    if len(splits) > len(LEAGUE_POINTS):
        raise ValueError("A league evening has three splits.")
    differences = [abs(points.a - points.b) for _, points in splits]
    order = sorted(differences, reverse=True)
    found: dict[int, Fraction] = {}
    for (teams, points), difference in zip(splits, differences, strict=True):
        ranks = [rank for rank, other in enumerate(order) if other == difference]
        worth = Fraction(sum(LEAGUE_POINTS[rank] for rank in ranks), len(ranks))
        for team, players in teams.items():
            share = worth / 2 if difference == 0 else worth * (points[team] == max(points))
            for player in players:
                found[player] = found.get(player, Fraction(0)) + share
    return found
