"""The statistics page of partners and rivals."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.presentation.stats import (
    NO_VALUE,
    Matrix,
    Names,
    chemistry_summary,
    format_signed_mean,
    partner_matrix,
    partners_by_chemistry,
    rival_matrix,
    rivalries_by_games,
    rivalry_summary,
    team_label,
)
from scoring.presentation.stats_pages.rows import SEPARATOR, ListRow
from scoring.stats.group_stats import GroupStats
from scoring.stats.pairs import PartnerStats, RivalStats


@dataclass(frozen=True, slots=True)
class PairsPage:
    partners: Matrix
    rivals: Matrix
    chemistry: list[ListRow]
    rivalries: list[ListRow]


def pairs_page(found: GroupStats, names: Names) -> PairsPage:
    """Who plays how with whom, and against whom."""
    return PairsPage(
        partner_matrix(found, names),
        rival_matrix(found, names),
        [_chemistry_row(pair, names) for pair in partners_by_chemistry(found)],
        [_rivalry_row(rivals, names) for rivals in rivalries_by_games(found)],
    )


def _chemistry_row(pair: PartnerStats, names: Names) -> ListRow:
    value = format_signed_mean(pair.chemistry.shrunk) if pair.chemistry else NO_VALUE
    note = [chemistry_summary(pair), *([] if pair.ranked else [_("provisional")])]
    return ListRow(team_label(names, pair.players), value, SEPARATOR.join(note))


def _rivalry_row(rivals: RivalStats, names: Names) -> ListRow:
    one, other = (names[player] for player in rivals.players)
    return ListRow(
        _("%(one)s against %(other)s") % {"one": one, "other": other},
        f"{rivals.tally.won} : {rivals.tally.lost}",
        rivalry_summary(rivals),
    )
