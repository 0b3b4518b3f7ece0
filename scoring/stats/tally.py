"""Sums of the results of one side, which can be added."""

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import add
from typing import NamedTuple, Self

from scoring.rules import Standing, Team
from scoring.stats.estimates import Mean, Proportion
from scoring.stats.player_round import team_of_first


class Tally(NamedTuple):
    """The sums of one side, in games and in rounds.

    Only the rounds of running and abandoned games count. `games_without_rounds` are games that
    were entered by their result, and are not part of any sum of rounds.

    `cards` are the card points of the `counted` rounds, which are those without a double win.
    `grand_rounds` are rounds in which Grand Tichu may be called, `extra_rounds` rounds of games
    with an extra call.
    """

    games: int = 0
    won: int = 0
    lost: int = 0
    rounds: int = 0
    grand_rounds: int = 0
    points: int = 0
    against: int = 0
    counted: int = 0
    cards: int = 0
    doubles: int = 0
    doubles_suffered: int = 0
    games_without_rounds: int = 0
    extra_rounds: int = 0

    @classmethod
    def of(
        cls,
        standing: Standing,
        round_codes: Sequence[int],
        cards: Sequence[int | None],
        *,
        grand: bool,
        extra: bool = False,
    ) -> Self:
        """Return the tally of team A in a game with this standing; `round_codes` are
        ROUND_CODEs, `cards` are the card points of team A, None after a double win."""
        counted = [here for here in cards if here is not None]
        ends = zip(cards, round_codes, strict=True)
        won_by = [team_of_first(code) for here, code in ends if here is None]
        return cls(
            games=int(standing.counts_as_game),
            won=int(standing.winner is Team.A),
            lost=int(standing.winner is Team.B),
            rounds=len(cards),
            grand_rounds=len(cards) if grand else 0,
            points=standing.totals.a,
            against=standing.totals.b,
            counted=len(counted),
            cards=sum(counted),
            doubles=won_by.count(0),
            doubles_suffered=won_by.count(1),
            games_without_rounds=int(not standing.rounds_known),
            extra_rounds=len(cards) if extra else 0,
        )

    def plus(self, other: Self) -> Self:
        return type(self)(*map(add, self, other))

    @property
    def for_opponents(self) -> Self:
        """The tally of the same games from the view of the opponents."""
        return self._replace(
            won=self.lost,
            lost=self.won,
            points=self.against,
            against=self.points,
            cards=100 * self.counted - self.cards,
            doubles=self.doubles_suffered,
            doubles_suffered=self.doubles,
        )

    @property
    def wins(self) -> Proportion:
        """The share of games won, of those that are over; a draw is not won."""
        return Proportion(self.won, self.games)

    @property
    def per_round(self) -> Mean:
        """The mean points a round."""
        return Mean(self.points, self.rounds)

    @property
    def margin(self) -> Mean:
        """The mean points ahead of the opponents a round."""
        return Mean(self.points - self.against, self.rounds)

    @property
    def card_points(self) -> Mean:
        """The mean card points a round, without double wins."""
        return Mean(self.cards, self.counted)

    @property
    def double_wins(self) -> Proportion:
        return Proportion(self.doubles, self.rounds)

    @property
    def double_wins_suffered(self) -> Proportion:
        return Proportion(self.doubles_suffered, self.rounds)


def sum_tallies(tallies: Iterable[Tally]) -> Tally:
    return reduce(Tally.plus, tallies, Tally())
