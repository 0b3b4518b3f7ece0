"""Published frequencies of all results of a round, and rounds that are simulated from them.

The figures are those of two evaluations of some 21 million rounds played on BrettSpielWelt
(fabianvdW's site and `tichu-essentials`; the notebooks of `frohlfing/tichu`). They contain no
figures for four quantities. These are assumed here so that margins and the length of games
match the published ones: see PARTNER_FAILS, DOUBLE_WIN_CALLED, PARTNER_THIRD and SKILL_SD.
"""

import math
from bisect import bisect
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate, product
from random import Random
from typing import NamedTuple

from scoring.rules import (
    CARD_POINTS_STEP,
    FOUR_OF_A_KIND_LENGTH,
    MAX_CARD_POINTS,
    MIN_CARD_POINTS,
    Bomb,
    ByTeam,
    Call,
    CallLevel,
    Race,
    RoundResult,
    Seat,
)

# Calls per player and round, and the share of them that is made.
CALLED = {CallLevel.TICHU: 0.139, CallLevel.GRAND: 0.078}
MADE = {CallLevel.TICHU: 0.734, CallLevel.GRAND: 0.618}
# The shares of rounds that end in a double win, and of rounds with a bomb.
DOUBLE_WIN = 0.237
BOMB = 0.379
# Mean card points of a team by the places of its players. For the other two combinations of
# places, they are the rest of 100.
CARD_POINTS = {(1, 3): 77.8, (1, 4): 42.1}
# Rounds per game to 1000, and the standard deviation of the difference between both teams in a
# round.
ROUNDS_PER_GAME = 9.43
MARGIN_SD = 213.7

# Assumed: the share of failed calls that the partner of the first player out has made. If calls
# were independent of each other, it would be a third.
PARTNER_FAILS = 0.2
# The share of double wins if the player who is first out had called.
DOUBLE_WIN_CALLED = 0.3
# The share of rounds in which the partner of the first player out is third, not last, among
# those without a double win.
PARTNER_THIRD = 0.4
# The standard deviation of card points, and that of players' skill in points a round. With
# equal teams, a game takes 9.7 rounds, not 9.4.
CARD_POINTS_SD = 24.0
SKILL_SD = 18.0
# The share of bombs that are four of a kind.
FOUR_OF_A_KIND_SHARE = 0.85

_ANY_CALL = {level: 4 * rate for level, rate in CALLED.items()}
_MADE = {level: _ANY_CALL[level] * MADE[level] for level in CALLED}
_FAILED = {level: _ANY_CALL[level] - _MADE[level] for level in CALLED}
_NO_CALL_MADE = 1 - sum(_MADE.values())
_DOUBLE_WIN_UNCALLED = (DOUBLE_WIN - (1 - _NO_CALL_MADE) * DOUBLE_WIN_CALLED) / _NO_CALL_MADE

_STEPS = range(MIN_CARD_POINTS, MAX_CARD_POINTS + CARD_POINTS_STEP, CARD_POINTS_STEP)
_LEVELS = (None, CallLevel.TICHU, CallLevel.GRAND)
_SEATS = tuple(Seat)


class SimulatedRound(NamedTuple):
    """A simulated round: its whole order, as seats 0 to 3; the card points of team A, None
    after a double win; and the call of each seat, from 0 for none to 2 for Grand Tichu."""

    order: tuple[int, int, int, int]
    card_points_a: int | None
    calls: tuple[int, int, int, int]

    @property
    def double_win(self) -> bool:
        return self.card_points_a is None

    @property
    def points(self) -> tuple[int, int]:
        """The points of both teams, team A's first."""
        first = self.order[0]
        if self.card_points_a is None:
            points = [0, 200] if first % 2 else [200, 0]
        else:
            points = [self.card_points_a, 100 - self.card_points_a]
        for seat, call in enumerate(self.calls):
            points[seat % 2] += 100 * call if seat == first else -100 * call
        return points[0], points[1]

    @property
    def result(self) -> RoundResult:
        cards = self.card_points_a
        return RoundResult(
            tuple(_SEATS[place] for place in self.order),
            None if cards is None else ByTeam(cards, 100 - cards),
            tuple(
                Call(seat, level)
                for seat, number in zip(_SEATS, self.calls, strict=True)
                if (level := _LEVELS[number])
            ),
        )


def simulate_round(random: Random, edge: float = 0.0) -> SimulatedRound:
    """Return a random round in which team A can expect `edge` points more than team B.

    The edge affects only who goes out first: from about 150 points on, it is always the same
    team.
    """
    first = _draw_first(random, edge)
    own, partner, left, right = _CALLS[bisect(_CALLS_UP_TO, random.random())]
    calls = [own, left, partner, right]
    calls = calls[-first:] + calls[:-first]
    next_to, opposite, other = (first + 1) % 4, (first + 2) % 4, (first + 3) % 4
    if random.random() < 0.5:
        next_to, other = other, next_to
    order: tuple[int, int, int, int]
    if random.random() < (DOUBLE_WIN_CALLED if own else _DOUBLE_WIN_UNCALLED):
        order, cards = (first, opposite, next_to, other), None
    else:
        partner_third = random.random() < PARTNER_THIRD
        upto = _CARDS_UP_TO[(1, 3) if partner_third else (1, 4)]
        cards = _STEPS[bisect(upto, random.random())]
        cards = 100 - cards if first % 2 else cards
        last_two = (opposite, other) if partner_third else (other, opposite)
        order = (first, next_to, *last_two)
    return SimulatedRound(order, cards, (calls[0], calls[1], calls[2], calls[3]))


