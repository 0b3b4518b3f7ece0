"""The score sheet of a game: its rounds with running totals, and where the race stands."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.models.round import Round
from scoring.rules import ByTeam, Race, Standing, Team


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A round with its number on the sheet, from 1, and the totals after it."""

    number: int
    round: Round
    totals: ByTeam[int]


class Sheet:
    """The rounds of one game in order; a sheet that runs past its end cannot be made.

    With `start` it is the end of a sheet only: the rounds before, of which `start_seq` was the
    last one's `seq`, are summed up in that standing.
    Raises IllegalRound (ROUND_AFTER_END).
    """

    def __init__(
        self,
        race: Race,
        rounds: Sequence[Round],
        start: Standing | None = None,
        start_seq: int = 0,
    ) -> None:
        self.race = race
        self.start, self.start_seq = start, start_seq
        # Before the first of these rounds, and after each.
        self.standings: list[Standing] = race.run((each.points for each in rounds), start)
        self.rows = [
            SheetRow(after.rounds, each, after.totals)
            for each, after in zip(rounds, self.standings[1:], strict=True)
        ]

    @property
    def standing(self) -> Standing:
        return self.standings[-1]

    @property
    def last_seq(self) -> int:
        """The `seq` of the last round, 0 on an empty sheet: what a phone names as seen."""
        return self.rows[-1].round.seq if self.rows else self.start_seq

    @property
    def last_row(self) -> SheetRow | None:
        return self.rows[-1] if self.rows else None

    @property
    def latest_first(self) -> list[SheetRow]:
        return self.rows[::-1]

    @property
    def next_number(self) -> int:
        return self.standing.rounds + 1

    @property
    def ranking(self) -> list[tuple[Team, int]]:
        """Both teams with their totals, the one that is ahead first."""
        return sorted(self.standing.totals.items(), key=lambda row: -row[1])

    @property
    def plays_on(self) -> bool:
        return self.race.plays_on(self.standing)

    @property
    def needs(self) -> ByTeam[int]:
        """Points that each team still needs to reach the target, 0 for one that is there."""
        return self.standing.totals.map(lambda total: max(self.race.target - total, 0))

    def row(self, seq: int) -> SheetRow | None:
        return next((row for row in self.rows if row.round.seq == seq), None)

    def rounds_since(self, seq: int) -> list[SheetRow]:
        return [row for row in self.rows if row.round.seq > seq]

    def with_round(self, changed: Round | None, seq: int) -> "Sheet":
        """The sheet with round `seq` put in, replaced, or (None) left out.

        Raises IllegalRound when the game would then end before its last round.
        """
        rounds = [row.round for row in self.rows if row.round.seq != seq]
        if changed:
            rounds = sorted([*rounds, changed], key=lambda each: each.seq)
        return Sheet(self.race, rounds, self.start, self.start_seq)
