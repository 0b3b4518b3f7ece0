"""Check constraints of games."""

from django.db.models import BaseConstraint, CheckConstraint, Q, UniqueConstraint

from scoring.models.adjustments import ADJUSTMENTS_POSSIBLE
from scoring.models.agreement import EXTRA_CALL_KNOWN, HAS_AN_END, HOUSE_RULES_KNOWN
from scoring.models.final_totals import FINAL_TOTALS_POSSIBLE
from scoring.models.group import STAKE_POSSIBLE
from scoring.models.round_constraints import players_differ
from scoring.rules import BEST_OF, Ending, TieRule

GAME_CONSTRAINTS: list[BaseConstraint] = [
    CheckConstraint(
        name="game_has_an_end",
        condition=HAS_AN_END
        & Q(Q(target__isnull=True) | Q(target__gte=1))
        & Q(Q(fixed_rounds__isnull=True) | Q(fixed_rounds__gte=1))
        & Q(Q(lead__isnull=True) | Q(lead__gte=1))
        & Q(Q(floor__isnull=True) | Q(floor__gte=1))
        & Q(Q(time_limit__isnull=True) | Q(time_limit__gte=1)),
    ),
    CheckConstraint(
        name="game_rotation_ends_by_rounds",
        condition=Q(rotation_facts__isnull=True)
        | Q(
            fixed_rounds__isnull=False,
            target__isnull=True,
            lead__isnull=True,
            floor__isnull=True,
            time_limit__isnull=True,
        ),
    ),
    CheckConstraint(
        name="game_rotation_has_no_teams",
        condition=Q(rotation_facts__isnull=True)
        | Q(ending__in=["", str(Ending.ABANDONED)], adjustments__isnull=True),
    ),
    CheckConstraint(name="game_house_rules_known", condition=HOUSE_RULES_KNOWN),
    CheckConstraint(name="game_extra_call_known", condition=EXTRA_CALL_KNOWN),
    CheckConstraint(name="game_tie_known", condition=Q(tie__in=[str(tie) for tie in TieRule])),
    CheckConstraint(
        name="game_ending_known",
        condition=Q(ending__in=[str(ending) for ending in Ending])
        & (Q(ending_reason="") | ~Q(ending="")),
    ),
    CheckConstraint(name="game_players_differ", condition=players_differ()),
    CheckConstraint(
        name="game_adjustments_possible",
        condition=ADJUSTMENTS_POSSIBLE,
    ),
    CheckConstraint(
        name="game_series_whole",
        condition=Q(best_of=None, series=None, series_number=None)
        | Q(best_of__isnull=False, series__isnull=False, series_number__isnull=False)
        & Q(best_of__in=BEST_OF, series_number__gte=1, rotation_facts__isnull=True),
    ),
    CheckConstraint(
        name="game_stake_possible",
        condition=STAKE_POSSIBLE & (Q(stake=None) | Q(rotation_facts__isnull=True)),
    ),
    CheckConstraint(name="game_final_totals_possible", condition=FINAL_TOTALS_POSSIBLE),
    UniqueConstraint(
        fields=["group", "series", "series_number"], name="game_series_number_once"
    ),
    UniqueConstraint(fields=["group", "log_id"], name="game_log_id_once"),
]
