"""The check constraint of the final totals of a game that was entered without rounds."""

from functools import reduce
from operator import or_

from django.db.models import F, Q
from django.db.models.lookups import Exact, GreaterThanOrEqual

from scoring.rules import CARD_POINTS_STEP, MAX_FINAL_TOTAL, TieRule

_RANGE = -MAX_FINAL_TOTAL, MAX_FINAL_TOTAL
_IN_STEPS = Q(Exact(F("final_a") % CARD_POINTS_STEP, 0)) & Q(
    Exact((F("final_a") + F("final_b")) % 100, 0)
)
# The conditions of final_standing, each with the column of the limit that it checks.
_ENDS = {
    "target": Q(final_a__gte=F("target")) | Q(final_b__gte=F("target")),
    "lead": Q(GreaterThanOrEqual(F("final_a") - F("final_b"), F("lead")))
    | Q(GreaterThanOrEqual(F("final_b") - F("final_a"), F("lead"))),
    "floor": Q(final_a__lte=-F("floor")) | Q(final_b__lte=-F("floor")),
    "fixed_rounds": Q(),
    "time_limit": Q(),
}
_AT_AN_END = reduce(
    or_, (Q(**{f"{column}__isnull": False}) & reached for column, reached in _ENDS.items())
)
# The game belongs to no series or rotation, has no stake, and nothing was played in it.
_NOTHING_ELSE = Q(
    ending="",
    adjustments__isnull=True,
    progress__isnull=True,
    rotation_facts__isnull=True,
    series=None,
    stake=None,
)
FINAL_TOTALS_POSSIBLE = Q(final_a=None, final_b=None) | (
    Q(final_a__isnull=False, final_b__isnull=False)
    & Q(final_a__range=_RANGE, final_b__range=_RANGE)
    & _IN_STEPS
    & _AT_AN_END
    & (Q(tie=str(TieRule.DRAW)) | ~Q(final_a=F("final_b")))
    & _NOTHING_ELSE
)
