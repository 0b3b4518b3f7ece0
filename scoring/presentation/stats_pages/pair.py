"""The statistics page of two players: as partners, and against each other."""

from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.charts.number_format import format_number, format_signed
from scoring.models import Group
from scoring.presentation.highlights import highlight_sentence
from scoring.presentation.stats import (
    Names,
    chemistry_summary,
    evening_url,
    format_mean,
    format_proportion,
    format_signed_mean,
    streak_label,
)
from scoring.presentation.stats_pages.rows import Figure, games_won
from scoring.stats.group_stats import GroupStats
from scoring.stats.group_tallies import pair_of
from scoring.stats.highlights import find_pair_highlights
from scoring.stats.pairs import PartnerStats, RivalStats


@dataclass(frozen=True, slots=True)
class PairSide:
    """The games of two players on one team, or on two: the score, a sentence, and the figures
    for it."""

    score: str
    sentence: str
    figures: list[Figure]


@dataclass(frozen=True, slots=True)
class PairPage:
    """The page of two players. `together` is None if they were never partners, `against` is
    None if they were never opponents."""

    together: PairSide | None
    against: PairSide | None


def pair_page(
    stats: GroupStats, players: tuple[int, int], group: Group, names: Names
) -> PairPage | None:
    """Return the page of two players, from the view of the first one. None if they never played
    at the same table."""
    partners, rivals = stats.partners.get(pair_of(*players)), stats.rivals.get(players)
    if partners is None and rivals is None:
        return None
    return PairPage(
        _together(partners, stats, names) if partners else None,
        _against(rivals, group, names) if rivals else None,
    )


def _together(partners: PartnerStats, stats: GroupStats, names: Names) -> PairSide:
    tally, both = partners.tally, partners.chemistry
    chemistry = (
        [
            Figure(_("Points a round against the opponents"), format_signed_mean(both.actual)),
            *(
                [
                    Figure(_("Likely by their strengths"), format_signed(both.expected, 1)),
                    Figure(_("What they add to each other"), format_signed(both.shrunk, 1)),
                ]
                if both.known
                else []
            ),
        ]
        if both
        else []
    )
    return PairSide(
        games_won(tally),
        _chemistry_sentence(partners, stats, names),
        [
            Figure(_("Games won"), format_proportion(tally.wins)),
            Figure(_("Rounds"), format_number(tally.rounds)),
            *chemistry,
            Figure(_("Card points a round, double wins apart"), format_mean(tally.card_points)),
            Figure(_("Double wins"), format_proportion(tally.double_wins)),
            Figure(_("Double wins suffered"), format_proportion(tally.double_wins_suffered)),
        ],
    )


def _chemistry_sentence(partners: PartnerStats, stats: GroupStats, names: Names) -> str:
    """Return a sentence on whether two partners are better together than their strengths make
    likely, if it is known."""
    highlights = (each for each in find_pair_highlights(stats) if each.partners == partners)
    if highlight := next(highlights, None):
        return highlight_sentence(highlight, names)
    if partners.chemistry is None or not partners.chemistry.known:
        return _("What they add to each other is %(reason)s.") % {
            "reason": chemistry_summary(partners)
        }
    if not partners.ranked:
        return _("From 20 games together on this says whether they click.")
    return _("Whether they click is too close to call: chance could explain this as well.")


def _against(rivals: RivalStats, group: Group, names: Names) -> PairSide:
    tally = rivals.tally
    one, other = (names[player] for player in rivals.players)
    by_one = {"player": one}
    day = evening_url(group, rivals.last_met)
    return PairSide(
        f"{one} {format_number(tally.won)} : {format_number(tally.lost)} {other}",
        _run_sentence(rivals, one, other),
        [
            Figure(_("Games won by %(player)s") % by_one, format_proportion(tally.wins)),
            Figure(_("Rounds"), format_number(tally.rounds)),
            Figure(
                _("Points a round, for %(player)s") % by_one, format_signed_mean(tally.margin)
            ),
            Figure(_("Now, for %(player)s") % by_one, streak_label(rivals.streak)),
            Figure(_("Last met"), date_format(rivals.last_met, "DATE_FORMAT"), url=day),
        ],
    )


def _run_sentence(rivals: RivalStats, one: str, other: str) -> str:
    """Return a sentence with the winner of the latest games of the two against each other."""
    if not rivals.tally.games:
        return _("No game between them is over.")
    if not rivals.streak:
        return _("The last game between them was a draw.")
    winner, loser = (one, other) if rivals.streak > 0 else (other, one)
    sentence = ngettext(
        "%(winner)s has won the last game against %(loser)s.",
        "%(winner)s has won the last %(n)s games against %(loser)s.",
        abs(rivals.streak),
    )
    return sentence % {"winner": winner, "loser": loser, "n": format_number(abs(rivals.streak))}
