"""Standings of players whose partners change: the tournament of nine rounds, and the league
evening."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from scoring.rules.house_rules import HouseRules
from scoring.rules.round import RoundResult, score_round
from scoring.rules.schedules import PlannedRound, tournament_splits
from scoring.rules.teams import ByTeam, Team

# What the three splits of a league evening are worth to their winners, by the difference of
# their points, the greatest first.
LEAGUE_POINTS = (3, 2, 1)


class WinPoints(NamedTuple):
    """The win points that a round is worth to each player: to its winners, to all four if it is
    level, and to those who won it double: less if the second of them called Tichu and failed.
    """

    won: int = 2
    level: int = 1
    double_win: int = 3
    double_win_failed_call: int = 2


@dataclass(frozen=True, slots=True)
class TournamentRules:
    """How a tournament of four with changing partners is scored: every player partners every
    other in `rounds` / 3 rounds, with these house rules and win points."""

    rounds: int
    house_rules: HouseRules
    win_points: WinPoints


TOURNAMENT_OF_NINE = TournamentRules(9, HouseRules(grand=False, double_win=100), WinPoints())


class RoundCredit(NamedTuple):
    """What a round brings to each of two partners: win points and Tichu points."""

    win_points: int
    points: int


def tournament_schedule(rules: TournamentRules = TOURNAMENT_OF_NINE) -> list[PlannedRound]:
    """The rounds of a tournament of players 0 to 3: the first with the second, the third, the
    fourth, and so on."""
    splits = tournament_splits()
    return [splits[number % 3] for number in range(rules.rounds)]


def credit_round(
    result: RoundResult, rules: TournamentRules = TOURNAMENT_OF_NINE
) -> ByTeam[RoundCredit]:
    """What this round brings to each player of each team.

    The round is won by the higher points, calls included, or by a double win whatever the calls
    bring. Each player is credited with the points of the team, also the losers, and also
    negative ones. Raises IllegalRound for a call that is not allowed.
    """
    points = score_round(result, rules.house_rules).points
    won = win_points(result, points, rules.win_points)
    return ByTeam.from_function(lambda team: RoundCredit(won[team], points[team]))


def win_points(result: RoundResult, points: ByTeam[int], worth: WinPoints) -> ByTeam[int]:
    """The win points of a round that scores so many points, for each player of each team."""
    if result.double_win:
        failed = result.level(result.out_order[1])
        won = worth.double_win_failed_call if failed else worth.double_win
        winner = result.first_out.team
    elif points.a == points.b:
        return ByTeam(worth.level, worth.level)
    else:
        won, winner = worth.won, Team.A if points.a > points.b else Team.B
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
    are not behind for that."""

    def merit(player: int) -> tuple[Fraction, Fraction]:
        score = scores[player]
        return -score.win_points_per_round, -score.points_per_round

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
