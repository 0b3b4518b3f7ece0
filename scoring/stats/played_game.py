"""A game as statistics count it, with its rounds as plain values."""

from datetime import date
from functools import cache
from itertools import accumulate
from operator import sub
from typing import NamedTuple, TypeAlias

from scoring.rules import FailedCalls, HouseRules, Race, Standing, Team, TieRule
from scoring.stats.tally import Tally

# By seat, in the order of play.
Players: TypeAlias = tuple[int, int, int, int]


class GameFormat(NamedTuple):
    """The conditions that end a game, and the worth of its rounds. Only games of the same
    format are compared."""

    target: int | None
    fixed_rounds: int | None = None
    lead: int | None = None
    floor: int | None = None
    double_win: int = 200
    failed_calls: str = FailedCalls.MINUS
    changing_partners: bool = False
    time_limit: int | None = None
    extra_call_points: int = 0

    @property
    def worths(self) -> tuple[int, str, int]:
        """The worths of rounds. Only rounds with the same worths are compared."""
        return self.double_win, self.failed_calls, self.extra_call_points

    @property
    def official_points(self) -> bool:
        """Whether rounds are worth the points of the rule book."""
        rules = HouseRules(
            double_win=self.double_win, failed_calls=FailedCalls(self.failed_calls)
        )
        return rules.official_points and not self.extra_call_points

    @property
    def race(self) -> Race:
        return race_of(self, TieRule.PLAY_ON)


class PlayedGame(NamedTuple):
    """A game and its rounds in order, column by column.

    `players` are the final players by seat, in the order of play; `round_players` are the
    players of each round, if other players played some of them. `day` is the evening of the
    game. `round_codes` are ROUND_CODEs, `cards` are the card points of team A (None after a
    double win), `a` and `b` are the points of the teams, all by round. `tally` is the tally of
    team A. If the game is `adjusted`, the totals of the standing differ from the sums of the
    rounds. If the rounds are unknown (`standing.rounds_known`), the columns are empty.
    """

    pk: int
    day: date
    format: GameFormat
    grand: bool
    players: Players
    standing: Standing
    round_codes: tuple[int, ...]
    cards: tuple[int | None, ...]
    a: tuple[int, ...]
    b: tuple[int, ...]
    tally: Tally
    round_players: tuple[Players, ...] = ()
    adjusted: bool = False

    def players_in(self, round_number: int) -> Players:
        """Return the players of this round, counted from 1."""
        return self.round_players[round_number - 1] if self.round_players else self.players

    def team(self, team: Team, round_number: int | None = None) -> tuple[int, int]:
        """Return the two players of this team in the end, or in this round."""
        players = self.players if round_number is None else self.players_in(round_number)
        a1, b1, a2, b2 = players
        return (a1, a2) if team is Team.A else (b1, b2)

    @property
    def over(self) -> bool:
        """Whether statistics of games count it."""
        return self.standing.counts_as_game

    @property
    def played_out(self) -> bool:
        return self.standing.played_out

    @property
    def winner(self) -> Team | None:
        return self.standing.winner

    @property
    def winners(self) -> tuple[int, ...]:
        return self.team(self.winner) if self.winner else ()

    def deficits(self, team: Team) -> list[int]:
        """Return the points by which this team was behind, below 0 if it was ahead, before the
        first round and after each round."""
        own, others = (self.a, self.b) if team is Team.A else (self.b, self.a)
        return list(accumulate(map(sub, others, own), initial=0))


@cache
def race_of(of: GameFormat, tie: str) -> Race:
    """Return the race of a game of this format, with this rule for ties."""
    ends = of.target, of.fixed_rounds, of.lead, of.floor, TieRule(tie)
    return Race(*ends, changing_partners=of.changing_partners, time_limit=of.time_limit)