def simulate_bomb(random: Random) -> Bomb | None:
    """Return the bomb of a random round; None if there is none."""
    if random.random() >= BOMB:
        return None
    seat = _SEATS[random.randrange(4)]
    if random.random() < FOUR_OF_A_KIND_SHARE:
        return Bomb(seat, FOUR_OF_A_KIND_LENGTH, random.randint(2, 14))
    return Bomb(seat, FOUR_OF_A_KIND_LENGTH + 1, random.randint(6, 14))


def simulate_game(random: Random, race: Race, edge: float = 0.0) -> Iterator[SimulatedRound]:
    """Yield the rounds of a game until it is over."""
    totals, rounds = ByTeam(0, 0), 0
    while not race.standing(totals, rounds).over:
        simulated = simulate_round(random, edge)
        yield simulated
        a, b = simulated.points
        totals, rounds = ByTeam(totals.a + a, totals.b + b), rounds + 1


def score_probabilities(edge: float = 0.0) -> dict[tuple[int, int], float]:
    """Return the probability of each pair of round scores, team A's first. The probabilities
    add up to 1."""
    mine = 0.5 + edge / (2 * first_out_advantage())
    probabilities: dict[tuple[int, int], float] = {}
    for (first, other), probability in _scores_by_team_of_first().items():
        probabilities[first, other] = probabilities.get((first, other), 0) + mine * probability
        probabilities[other, first] = (
            probabilities.get((other, first), 0) + (1 - mine) * probability
        )
    return probabilities


@cache
def first_out_advantage() -> float:
    """Return the expected margin, in points, of the team that goes out first in a round."""
    return sum(
        (one - other) * probability
        for (one, other), probability in _scores_by_team_of_first().items()
    )


def _draw_first(random: Random, edge: float) -> int:
    chance = 0.5 + edge / (2 * first_out_advantage())
    return (0 if random.random() < chance else 1) + (2 if random.random() < 0.5 else 0)


@cache
def _scores_by_team_of_first() -> dict[tuple[int, int], float]:
    probabilities: dict[tuple[int, int], float] = {}
    for (own, partner, left, right), probability in _call_probabilities():
        ours, theirs = 100 * (own - partner), -100 * (left + right)
        double = DOUBLE_WIN_CALLED if own else _DOUBLE_WIN_UNCALLED
        for one, other, likely in _cards(double):
            points = one + ours, other + theirs
            probabilities[points] = probabilities.get(points, 0) + probability * likely
    return probabilities


def _cards(double: float) -> Iterator[tuple[int, int, float]]:
    yield 200, 0, double
    for places, likely in (((1, 3), PARTNER_THIRD), ((1, 4), 1 - PARTNER_THIRD)):
        for points, probability in zip(
            _STEPS, _card_probabilities(CARD_POINTS[places]), strict=True
        ):
            yield points, 100 - points, (1 - double) * likely * probability


def _call_probabilities() -> Iterator[tuple[tuple[int, int, int, int], float]]:
    """Yield the probabilities of the calls of a round: those of the player who goes out first,
    the partner, and the two opponents."""
    own = (_NO_CALL_MADE, *_MADE.values())
    partner = _failing(PARTNER_FAILS)
    opponent = _failing((1 - PARTNER_FAILS) / 2)
    for calls in product(range(3), repeat=4):
        rates = zip((own, partner, opponent, opponent), calls, strict=True)
        yield (calls[0], calls[1], calls[2], calls[3]), math.prod(r[n] for r, n in rates)


def _failing(probability: float) -> tuple[float, ...]:
    failed = [probability * rate for rate in _FAILED.values()]
    return (1 - sum(failed), *failed)


def _card_probabilities(mean: float) -> list[float]:
    """Return the probability of each number of card points: a truncated normal distribution
    with this mean."""
    low, high = mean - 50, mean + 50
    while high - low > 1e-9:
        middle = (low + high) / 2
        low, high = (middle, high) if _mean(_truncated_normal(middle)) < mean else (low, middle)
    return _truncated_normal(low)


def _truncated_normal(middle: float) -> list[float]:
    heights = [math.exp(-(((x - middle) / CARD_POINTS_SD) ** 2) / 2) for x in _STEPS]
    return [height / sum(heights) for height in heights]


def _mean(probabilities: Sequence[float]) -> float:
    return sum(
        points * probability for points, probability in zip(_STEPS, probabilities, strict=True)
    )


def _up_to(probabilities: Sequence[float]) -> list[float]:
    """Return the cumulative sums except the last one, which rounding may leave below 1."""
    return list(accumulate(probabilities))[:-1]


_CALLS = [calls for calls, _ in _call_probabilities()]
_CALLS_UP_TO = _up_to([probability for _, probability in _call_probabilities()])
_CARDS_UP_TO = {
    places: _up_to(_card_probabilities(mean)) for places, mean in CARD_POINTS.items()
}
