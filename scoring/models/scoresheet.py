"""The score sheet of a game: its rounds with running totals, and the standing of the race."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from scoring.models.round import Round
from scoring.rules import Adjustment, ByTeam, Ending, Race, Standing, Team, TieRule, add_points


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A round with its number on the sheet, from 1, and the totals after it."""

    number: int
    round: Round
    totals: ByTeam[int]


class PlacedAdjustment(NamedTuple):
    """An adjustment, and the number of the change that made it, which orders it among the
    rounds."""

    seq: int
    adjustment: Adjustment


@dataclass(frozen=True, slots=True)
class AdjustmentRow:
    """An adjustment on the sheet, and the totals after it."""

    seq: int
    adjustment: Adjustment
    totals: ByTeam[int]


class ScoreSheet:
    """The rounds of one game and the adjustments between them, in order, with the standing of
    the race after each.

    With `start` the sheet begins in the middle of a game: that standing sums up the rounds
    before, and `start_seq` is the `seq` of the last of them. `ending` says how the game ended
    if it was not played out. Raises IllegalRound (ROUND_AFTER_END) if a round follows the end
    of the game.
    """

    def __init__(
        self,
        race: Race,
        entries: Sequence[Round | PlacedAdjustment],
        start: Standing | None = None,
        start_seq: int = 0,
        ending: Ending = Ending.NONE,
    ) -> None:
        self.race, self.ending = race, ending
        self.start, self.start_seq = start, start_seq
        stands = start or race.standing(ByTeam(0, 0), 0)
        # The standing before the first round, and after each round.
        self.standings: list[Standing] = [stands]
        self.rows: list[SheetRow] = []
        self.entries: list[SheetRow | AdjustmentRow] = []
        for entry in entries:
            if isinstance(entry, PlacedAdjustment):
                totals = add_points(stands.totals, entry.adjustment.points)
                stands = race.standing(totals, stands.rounds)
                self.entries.append(AdjustmentRow(*entry, totals))
            else:
                stands = race.standings([entry.points], stands)[-1]
                row = SheetRow(stands.rounds, entry, stands.totals)
                self.standings.append(stands)
                self.rows.append(row)
                self.entries.append(row)
        self._end = stands

    @property
    def standing(self) -> Standing:
        return self._end.ended_by(self.ending)

    @property
    def last_seq(self) -> int:
        """The `seq` of the last round; 0 on an empty sheet. A phone sends it as `after`."""
        return self.rows[-1].round.seq if self.rows else self.start_seq

    @property
    def last_recorded(self) -> datetime | None:
        """The time at which the last round was recorded; None on an empty sheet."""
        return self.rows[-1].round.recorded if self.rows else None

    @property
    def last_row(self) -> SheetRow | None:
        return self.rows[-1] if self.rows else None

    @property
    def latest_first(self) -> list[SheetRow | AdjustmentRow]:
        return self.entries[::-1]

    @property
    def totals_by_round(self) -> list[ByTeam[int]]:
        """The totals after each round, including adjustments before the next round."""
        totals: list[ByTeam[int]] = []
        for entry in self.entries:
            if isinstance(entry, SheetRow):
                totals.append(entry.totals)
            elif totals:
                totals[-1] = entry.totals
        return totals

    @property
    def next_number(self) -> int:
        return self.standing.rounds + 1

    @property
    def ranking(self) -> list[tuple[Team, int]]:
        """Both teams with their totals, the leading team first."""
        return sorted(self.standing.totals.items(), key=lambda row: -row[1])

    @property
    def plays_on(self) -> bool:
        return self.race.extended_by_tie(self.standing)

    @property
    def plays_on_at_time_limit(self) -> bool:
        """Whether another round is played after the time limit, because the totals are equal
        and this game continues after a tie."""
        return self.standing.leader is None and self.race.tie is TieRule.PLAY_ON

    @property
    def points_to_target(self) -> ByTeam[int] | None:
        """The points that each team still needs to reach the target, 0 for a team that has
        reached it; None in a race without a target."""
        target = self.race.target
        if target is None:
            return None
        return self.standing.totals.map(lambda total: max(target - total, 0))

    def row(self, seq: int) -> SheetRow | None:
        return next((row for row in self.rows if row.round.seq == seq), None)

    def rounds_since(self, seq: int) -> list[SheetRow]:
        return [row for row in self.rows if row.round.seq > seq]

    @property
    def summary(self) -> "ScoreSheet":
        """The sheet with all its rounds summed up, and no rows."""
        return ScoreSheet(self.race, [], self._end, self.last_seq, self.ending)

    def with_round(self, changed: Round | None, seq: int) -> "ScoreSheet":
        """The sheet with `changed` as round `seq`: added, replaced, or (None) removed. Raises
        IllegalRound (ROUND_AFTER_END) if the game would then end before its last round.
        """
        kept: list[Round | PlacedAdjustment] = [
            PlacedAdjustment(entry.seq, entry.adjustment)
            if isinstance(entry, AdjustmentRow)
            else entry.round
            for entry in self.entries
        ]
        entries = [entry for entry in kept if entry.seq != seq]
        if changed:
            entries.append(changed)
        start = self.start, self.start_seq
        return ScoreSheet(self.race, in_order(entries), *start, self.ending)


def in_order(entries: Iterable[Round | PlacedAdjustment]) -> list[Round | PlacedAdjustment]:
    return sorted(entries, key=lambda entry: entry.seq)
