"""The race: running totals of the rounds, what ends the game, and the winner."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from scoring.rules.errors import IllegalRound
from scoring.rules.teams import ByTeam, Team, add_points


class TieRule(StrEnum):
    """The effect of equal totals at the end: the game goes on (rule 98), or it is a draw (house
    rule 23)."""

    PLAY_ON = "play_on"
    DRAW = "draw"


class RaceState(StrEnum):
    RUNNING = "running"
    WON = "won"
    DRAW = "draw"
    COMPLETED = "completed"
    ABANDONED = "abandoned"
    FORFEITED = "forfeited"


class Ending(StrEnum):
    """The end of a game that was not played to its end: abandoned, forfeited by a team, or
    ended at its time limit. Empty for all other games."""

    NONE = ""
    ABANDONED = "abandoned"
    FORFEITED_BY_A = "forfeited_a"
    FORFEITED_BY_B = "forfeited_b"
    TIME_LIMIT = "time_limit"

    @property
    def forfeited_by(self) -> Team | None:
        return {Ending.FORFEITED_BY_A: Team.A, Ending.FORFEITED_BY_B: Team.B}.get(self)


@dataclass(frozen=True, slots=True)
class Standing:
    """The totals and the state of a race after `rounds` rounds.

    Totals may be negative (rule 95). `forfeited_by` is the team that gave up; it is None in any
    state but FORFEITED. `ended_at_time_limit` says that the game was won, or was a draw, at its
    time limit. If `rounds_known` is false, the totals are the final ones, and `rounds` is 0.
    """

    rounds: int
    totals: ByTeam[int]
    state: RaceState
    forfeited_by: Team | None = None
    ended_at_time_limit: bool = False
    rounds_known: bool = True

    @property
    def over(self) -> bool:
        """Whether the game has ended, so that no round can follow."""
        return self.state is not RaceState.RUNNING

    @property
    def was_played(self) -> bool:
        """Whether a round was played. A game whose rounds are unknown was played, too."""
        return self.rounds > 0 or not self.rounds_known

    @property
    def played_out(self) -> bool:
        """Whether the game was won, a draw, or, with changing partners, completed. In the last
        case no team wins."""
        return self.state in {RaceState.WON, RaceState.DRAW, RaceState.COMPLETED}

    @property
    def can_be_resumed(self) -> bool:
        """Whether a person has ended the game, so that it can be resumed."""
        return self.ended_at_time_limit or (self.over and not self.played_out)

    @property
    def counts_as_game(self) -> bool:
        """Whether statistics of games count it: it is over, not abandoned, a race of two teams,
        and not forfeited before its first round."""
        uncounted = {RaceState.ABANDONED, RaceState.COMPLETED}
        return self.over and self.was_played and self.state not in uncounted

    @property
    def leader(self) -> Team | None:
        """The team that is ahead; None if the totals are equal."""
        if self.totals.a == self.totals.b:
            return None
        return Team.A if self.totals.a > self.totals.b else Team.B

    @property
    def lead(self) -> int:
        return abs(self.totals.a - self.totals.b)

    @property
    def winner(self) -> Team | None:
        if self.forfeited_by:
            return self.forfeited_by.opponents
        return self.leader if self.state is RaceState.WON else None

    def ended_by(self, ending: Ending) -> "Standing":
        """Return the standing of a game with this ending. If the rounds have already ended the
        game, the standing is unchanged."""
        if self.over or not ending:
            return self
        if forfeited_by := ending.forfeited_by:
            return replace(self, state=RaceState.FORFEITED, forfeited_by=forfeited_by)
        if ending is Ending.TIME_LIMIT:
            state = RaceState.WON if self.leader else RaceState.DRAW
            return replace(self, state=state, ended_at_time_limit=True)
        return replace(self, state=RaceState.ABANDONED)


@dataclass(frozen=True, slots=True)
class Race:
    """The conditions that end a game, which are checked at the end of every round (rule 96),
    and determine the winner.

    - `target`: a team has this many points (rule 97);
    - `fixed_rounds`: this many rounds are played;
    - `lead`: a team is this many points ahead;
    - `floor`: a team is this many points below 0.

    The first condition that is fulfilled ends the game, and the higher total wins; `tie`
    decides if the totals are equal. A condition that is None does not apply.

    `time_limit` minutes after the game began, no new round is started. This depends on the
    clock and not on the points, so it is not checked here: a person confirms by
    Ending.TIME_LIMIT that the last round of the sheet was the last one of the game.

    With `changing_partners` the totals belong to no team: only `fixed_rounds` ends the game,
    and no team wins.

    Raises ValueError for a number below 1, if `target`, `fixed_rounds` and `lead` are all None,
    and with `changing_partners` for any condition but `fixed_rounds`.
    """

    target: int | None = 1000
    fixed_rounds: int | None = None
    lead: int | None = None
    floor: int | None = None
    tie: TieRule = TieRule.PLAY_ON
    changing_partners: bool = False
    time_limit: int | None = None

    def __post_init__(self) -> None:
        conditions = (self.target, self.fixed_rounds, self.lead, self.floor, self.time_limit)
        if any(number is not None and number < 1 for number in conditions):
            raise ValueError(
                "Targets, leads, floors and numbers of rounds or minutes are at least 1."
            )
        if conditions[:3] == (None, None, None):
            raise ValueError("A game ends by a target, a number of rounds or a lead.")
        if self.changing_partners and (
            self.target or self.lead or self.floor or self.time_limit
        ):
            raise ValueError("A game with changing partners ends after its rounds.")

    def standing(self, totals: ByTeam[int], rounds: int) -> Standing:
        """Return the standing after `rounds` rounds."""
        state = RaceState.RUNNING
        if self._reached(totals, rounds):
            if self.changing_partners:
                state = RaceState.COMPLETED
            elif totals.a != totals.b:
                state = RaceState.WON
            elif self.tie is TieRule.DRAW:
                state = RaceState.DRAW
        return Standing(rounds, totals, state)

    def standings(
        self, scores: Iterable[ByTeam[int]], start: Standing | None = None
    ) -> list[Standing]:
        """Return the standing before the first round and after every round. The first round
        follows `start`, if it is given.

        Raises IllegalRound (ROUND_AFTER_END) if a round follows the end of the game.
        """
        standings = [start or self.standing(ByTeam(0, 0), 0)]
        for points in scores:
            before = standings[-1]
            if before.over:
                raise IllegalRound("ROUND_AFTER_END", end=before.rounds)
            totals = add_points(before.totals, points)
            standings.append(self.standing(totals, before.rounds + 1))
        return standings

    def extended_by_tie(self, standing: Standing) -> bool:
        """Whether the game goes on only because of a tie at its end."""
        return not standing.over and self._reached(standing.totals, standing.rounds)

    def completion(self, standing: Standing) -> ByTeam[float]:
        """Return the progress of each team, from 0 to 1: its share of the target; without a
        target, the share of the rounds that are played; without both, its share of the lead."""
        if self.target is not None:
            return standing.totals.map(lambda total: _share(total, self.target))
        if self.fixed_rounds is not None:
            share = _share(standing.rounds, self.fixed_rounds)
            return ByTeam(share, share)
        ahead = _share(standing.lead, self.lead)
        return ByTeam.from_function(lambda team: ahead if team is standing.leader else 0.0)

    def is_last_round(self, standing: Standing) -> bool:
        """Whether the round after `standing` is the last one, provided that it does not end in
        a tie."""
        return standing.rounds + 1 == self.fixed_rounds

    def _reached(self, totals: ByTeam[int], rounds: int) -> bool:
        return (
            (self.target is not None and max(totals) >= self.target)
            or (self.fixed_rounds is not None and rounds >= self.fixed_rounds)
            or (self.lead is not None and abs(totals.a - totals.b) >= self.lead)
            or (self.floor is not None and min(totals) <= -self.floor)
        )


def _share(number: int, whole: int | None) -> float:
    return min(max(number / (whole or 1), 0), 1)
