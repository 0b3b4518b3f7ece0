"""The results of the coming round that win the game, tie it, or keep a team in it."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from scoring.rules.deck import CARD_POINTS_STEP, DECK_POINTS, MAX_CARD_POINTS, MIN_CARD_POINTS
from scoring.rules.house_rules import (
    Call,
    CallLevel,
    HouseRules,
    further_levels,
)
from scoring.rules.race import Race, RaceState, Standing
from scoring.rules.round import RoundResult, score_round
from scoring.rules.teams import ByTeam, Seat, Team, add_points


@dataclass(frozen=True, slots=True)
class WinCondition:
    """Results of the coming round with which a team wins the game.

    If `level` is None, no further call is made. Otherwise a player of the team makes one
    further call of this level and is first out.

    The team wins if and only if the cards are counted and its card points are `min_points` or
    more (-25 to 125; None if no card points are enough), or one of the teams in `double_wins`
    gets a double win. `double_wins` may include the opponents. `always` is true if every result
    wins.
    """

    level: CallLevel | None
    min_points: int | None
    double_wins: tuple[Team, ...]
    always: bool


@dataclass(frozen=True, slots=True)
class Scenario:
    """What each team needs in the coming round if `made_call` is the only known call that is
    made. If `made_call` is None, every known call fails.

    A scenario covers all results with exactly the known calls. For win conditions with a
    `level`, it covers all results with one further call that is made. Within these results each
    field is exact; it says nothing about other results.

    - `win_conditions`: the conditions of each team, the easiest first. A condition that can
      never be fulfilled is left out, and so is one with the same requirement as the condition
      before it. For a call of a missing level, the last condition whose level is not higher
      applies.
    - `survival_points`: the fewest card points with which a team wins or the game goes on, for
      results without a further call; -25 if no counted round loses, None if every one does.
    - `tie_points`: the card points of team A that tie the game at the end of the race, for
      results without a further call; None if no card points do.
    - `tying_double_wins`: the teams whose double win ties the game at the end of the race, for
      results without a further call.
    - `may_be_won`: whether a team wins in any result, including those with further calls. If a
      lead wins, a floor loses or failed calls pay the opponents, a failed call can win the game
      for the opponents.
    """

    made_call: Call | None
    win_conditions: ByTeam[tuple[WinCondition, ...]]
    survival_points: ByTeam[int | None]
    tie_points: int | None
    tying_double_wins: tuple[Team, ...]
    may_be_won: bool = False


def list_scenarios(
    race: Race,
    standing: Standing,
    calls: tuple[Call, ...],
    rules: HouseRules,
) -> tuple[Scenario, ...]:
    """Return the scenarios of the round after `standing`, in which `calls` are known so far.

    At most one call is made (rule 85). The first scenario is that all known calls fail; it is
    missing if all four players have called. One scenario for each made call follows. All
    results are enumerated and scored with `score_round` and `race` (rules 80 to 99). Results in
    which a further call fails affect only `may_be_won`.

    Raises ValueError if the game is over, IllegalRound if `calls` break the rules.
    """
    if standing.over:
        raise ValueError("The game is over: no round follows.")
    coming_round = _ComingRound(race, standing, calls, rules)
    scenarios = [coming_round.scenario(None)] if len(calls) < len(Seat) else []
    return tuple(scenarios + [coming_round.scenario(call) for call in calls])


@dataclass(frozen=True, slots=True)
class _Outcome:
    """A possible result of the coming round, and the standing after it."""

    result: RoundResult
    standing: Standing

    def loses(self, team: Team) -> bool:
        """Whether the game ends and `team` does not win it; a draw counts as a loss."""
        return self.standing.over and self.standing.winner is not team


@dataclass(frozen=True, slots=True)
class _ComingRound:
    race: Race
    standing: Standing
    calls: tuple[Call, ...]
    rules: HouseRules

    def scenario(self, made_call: Call | None) -> Scenario:
        outcomes = self._outcomes(self.calls, made_call)
        tied = [outcome for outcome in outcomes if self._is_tie(outcome.standing)]
        return Scenario(
            made_call,
            ByTeam.from_function(
                lambda team: tuple(self._win_conditions(team, made_call, outcomes))
            ),
            ByTeam.from_function(
                lambda team: _min_points(
                    team, [outcome for outcome in outcomes if not outcome.loses(team)]
                )
            ),
            _min_points(Team.A, tied),
            _double_wins(tied),
            self._may_be_won(made_call),
        )

    def _win_conditions(
        self, team: Team, made_call: Call | None, outcomes: list[_Outcome]
    ) -> Iterator[WinCondition]:
        """Yield the conditions of a team, the easiest first, without those that add nothing."""
        previous = None
        conditions = [_win_condition(team, None, outcomes)]
        if made_call is None:
            conditions += [
                _win_condition(team, call.level, self._outcomes((*self.calls, call), call))
                for call in self._further_calls(team)
            ]
        for condition in conditions:
            requirement = (condition.min_points, team in condition.double_wins)
            possible = condition.min_points is not None or condition.double_wins
            if possible and requirement != previous:
                yield condition
            previous = requirement

    def _may_be_won(self, made_call: Call | None) -> bool:
        firsts = _firsts_out(self.calls, made_call)
        return any(self._wins_at_best(team, first) for team in Team for first in firsts)

    def _wins_at_best(self, team: Team, first: Seat) -> bool:
        """Whether the team wins in the best case with this player first out: with the highest
        calls that its opponents and the first player can still make. An opponent who is first
        out makes no call, because that call would not fail."""
        calls = self.calls
        callers = [first, *team.opponents.seats] if first.team is team else [first.partner]
        for seat in callers:
            levels = further_levels(seat, calls, self.rules)
            calls += tuple(Call(seat, level) for level in levels[-1:])
        most = ByTeam.from_function(
            lambda each: MAX_CARD_POINTS if each is team else MIN_CARD_POINTS
        )
        best = [RoundResult((first,), most, calls)]
        if first.team is team:
            best.append(RoundResult((first, first.partner), None, calls))
        return any(
            self._standing_after(score_round(result, self.rules).points).winner is team
            for result in best
        )

    def _further_calls(self, team: Team) -> list[Call]:
        """Return one call of each level that `team` can still make. Calls of both partners
        score the same, so one caller stands for both."""
        callers = {call.seat for call in self.calls}
        free = [seat for seat in team.seats if seat not in callers]
        return [
            Call(seat, level)
            for seat in free[:1]
            for level in further_levels(seat, self.calls, self.rules)
        ]

    def _outcomes(self, calls: tuple[Call, ...], made_call: Call | None) -> list[_Outcome]:
        return [
            _Outcome(result, self._standing_after(points))
            for result, points in _possible_results(calls, made_call, self.rules)
        ]

    def _standing_after(self, points: ByTeam[int]) -> Standing:
        totals = add_points(self.standing.totals, points)
        return self.race.standing(totals, self.standing.rounds + 1)

    def _is_tie(self, standing: Standing) -> bool:
        """Whether the race has reached its end with equal totals."""
        return standing.state is RaceState.DRAW or self.race.extended_by_tie(standing)


def _win_condition(
    team: Team, level: CallLevel | None, outcomes: list[_Outcome]
) -> WinCondition:
    won = [outcome for outcome in outcomes if outcome.standing.winner is team]
    return WinCondition(
        level, _min_points(team, won), _double_wins(won), always=len(won) == len(outcomes)
    )


def _min_points(team: Team, outcomes: list[_Outcome]) -> int | None:
    """Return the fewest card points of `team` in these outcomes; None if no cards are
    counted."""
    points = (outcome.result.card_points for outcome in outcomes)
    return min((each[team] for each in points if each), default=None)


def _double_wins(outcomes: list[_Outcome]) -> tuple[Team, ...]:
    """Return the teams that get a double win in these outcomes."""
    won = {outcome.result.first_out.team for outcome in outcomes if outcome.result.double_win}
    return tuple(team for team in Team if team in won)


def _firsts_out(calls: tuple[Call, ...], made_call: Call | None) -> list[Seat]:
    """Return the players who may be first out if `made_call` is the only one of these calls
    that is made."""
    callers = {call.seat for call in calls}
    return [made_call.seat] if made_call else [seat for seat in Seat if seat not in callers]


# Cached, because it does not depend on the totals.
@lru_cache(maxsize=128)
def _possible_results(
    calls: tuple[Call, ...], made_call: Call | None, rules: HouseRules
) -> tuple[tuple[RoundResult, ByTeam[int]], ...]:
    """Return the results with exactly these calls, of which only `made_call` is made, and their
    points.

    In counted rounds, one player who may be first out stands for all, because they score the
    same.
    """
    firsts = _firsts_out(calls, made_call)
    counted = [
        RoundResult(tuple(firsts[:1]), ByTeam(points, DECK_POINTS - points), calls)
        for points in range(MIN_CARD_POINTS, MAX_CARD_POINTS + 1, CARD_POINTS_STEP)
    ]
    double_wins = [RoundResult((first, first.partner), None, calls) for first in firsts]
    return tuple(
        (result, score_round(result, rules).points) for result in [*counted, *double_wins]
    )
