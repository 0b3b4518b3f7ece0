"""Enumerates every result that a round can have, and draws calls and totals at random."""

from collections.abc import Iterator
from functools import cache
from itertools import product
from random import Random

from scoring.rules import (
    OFFICIAL_RULES,
    ByTeam,
    Call,
    CallLevel,
    CallsPerTeam,
    ExtraCall,
    FailedCalls,
    HouseRules,
    IllegalRound,
    Race,
    RoundResult,
    Seat,
    Standing,
    Team,
    score_round,
)

# The fact that determines the points of a result with given calls: the team of a double win, or
# the card points of the left team.
Cards = Team | int
# The call that is made in a result: one of the known calls, a new one, or none.
Made = tuple[Call | None, tuple[Team, CallLevel] | None]


def legal(result: RoundResult, rules: HouseRules) -> bool:
    try:
        score_round(result, rules)
    except IllegalRound:
        return False
    return True


@cache
def results(calls: tuple[Call, ...], rules: HouseRules) -> dict[Made, dict[Cards, ByTeam[int]]]:
    """Return the points of every result with these calls, or with one further call that is
    made."""
    found: dict[Made, dict[Cards, ByTeam[int]]] = {}
    for first, level in product(Seat, (None, *CallLevel)):
        known = next((call for call in calls if call.seat is first), None)
        if known and level:
            continue
        new = (first.team, level) if level else None
        every = (*calls, Call(first, level)) if level else calls
        for cards in (first.team, *range(-25, 126, 5)):
            if isinstance(cards, Team):
                result = RoundResult((first, first.partner), None, every)
            else:
                result = RoundResult((first,), ByTeam(cards, 100 - cards), every)
            if legal(result, rules):
                points = score_round(result, rules).points
                assert found.setdefault((known, new), {}).setdefault(cards, points) == points
    return found


def points_with_further_calls(
    calls: tuple[Call, ...], made: Call | None, rules: HouseRules
) -> Iterator[ByTeam[int]]:
    """Yield the points of the results with the fewest, half and most of the card points, and of
    double wins. In these results `made` is the known call that is made (None if none is), and
    any other player may have called too."""
    callers = {call.seat for call in calls}
    firsts = [made.seat] if made else [seat for seat in Seat if seat not in callers]
    for levels in product((None, *CallLevel), repeat=len(Seat) - len(callers)):
        free = [seat for seat in Seat if seat not in callers]
        more = (Call(seat, level) for seat, level in zip(free, levels, strict=True) if level)
        every = (*calls, *more)
        for first in firsts:
            counted = [RoundResult((first,), ByTeam(a, 100 - a), every) for a in (-25, 50, 125)]
            for result in [*counted, RoundResult((first, first.partner), None, every)]:
                if legal(result, rules):
                    yield score_round(result, rules).points


def own(cards: Cards, team: Team) -> int:
    assert not isinstance(cards, Team)
    return cards if team is Team.A else 100 - cards


RULES = [
    OFFICIAL_RULES,
    HouseRules(grand=False),
    HouseRules(calls_per_team=CallsPerTeam.ONE),
    HouseRules(calls_per_team=CallsPerTeam.ONE_OF_EACH),
    HouseRules(grand=False, calls_per_team=CallsPerTeam.ONE),
    HouseRules(failed_calls=FailedCalls.OPPONENTS),
    HouseRules(failed_calls=FailedCalls.OPPONENTS_GRAND),
    HouseRules(double_win=100),
    HouseRules(double_win=300, failed_calls=FailedCalls.OPPONENTS),
    HouseRules(extra_call=ExtraCall("Blind Tichu", 400)),
    HouseRules(grand=False, extra_call=ExtraCall("Half", 100)),
    HouseRules(
        calls_per_team=CallsPerTeam.ONE_OF_EACH,
        failed_calls=FailedCalls.OPPONENTS,
        extra_call=ExtraCall("Two", 200),
    ),
]


def draw_calls(random: Random, rules: HouseRules) -> tuple[Call, ...]:
    """Draw calls that these rules allow, perhaps none."""
    seats = random.sample(list(Seat), random.choice([0, 1, 1, 2, 3, 4]))
    levels = [level for level in CallLevel if rules.worth(level)]
    calls = tuple(Call(seat, random.choice(levels)) for seat in seats)
    return calls if legal(RoundResult((Seat.A1,), ByTeam(50, 50), calls), rules) else ()


def draw_standing(random: Random, race: Race) -> Standing:
    """Draw a standing that does not end the game, with totals from -200 to 1400. Half of them
    are near the target."""
    step = 1 if random.random() < 0.1 else 5
    everywhere = range(-200, 1401, step)
    target = race.target or 1000
    near = range(max(-200, target - 450), min(1400, target + 50) + 1, step)
    a, b = (random.choice(random.choice([near, everywhere])) for _ in Team)
    rounds = max((race.fixed_rounds or 10) - random.choice([0, 1, 1, 1, 2]), 0)
    standing = race.standing(ByTeam(a, a if random.random() < 0.05 else b), rounds)
    return draw_standing(random, race) if standing.over else standing
