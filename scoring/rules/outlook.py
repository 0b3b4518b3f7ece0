"""The outlook: which results of the coming round win, tie, or keep a team in the game."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from scoring.rules.deck import DECK_POINTS, FEWEST_POINTS, MOST_POINTS, POINTS_STEP
from scoring.rules.race import Race, Standing, State
from scoring.rules.round import OFFICIAL, Call, HouseRules, Level, RoundResult, score_round
from scoring.rules.teams import ByTeam, Seat, Team


@dataclass(frozen=True, slots=True)
class Way:
    """What a team needs for winning with the coming round: with a new call of `level` that one
    of its players makes, or, where `level` is None, with no new call.

    It wins if and only if the cards are counted and its tricks count `least` or more (-25 to
    125; None where no card points do), or one of the teams in `double_wins` gets a double win:
    the team itself, or even its opponents. `whatever` says that this is every result.
    """

    level: Level | None
    least: int | None
    double_wins: tuple[Team, ...]
    whatever: bool


@dataclass(frozen=True, slots=True)
class Prospect:
    """What the coming round can bring if `made` is the one known call that is made in it, or,
    where `made` is None, if every known call fails.

    It covers all results with exactly the known calls in which the caller of `made` is first
    out, or, where it is None, a player who has not called; and for the ways with a `level`, all
    with one new call, whose caller is first out. Each claim holds for what it names of these,
    and for nothing else:

    - `wins`: a team's ways to win, the easiest first. One that needs the same as the one before
      is left out, as is one that never wins: for a new call the last way speaks whose level is
      not higher.
    - `stays`: the least card points of a team with which the game goes on or is won by it; -25
      where counted cards cannot lose it, None where they always do. For no new call.
    - `tie`: the left team's card points that end the round level with the end of the race
      reached, so that they play on or it is a draw. For no new call.
    - `tied_by`: the teams whose double win does. For no new call.
    """

    made: Call | None
    wins: ByTeam[tuple[Way, ...]]
    stays: ByTeam[int | None]
    tie: int | None
    tied_by: tuple[Team, ...]


def outlook(
    race: Race,
    standing: Standing,
    calls: tuple[Call, ...] = (),
    rules: HouseRules = OFFICIAL,
) -> tuple[Prospect, ...]:
    """Say what the round after `standing` can bring, `calls` being made in it so far.

    At most one call is made (rule 85): the first prospect is for all of them failing, which
    four calls rule out, and then comes one for each. Every claim is enumerated: it is what
    `score_round` and `race` make of the results (rules 80 to 99). Nothing is said of results
    in which a new call fails.

    Raises ValueError if the game is over, and IllegalRound for calls that cannot be.
    """
    if standing.over:
        raise ValueError("No round follows the end of a game.")
    coming = _Coming(race, standing, calls, rules)
    prospects = [coming.prospect(None)] if len(calls) < len(Seat) else []
    return tuple(prospects + [coming.prospect(made) for made in calls])


@dataclass(frozen=True, slots=True)
class _End:
    """A result of the coming round, and where the race stands after it."""

    result: RoundResult
    after: Standing

    def double_win_by(self, team: Team) -> bool:
        return self.result.double_win and self.result.first_out.team is team


@dataclass(frozen=True, slots=True)
class _Coming:
    """The coming round, as far as it is known."""

    race: Race
    standing: Standing
    calls: tuple[Call, ...]
    rules: HouseRules

    def prospect(self, made: Call | None) -> Prospect:
        ends = self._ends(self.calls, made)
        tied = [end for end in ends if self._tied(end.after)]
        return Prospect(
            made,
            ByTeam.of(lambda team: tuple(self._ways(team, made, ends))),
            ByTeam.of(lambda team: _least(team, ends, lambda after: not _lost(team, after))),
            _least(Team.A, tied, lambda _: True),
            tuple(team for team in Team if any(end.double_win_by(team) for end in tied)),
        )

    def _ways(self, team: Team, made: Call | None, ends: list[_End]) -> Iterator[Way]:
        """The ways of a team, the easiest first, without those that add nothing."""
        before = None
        ways = [_way(team, None, ends)]
        if made is None:
            ways += [
                _way(team, call.level, self._ends((*self.calls, call), call))
                for call in self._new_calls(team)
            ]
        for way in ways:
            need = (way.least, team in way.double_wins)
            if (way.least is not None or way.double_wins) and need != before:
                yield way
            before = need

    def _new_calls(self, team: Team) -> list[Call]:
        """What a player of `team` can still call. Which player is the same for the points."""
        callers = {call.seat for call in self.calls}
        free = [seat for seat in team.seats if seat not in callers]
        if self.rules.one_call_per_team and len(free) < len(team.seats):
            return []
        levels = [level for level in Level if self.rules.grand or level is not Level.GRAND]
        return [Call(seat, level) for seat in free[:1] for level in levels]

    def _ends(self, calls: tuple[Call, ...], made: Call | None) -> list[_End]:
        totals, rounds = self.standing.totals, self.standing.rounds + 1
        return [
            _End(
                result,
                self.race.standing(ByTeam(totals.a + points.a, totals.b + points.b), rounds),
            )
            for result, points in _open_results(calls, made, self.rules)
        ]

    def _tied(self, after: Standing) -> bool:
        """Whether both teams are level where the race ends."""
        return after.state is State.DRAW or self.race.plays_on(after)


def _way(team: Team, level: Level | None, ends: list[_End]) -> Way:
    won = [end for end in ends if end.after.winner is team]
    return Way(
        level,
        _least(team, won, lambda _: True),
        tuple(side for side in Team if any(end.double_win_by(side) for end in won)),
        whatever=len(won) == len(ends),
    )


def _least(team: Team, ends: list[_End], holds: Callable[[Standing], bool]) -> int | None:
    """The fewest card points of `team` with which this holds, as more are never worse."""
    return min(
        (
            end.result.card_points[team]
            for end in ends
            if end.result.card_points and holds(end.after)
        ),
        default=None,
    )


def _lost(team: Team, after: Standing) -> bool:
    """Whether the game is over, and not won by `team`."""
    return after.over and after.winner is not team


# The results that a few calls leave open are the same for all totals.
@lru_cache(maxsize=128)
def _open_results(
    calls: tuple[Call, ...], made: Call | None, rules: HouseRules
) -> tuple[tuple[RoundResult, ByTeam[int]], ...]:
    """The results with exactly these calls of which `made` is made, and their points. Of the
    players who can be first out one stands for all where points do not tell them apart."""
    callers = {call.seat for call in calls}
    firsts = [made.seat] if made else [seat for seat in Seat if seat not in callers]
    counted = [
        RoundResult(tuple(firsts[:1]), ByTeam(points, DECK_POINTS - points), calls)
        for points in range(FEWEST_POINTS, MOST_POINTS + 1, POINTS_STEP)
    ]
    doubled = [RoundResult((first, first.partner), None, calls) for first in firsts]
    return tuple((result, score_round(result, rules).points) for result in [*counted, *doubled])
