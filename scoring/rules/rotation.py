"""A game of four to seven players at one table whose partners change: the players of each
round, and the standings of the players."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from typing import Any, NamedTuple, Self

from scoring.rules.player_standings import (
    PlayerScore,
    PlayerStanding,
    RoundCredit,
    league_points,
    player_standings,
    total_credits,
    win_points,
)
from scoring.rules.round import RoundResult
from scoring.rules.schedules import PlannedRound, Table, next_round, schedule, tournament_splits
from scoring.rules.sessions import SessionTable
from scoring.rules.teams import BySeat, ByTeam, Seat, add_points

MIN_PLAYERS, MAX_PLAYERS = 4, 7
MAX_ROUNDS_EACH, MAX_CYCLES = 8, 9
# The seats of the first four players.
ROTATION_ORDER = (Seat.A1, Seat.A2, Seat.B1, Seat.B2)


class RotationScoring(StrEnum):
    """The values by which the players are ranked.

    These are the points; the win points of the tournament of nine rounds, then the points; or
    the league points of a league evening, then the points.
    """

    POINTS = "points"
    WIN_POINTS = "win_points"
    LEAGUE = "league"


class RotationRound(NamedTuple):
    """A round that was played: its players, its facts, and its points for both teams."""

    players: BySeat[int]
    result: RoundResult
    points: ByTeam[int]


@dataclass(frozen=True, slots=True)
class Rotation:
    """The plan of a game whose partners change.

    `players` are four to seven numbers, in the order in which they sit. In the first round, the
    first two are partners against the next two, and the others sit out. The same four play
    `rounds_each` rounds in a row, then the next four of the schedule. The whole schedule is
    played `cycles` times. Its rounds are numbered from `first_number` on.

    If a player has come or left, `before` contains the players of each round until then,
    `players` are the present players, and `total_rounds` is the number of all rounds, including
    those before; `next_round` plans the other rounds.

    A table of a `session` has four players, who play all its rounds; a new player takes the
    seat of a player who leaves.

    Raises ValueError for other players or numbers, and for a league evening of more than four
    players, or one in which a player comes or leaves.
    """

    players: tuple[int, ...]
    rounds_each: int = 1
    cycles: int = 1
    scoring: RotationScoring = RotationScoring.POINTS
    before: tuple[BySeat[int], ...] = ()
    total_rounds: int | None = None
    first_number: int = 1
    session: SessionTable | None = None

    def __post_init__(self) -> None:
        if not MIN_PLAYERS <= len(self.players) <= MAX_PLAYERS:
            raise ValueError("Four to seven players rotate at one table.")
        if len(set(self.players)) < len(self.players):
            raise ValueError("A player sits once at a table.")
        if not 1 <= self.rounds_each <= MAX_ROUNDS_EACH or not 1 <= self.cycles <= MAX_CYCLES:
            raise ValueError("A rotation has a number of rounds.")
        changed = len(self.players) != MIN_PLAYERS or self.total_rounds is not None
        if self.scoring is RotationScoring.LEAGUE and changed:
            raise ValueError("A league evening has four players.")
        if self.session and len(self.players) != MIN_PLAYERS:
            raise ValueError("A table of a session has four players.")

    @classmethod
    def of_table(cls, players: BySeat[int], session: SessionTable, *, rounds_each: int) -> Self:
        """Return the plan of a table of a session, at which these players play `rounds_each`
        rounds."""
        order = tuple(players[seat] for seat in ROTATION_ORDER)
        before = (players,) * rounds_each
        return cls(order, rounds_each, before=before, total_rounds=rounds_each, session=session)

    @property
    def rounds(self) -> int:
        """The number of rounds of the plan."""
        return len(_plan(self))

    @property
    def numbers(self) -> range:
        """The numbers of the rounds of the plan."""
        return range(self.first_number, self.first_number + self.rounds)

    def seats(self, number: int) -> BySeat[int]:
        """Return the players of round `number` of the plan. Raises ValueError if there is no
        such round."""
        if number not in self.numbers:
            raise ValueError("The plan has no such round.")
        return _plan(self)[number - self.first_number]

    def sitting_out(self, number: int) -> tuple[int, ...]:
        """Return the present players who sit out in round `number` of the plan."""
        seated = set(self.seats(number))
        return tuple(player for player in self.players if player not in seated)

    def with_players(
        self, players: tuple[int, ...], before: Iterable[BySeat[int]], *, first_number: int
    ) -> Self:
        """Return the plan of the remaining rounds, for the players who are present now.
        `before` contains the players of each round so far. The rounds get numbers from
        `first_number` on, or higher ones that this plan does not use. Raises ValueError as
        Rotation does."""
        if self.session:
            before = self._before_with_substitutes(players, list(before))
        return replace(
            self,
            players=players,
            before=tuple(before),
            total_rounds=self.rounds,
            first_number=max(first_number, self.first_number + self.rounds),
        )

    def _before_with_substitutes(
        self, players: tuple[int, ...], played: list[BySeat[int]]
    ) -> list[BySeat[int]]:
        """Return the rounds `played`, then the remaining rounds with these players. A player
        who stays keeps the seat, and a new player takes the seat of one who leaves."""
        seated = self.seats(self.numbers[-1])
        coming = iter([player for player in players if player not in seated])
        four = seated.map(lambda player: player if player in players else next(coming))
        return [*played, *[four] * (self.rounds - len(played))]

    def remaining(self, played: Iterable[BySeat[int]]) -> list[int]:
        """Return the numbers of the remaining rounds of the plan, the next one first; `played`
        contains the players of each round so far. A round that was skipped or removed comes
        last, so that nobody has to change seats for it."""
        left, last = [*self.numbers], 0
        for players in played:
            fitting = [number for number in left if self.seats(number) == players]
            if fitting:
                last = next((number for number in fitting if number > last), fitting[0])
                left.remove(last)
        # A player of a former round may have left since then.
        start = max(last, self.first_number + len(self.before))
        return sorted(left, key=lambda number: (number < start, number))

    def standings(self, rounds: Sequence[RotationRound]) -> list[PlayerStanding]:
        """Return the standings of all players after these rounds, ranked by `scoring`. The
        values are means per round, so that nobody is behind only because of fewer rounds."""
        nothing = dict.fromkeys(self.players, PlayerScore())
        scores = nothing | total_credits(
            (_teams(each.players), self._credit(each)) for each in rounds
        )
        if self.scoring is RotationScoring.LEAGUE:
            splits = points_by_split(rounds)
            won = league_points([(_teams(players), points) for players, points in splits])
            scores = {
                player: replace(score, win_points=won.get(player, 0))
                for player, score in scores.items()
            }
        return player_standings(scores)

    def to_dict(self) -> dict[str, Any]:
        """Return the form that `from_dict` reads, as it is stored."""
        return {
            "players": list(self.players),
            "rounds_each": self.rounds_each,
            "cycles": self.cycles,
            "scoring": str(self.scoring),
            **self._change_to_dict(),
        }

    def _change_to_dict(self) -> dict[str, Any]:
        if self.total_rounds is None:
            return {}
        before = [list(players) for players in self.before]
        session = {"session": self.session.to_dict()} if self.session else {}
        return {
            "before": before,
            "in_all": self.total_rounds,
            "first": self.first_number,
            **session,
        }

    @classmethod
    def from_dict(cls, facts: dict[str, Any]) -> Self:
        """Return the plan that `to_dict` has written."""
        return cls(
            tuple(facts["players"]),
            facts["rounds_each"],
            facts["cycles"],
            RotationScoring(facts["scoring"]),
            tuple(BySeat(*players) for players in facts.get("before", ())),
            facts.get("in_all"),
            facts.get("first", 1),
            SessionTable.from_dict(facts["session"]) if "session" in facts else None,
        )

    def _credit(self, played: RotationRound) -> ByTeam[RoundCredit]:
        won = ByTeam(0, 0)
        if self.scoring is RotationScoring.WIN_POINTS:
            won = win_points(played.result, played.points)
        points = played.points
        return ByTeam.from_function(lambda team: RoundCredit(won[team], points[team]))


@lru_cache(100)
def _plan(rotation: Rotation) -> tuple[BySeat[int], ...]:
    """Return the players of each round of the plan."""
    if rotation.total_rounds is not None:
        return _continued(rotation, rotation.total_rounds)
    players = rotation.players
    rounds = [
        BySeat(players[a1], players[b1], players[a2], players[b2])
        for planned in _seated_in_order(len(players))
        for a1, a2, b1, b2 in planned.tables
    ]
    return tuple(each for each in rounds for _ in range(rotation.rounds_each)) * rotation.cycles


def _continued(rotation: Rotation, total_rounds: int) -> tuple[BySeat[int], ...]:
    """Return the rounds before a change of players, then the rounds that `next_round` plans."""
    rounds = list(rotation.before)
    while len(rounds) < total_rounds:
        played = [_as_planned(players, rotation.players) for players in rounds]
        ((a1, a2, b1, b2),) = next_round(rotation.players, played, 1).tables
        rounds += [BySeat(a1, b1, a2, b2)] * rotation.rounds_each
    return tuple(rounds[: max(total_rounds, len(rotation.before))])


def _as_planned(players: BySeat[int], present: tuple[int, ...]) -> PlannedRound:
    a1, b1, a2, b2 = players
    out = tuple(sorted(set(present) - {*players}))
    return PlannedRound(((a1, a2, b1, b2),), out)


def _seated_in_order(players: int) -> tuple[PlannedRound, ...]:
    """Return the schedule with the players renumbered, so that 0 and 1 play against 2 and 3 in
    the first round."""
    rounds = tournament_splits() if players == MIN_PLAYERS else schedule(players)
    numbers = {player: place for place, player in enumerate(rounds[0].players)}
    for player in rounds[0].sitting_out:
        numbers[player] = len(numbers)

    def renumbered(table: Table) -> Table:
        a, b, c, d = (numbers[player] for player in table)
        return a, b, c, d

    return tuple(
        PlannedRound(
            tuple(map(renumbered, each.tables)),
            tuple(sorted(numbers[player] for player in each.sitting_out)),
        )
        for each in rounds
    )


def _teams(players: BySeat[int]) -> ByTeam[tuple[int, int]]:
    return ByTeam(
        (players[Seat.A1], players[Seat.A2]),
        (players[Seat.B1], players[Seat.B2]),
    )


def points_by_split(rounds: Iterable[RotationRound]) -> list[tuple[BySeat[int], ByTeam[int]]]:
    """Return the players and the total points of each seating of four players so far."""
    totals: dict[BySeat[int], ByTeam[int]] = {}
    for players, _, points in rounds:
        totals[players] = add_points(totals.get(players, ByTeam(0, 0)), points)
    return list(totals.items())
