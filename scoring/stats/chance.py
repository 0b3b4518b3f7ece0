"""Two-sided p-values: the probability of a deviation of this size or a greater one by
chance."""

from collections.abc import Iterable
from fractions import Fraction
from math import erfc, exp, lgamma, log, sqrt

from scoring.stats.estimates import Proportion

# The significance level: a result that chance alone would produce as often as this, or more
# often, is not reported. It corresponds to the 80 % interval.
MAX_CHANCE = 0.2

# A term below this share of the sum does not change the result.
_NEGLIGIBLE = 1e-15


def chance_of_deviation(deviations: float) -> float:
    """Return the p-value of this number of standard deviations, by the normal distribution."""
    return erfc(abs(deviations) / sqrt(2))


def bonferroni(chance: float, compared: int) -> float:
    """Return the p-value after the Bonferroni correction for this number of comparisons.

    It is an upper bound of the probability to find such a deviation in any of them.
    """
    return min(1.0, chance * compared)


def chance_of_rate(counted: Proportion, rate: Fraction) -> float:
    """Return the p-value of k of n, if each of them has the probability `rate`.

    It is twice the tail of the binomial distribution. `rate` is greater than 0 and less than 1.
    """
    if not counted:
        return 1.0
    k, n = counted.k, counted.n
    one, other = log(rate), log(1 - rate)

    def log_chance(times: int) -> float:
        return _log_choose(n, times) + times * one + (n - times) * other

    outwards = range(k, n + 1) if k > rate * n else range(k, -1, -1)
    return _twice(log_chance(times) for times in outwards)


def chance_of_difference(counted: Proportion, others: Proportion) -> float:
    """Return the p-value of the difference of two rates, under the hypothesis that they are
    equal.

    It is twice the tail of Fisher's exact test, or 1 if one of them is k of 0.
    """
    if not counted or not others:
        return 1.0
    both = counted + others
    ways = _log_choose(both.n, both.k)

    def log_chance(times: int) -> float:
        mine = _log_choose(counted.n, times)
        return mine + _log_choose(others.n, both.k - times) - ways

    if counted.k * both.n > both.k * counted.n:
        outwards = range(counted.k, min(counted.n, both.k) + 1)
    else:
        outwards = range(counted.k, max(0, both.k - others.n) - 1, -1)
    return _twice(log_chance(times) for times in outwards)


def _twice(log_chances: Iterable[float]) -> float:
    """Return twice the sum of a tail whose terms decrease, but at most 1."""
    tail = 0.0
    for each in log_chances:
        term = exp(each)
        tail += term
        if term <= tail * _NEGLIGIBLE:
            break
    return min(1.0, 2 * tail)


def _log_choose(n: int, k: int) -> float:
    return lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)
