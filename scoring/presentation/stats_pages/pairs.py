"""The statistics page of partners and rivals."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.charts.number_format import format_signed
from scoring.presentation.highlights import highlight_sentence
from scoring.presentation.stats import (
    NO_VALUE,
    Names,
    chemistry_summary,
    rivalry_summary,
    team_label,
)
from scoring.presentation.stats_pages.matrix import Matrix, partner_matrix, rival_matrix
from scoring.presentation.stats_pages.rows import SEPARATOR, HighlightRow, ListRow, PageLinks
from scoring.stats.group_stats import GroupStats
from scoring.stats.highlights import find_pair_highlights
from scoring.stats.pairs import PartnerStats, RivalStats


@dataclass(frozen=True, slots=True)
class PairsPage:
    highlights: list[HighlightRow]
    partners: Matrix
    rivals: Matrix
    chemistry: list[ListRow]  # empty if it is unknown for all pairs
    rivalries: list[ListRow]


def pairs_page(stats: GroupStats, names: Names, links: PageLinks) -> PairsPage:
    """Return the page of all partners and all rivals of a group."""
    partners = stats.partners_by_chemistry
    is_any_known = any(pair.chemistry and pair.chemistry.known for pair in partners)
    return PairsPage(
        [
            HighlightRow(highlight_sentence(each, names), links.pair(*each.partners.players))
            for each in find_pair_highlights(stats)
        ],
        partner_matrix(stats, names, links),
        rival_matrix(stats, names, links),
        [_chemistry_row(pair, names, links) for pair in partners if is_any_known],
        [_rivalry_row(rivals, names, links) for rivals in stats.rivalries],
    )


def _chemistry_row(pair: PartnerStats, names: Names, links: PageLinks) -> ListRow:
    both = pair.chemistry
    value = format_signed(both.shrunk, 1) if both and both.known else NO_VALUE
    note = [chemistry_summary(pair), *([] if pair.ranked else [_("provisional")])]
    label = team_label(names, pair.players)
    return ListRow(label, value, SEPARATOR.join(note), links.pair(*pair.players))


def _rivalry_row(rivals: RivalStats, names: Names, links: PageLinks) -> ListRow:
    one, other = (names[player] for player in rivals.players)
    return ListRow(
        _("%(one)s against %(other)s") % {"one": one, "other": other},
        f"{rivals.tally.won} : {rivals.tally.lost}",
        rivalry_summary(rivals),
        f"{links.pair(*rivals.players)}#against",
    )
