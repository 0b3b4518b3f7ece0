"""A game as statistics count it, with its rounds as plain values."""

from datetime import date
from functools import cache
from itertools import accumulate
from operator import sub
from typing import NamedTuple, TypeAlias

from scoring.rules import FailedCalls, HouseRules, Race, Standing, Team, TieRule
from scoring.stats.tally import Tally

# By seat, in playing order.
Players: TypeAlias = tuple[int, int, int, int]


class GameFormat(NamedTuple):
    """What ends a game and what its rounds are worth. Only games of one format are compared."""

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
        """The worths of rounds. Only rounds of the same worths are compared."""
        return self.double_win, self.failed_calls, self.extra_call_points

    @property
    def official_points(self) -> bool:
        """Whether rounds score what the rule book says."""
        rules = HouseRules(
            double_win=self.double_win, failed_calls=FailedCalls(self.failed_calls)
        )
        return rules.official_points and not self.extra_call_points

    @property
    def race(self) -> Race:
        return race_of(self, TieRule.PLAY_ON)


class PlayedGame(NamedTuple):
    """A game and its rounds in order, column by column.

    `players` are by seat in playing order, as they sit there in the end, and `round_players`
    those of each round if some were played by others. `day` is the evening that it belongs to.
    `round_codes` are ROUND_CODEs, `cards` the card points of team A, None after a double win,
    `a` and `b` the points of the teams, all by round; `tally` is that of team A.
    Where it is `adjusted`, the standing has other totals than the rounds come to. Where the
    rounds are not known (`standing.rounds_known`), there are none here.
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
        """The players of this round, counted from 1."""
        return self.round_players[round_number - 1] if self.round_players else self.players

    def team(self, team: Team, round_number: int | None = None) -> tuple[int, int]:
        """The two of this team in the end, or in this round."""
        players = self.players if round_number is None else self.players_in(round_number)
        a1, b1, a2, b2 = players
        return (a1, a2) if team is Team.A else (b1, b2)

    @property
    def over(self) -> bool:
        """Whether it counts as a game."""
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
        """The points by which this team was behind, below 0 if it was ahead: before the first
        round, and after each."""
        own, others = (self.a, self.b) if team is Team.A else (self.b, self.a)
        return list(accumulate(map(sub, others, own), initial=0))


@cache
def race_of(of: GameFormat, tie: str) -> Race:
    """The race to the end of such a game."""
    ends = of.target, of.fixed_rounds, of.lead, of.floor, TieRule(tie)
    return Race(*ends, changing_partners=of.changing_partners, time_limit=of.time_limit)
