"""Standings of players whose partners change: the tournament of nine rounds, and the league
evening."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from scoring.rules.round import RoundResult
from scoring.rules.teams import ByTeam, Team

# What the three splits of a league evening are worth to their winners, by the difference of
# their points, the greatest first.
LEAGUE_POINTS = (3, 2, 1)


# The win points that a round is worth to each player: to its winners, to all four if it is
# level, and to those who won it double: less if the second of them called Tichu and failed.
POINTS_FOR_WIN, POINTS_FOR_LEVEL = 2, 1
POINTS_FOR_DOUBLE_WIN, POINTS_FOR_DOUBLE_WIN_WITH_FAILED_CALL = 3, 2


class RoundCredit(NamedTuple):
    """What a round brings to each of two partners: win points, and the points of their team,
    also to the losers, and also negative ones."""

    win_points: int
    points: int


def win_points(result: RoundResult, points: ByTeam[int]) -> ByTeam[int]:
    """The win points of a round that scores so many points, for each player of each team. It is
    won by the higher points, calls included, or by a double win whatever the calls bring."""
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
    """What a player has come to in so many `rounds`. On a league evening the win points are
    league points."""

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
    """A player's place, from 1; players who are level share one, and the next ones are left
    out."""

    place: int
    player: int
    score: PlayerScore


def total_credits(
    rounds: Iterable[tuple[ByTeam[tuple[int, int]], ByTeam[RoundCredit]]],
) -> dict[int, PlayerScore]:
    """What each player has come to in these rounds: the players of both teams, and what the
    round brings to each of them."""
    scores: dict[int, PlayerScore] = {}
    for teams, credit in rounds:
        for team, players in teams.items():
            for player in players:
                scores[player] = scores.get(player, PlayerScore()).plus(credit[team])
    return scores


def player_standings(scores: Mapping[int, PlayerScore]) -> list[PlayerStanding]:
    """The standings: by win points, then by points, both a round, so that those who played less
    are not behind for that. Who has played no round has nothing a round, and is behind all who
    have."""

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
    """The league points of an evening of four players, from the partners of each of its three
    splits and the points of each team; of fewer splits as long as not all were begun.

    The splits are ranked by the difference of their points, and are worth LEAGUE_POINTS to each
    of their winners; equal differences share what their ranks are worth, and all four share
    what a level split is worth to two. So an evening is always worth 12.

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
