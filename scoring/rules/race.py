"""The race: round scores in order become running totals and, at some point, a winner."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from scoring.rules.errors import IllegalRound
from scoring.rules.teams import ByTeam, Team


class Tie(StrEnum):
    """What equal totals at the end mean: play on (rule 98), or a draw (house rule 23)."""

    PLAY_ON = "play_on"
    DRAW = "draw"


class State(StrEnum):
    RUNNING = "running"
    WON = "won"
    DRAW = "draw"


@dataclass(frozen=True, slots=True)
class Standing:
    """Where the race stands after `rounds` rounds; totals may be negative (rule 95)."""

    rounds: int
    totals: ByTeam[int]
    state: State

    @property
    def over(self) -> bool:
        return self.state is not State.RUNNING

    @property
    def leader(self) -> Team | None:
        """The team that is ahead, None while both are level."""
        if self.totals.a == self.totals.b:
            return None
        return Team.A if self.totals.a > self.totals.b else Team.B

    @property
    def lead(self) -> int:
        return abs(self.totals.a - self.totals.b)

    @property
    def winner(self) -> Team | None:
        return self.leader if self.state is State.WON else None


@dataclass(frozen=True, slots=True)
class Race:
    """To a target in points (rules 96 to 99), or over a fixed number of rounds.

    `target` is any positive number of points; `fixed_rounds`, where given, replaces it as the
    end. Raises ValueError for a target or number of rounds below 1.
    """

    target: int = 1000
    fixed_rounds: int | None = None
    tie: Tie = Tie.PLAY_ON

    def __post_init__(self) -> None:
        if self.target < 1:
            raise ValueError("A target is at least 1 point.")
        if self.fixed_rounds is not None and self.fixed_rounds < 1:
            raise ValueError("A game has at least 1 round.")

    def standing(self, totals: ByTeam[int], rounds: int) -> Standing:
        """Judge the totals at the end of a round, the only time when a game can end (rule 96).

        The higher total wins once one team has reached the target (rule 97); if both are level
        there, `tie` decides.
        """
        state = State.RUNNING
        if self._reached(totals, rounds):
            if totals.a != totals.b:
                state = State.WON
            elif self.tie is Tie.DRAW:
                state = State.DRAW
        return Standing(rounds, totals, state)

    def run(
        self, scores: Iterable[ByTeam[int]], start: Standing | None = None
    ) -> list[Standing]:
        """Fold round scores into the standing before the first and after every round; the first
        one follows `start`, where it is given.

        Raises IllegalRound (ROUND_AFTER_END) when a round follows the end of the game.
        """
        standings = [start or self.standing(ByTeam(0, 0), 0)]
        for points in scores:
            before = standings[-1]
            if before.over:
                raise IllegalRound("ROUND_AFTER_END", end=before.rounds)
            totals = ByTeam(before.totals.a + points.a, before.totals.b + points.b)
            standings.append(self.standing(totals, before.rounds + 1))
        return standings

    def plays_on(self, standing: Standing) -> bool:
        """Whether only a tie keeps the game going after `standing`."""
        return not standing.over and self._reached(standing.totals, standing.rounds)

    def _reached(self, totals: ByTeam[int], rounds: int) -> bool:
        if self.fixed_rounds is not None:
            return rounds >= self.fixed_rounds
        return max(totals) >= self.target
