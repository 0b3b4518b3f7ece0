"""Reads the stored games of a group for `naive`: the players of each round, its points, and the
winners. It shares no code with `scoring.stats`."""

from collections.abc import Callable
from datetime import date, timedelta
from typing import NamedTuple

from django.utils import timezone

from scoring.models import Game, Group, Round
from scoring.rules import ByTeam, Seat, Team, TieRule, score_round

SEATS = {Seat.A1: "player_a1", Seat.B1: "player_b1", Seat.A2: "player_a2", Seat.B2: "player_b2"}

SUMS = [
    "games",
    "won",
    "lost",
    "rounds",
    "grand_rounds",
    "points",
    "against",
    "counted",
    "cards",
    "doubles",
    "doubles_suffered",
    "games_without_rounds",
    "extra_rounds",
]
COUNTS = [
    *("tichu", "tichu_made", "grand", "grand_made", "extra", "extra_made"),
    *("first", "missed", "faced", "busted"),
]


class Side(NamedTuple):
    """The rounds of a game that a player played in a team. `ended` says whether the player was
    in this team at the end of the game."""

    game: Game
    team: Team
    rows: list[Round]
    ended: bool


def on(players: dict[Seat, int], team: Team) -> set[int]:
    return {players[seat] for seat in team.seats}


def points_of(row: Round) -> ByTeam[int]:
    """Score a round by the house rules of the game, not by those of the row."""
    return score_round(row.result, row.game.house_rules).points


class StoredGames:
    """The games of a group in their order, with their rounds."""

    def __init__(self, group: Group) -> None:
        games = Game.with_deleted.filter(group=group, deleted=None).order_by("pk")
        played = [game for game in games if game.rounds.exists() or game.final_a is not None]
        self.games = sorted(played, key=lambda game: (self.evening(game), game.pk))
        self.rounds = {
            game.pk: list(
                Round.objects.filter(game=game).select_related("game").order_by("seq")
            )
            for game in self.games
        }
        self.points = {row.pk: points_of(row) for rows in self.rounds.values() for row in rows}

    # Games

    def result_only(self, game: Game) -> bool:
        return not self.rounds[game.pk]

    def with_rounds(self) -> list[Game]:
        return [game for game in self.games if not self.result_only(game)]

    def player_at(self, game: Game, seat: Seat) -> int:
        return int(getattr(game, SEATS[seat] + "_id"))

    def at_the_end(self, game: Game) -> dict[Seat, int]:
        return {seat: self.player_at(game, seat) for seat in Seat}

    def seated(self, game: Game, row: Round) -> dict[Seat, int]:
        """Return the players of this round."""
        own = {seat: getattr(row, SEATS[seat] + "_id") for seat in Seat}
        return own if own[Seat.A1] else self.at_the_end(game)

    def scored(self, game: Game) -> tuple[int, int]:
        """Return the totals of the rounds alone, without adjustments."""
        scores = [self.points[row.pk] for row in self.rounds[game.pk]]
        return sum(score.a for score in scores), sum(score.b for score in scores)

    def totals(self, game: Game) -> tuple[int, int]:
        if game.final_a is not None and game.final_b is not None:
            return game.final_a, game.final_b
        a, b = self.scored(game)
        adjustments = [each["points"] for each in game.adjustments or []]
        return a + sum(each["A"] for each in adjustments), b + sum(
            each["B"] for each in adjustments
        )

    def decided(self, game: Game) -> bool:
        """Return whether the rounds have decided the game, or its time limit has ended it."""
        a, b = self.totals(game)
        rounds = len(self.rounds[game.pk])
        there = [
            game.target is not None and (a >= game.target or b >= game.target),
            game.fixed_rounds is not None and rounds >= game.fixed_rounds,
            game.lead is not None and (a - b >= game.lead or b - a >= game.lead),
            game.floor is not None and (a <= -game.floor or b <= -game.floor),
        ]
        by_rounds = any(there) and (a != b or game.tie == TieRule.DRAW)
        return by_rounds or game.ending == "time_limit" or self.result_only(game)

    def end(self, game: Game) -> tuple[int | str | None, ...]:
        """Return what ends the game. Only games with the same end are compared."""
        ends = (game.target, game.fixed_rounds, game.lead, game.floor, game.time_limit)
        return (*ends, *self.worths(game))

    def worths(self, game: Game) -> tuple[int | str, ...]:
        """Return what rounds are worth. Only rounds with the same worth are compared."""
        return (game.double_win, game.failed_calls, game.extra_call_points)

    def over(self, game: Game) -> bool:
        """Return whether the game counts as finished. Abandoned games and games whose partners
        change do not count."""
        if game.rotation:
            return False
        return self.decided(game) or game.ending in {"forfeited_a", "forfeited_b"}

    def winner(self, game: Game) -> Team | None:
        a, b = self.totals(game)
        if not self.decided(game):
            return {"forfeited_a": Team.B, "forfeited_b": Team.A}.get(game.ending)
        if a == b:
            return None
        return Team.A if a > b else Team.B

    def evening(self, game: Game) -> date:
        return (timezone.localtime(game.created) - timedelta(hours=5)).date()

    # Sides: the rounds of a player or of two, by team

    def sides(self, holds: Callable[[dict[Seat, int], Team], bool]) -> list[Side]:
        """Return the sides of all games in which `holds` is true for the players of a round and
        a team, or for the players at the end of a finished game."""
        found = []
        for game in self.games:
            for team in Team:
                rows = [
                    row for row in self.rounds[game.pk] if holds(self.seated(game, row), team)
                ]
                ended = self.over(game) and holds(self.at_the_end(game), team)
                if rows or ended:
                    found.append(Side(game, team, rows, ended))
        return found

    def score(self, sides: list[Side]) -> dict[str, int]:
        found = dict.fromkeys(SUMS, 0)
        for game, team, rows, ended in sides:
            found["games"] += ended
            found["won"] += ended and self.winner(game) is team
            found["lost"] += ended and self.winner(game) is team.opponents
            found["games_without_rounds"] += ended and self.result_only(game)
            for row in rows:
                points = self.points[row.pk]
                found["rounds"] += 1
                found["grand_rounds"] += game.grand
                found["extra_rounds"] += bool(game.extra_call)
                found["points"] += points[team]
                found["against"] += points[team.opponents]
                if row.result.card_points is None:
                    won = row.result.first_out.team is team
                    found["doubles"] += won
                    found["doubles_suffered"] += not won
                else:
                    found["counted"] += 1
                    found["cards"] += row.result.card_points[team]
        return found

    def played(self, player: int) -> list[Side]:
        return self.sides(lambda players, team: player in on(players, team))

    def players(self) -> set[int]:
        four = [
            self.seated(game, row) for game in self.games for row in self.rounds[game.pk]
        ] + [self.at_the_end(game) for game in self.games if self.over(game)]
        return {player for players in four for player in players.values()}

    def together(self, one: int, other: int) -> list[Side]:
        return self.sides(lambda players, team: {one, other} == on(players, team))

    def opposed(self, one: int, other: int) -> list[Side]:
        return self.sides(
            lambda players, team: (
                one in on(players, team) and other in on(players, team.opponents)
            )
        )
