"""The statistics page of partners and rivals."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.charts.number_format import format_signed
from scoring.models import Group
from scoring.presentation.highlights import highlight_sentence
from scoring.presentation.stats import (
    NO_VALUE,
    Names,
    chemistry_summary,
    rivalry_summary,
    team_label,
)
from scoring.presentation.stats_pages.matrix import Matrix, partner_matrix, rival_matrix
from scoring.presentation.stats_pages.rows import SEPARATOR, HighlightRow, ListRow, pair_url
from scoring.stats.group_stats import GroupStats
from scoring.stats.highlights import find_pair_highlights
from scoring.stats.pairs import PartnerStats, RivalStats


@dataclass(frozen=True, slots=True)
class PairsPage:
    highlights: list[HighlightRow]
    partners: Matrix
    rivals: Matrix
    chemistry: list[ListRow]  # empty where it is known of no two
    rivalries: list[ListRow]


def pairs_page(stats: GroupStats, group: Group, names: Names, query: str) -> PairsPage:
    """Who plays how with whom, and against whom; `query` leads to the same games on other
    pages."""
    partners = stats.partners_by_chemistry
    is_any_known = any(pair.chemistry and pair.chemistry.known for pair in partners)
    return PairsPage(
        [
            HighlightRow(
                highlight_sentence(each, names), pair_url(group, *each.partners.players) + query
            )
            for each in find_pair_highlights(stats)
        ],
        partner_matrix(stats, group, names, query),
        rival_matrix(stats, group, names, query),
        [_chemistry_row(pair, group, names, query) for pair in partners if is_any_known],
        [_rivalry_row(rivals, group, names, query) for rivals in stats.rivalries],
    )


def _chemistry_row(pair: PartnerStats, group: Group, names: Names, query: str) -> ListRow:
    both = pair.chemistry
    value = format_signed(both.shrunk, 1) if both and both.known else NO_VALUE
    note = [chemistry_summary(pair), *([] if pair.ranked else [_("provisional")])]
    url = pair_url(group, *pair.players) + query
    return ListRow(team_label(names, pair.players), value, SEPARATOR.join(note), url)


def _rivalry_row(rivals: RivalStats, group: Group, names: Names, query: str) -> ListRow:
    one, other = (names[player] for player in rivals.players)
    return ListRow(
        _("%(one)s against %(other)s") % {"one": one, "other": other},
        f"{rivals.tally.won} : {rivals.tally.lost}",
        rivalry_summary(rivals),
        f"{pair_url(group, *rivals.players)}{query}#against",
    )
