"""The screens of a player's year."""

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.charts.number_format import format_number
from scoring.presentation.points import signed_points
from scoring.presentation.stats import (
    Names,
    evening_url,
    format_percentage,
    proportion_values,
)
from scoring.presentation.stats_pages.review_screen import (
    ReviewLinks,
    ReviewScreen,
    k_of_n,
    rounds_label,
)
from scoring.presentation.stats_pages.rows import games_won, pair_url
from scoring.stats.group_tallies import pair_of
from scoring.stats.players import BestEvening
from scoring.stats.year_review import FirstOut, FrequentCompanion, GamesWon, LongestRun


def companion_screen(fact: FrequentCompanion, names: Names, links: ReviewLinks) -> ReviewScreen:
    sentence = (
        ngettext(
            "Nobody was your partner more often than %(name)s: in %(n)s game.",
            "Nobody was your partner more often than %(name)s: in %(n)s games.",
            fact.wins.n,
        )
        if fact.together
        else ngettext(
            "Nobody was your opponent more often than %(name)s: in %(n)s game.",
            "Nobody was your opponent more often than %(name)s: in %(n)s games.",
            fact.wins.n,
        )
    )
    pair = pair_of(links.player or 0, fact.player)
    return ReviewScreen(
        _("Your partner") if fact.together else _("Your opponent"),
        names[fact.player],
        sentence % {"name": names[fact.player], "n": format_number(fact.wins.n)},
        _("You won %(share)s.") % {"share": k_of_n(fact.wins)},
        pair_url(links.group, *pair) + links.query,
    )


def games_won_screen(fact: GamesWon, _names: Names, links: ReviewLinks) -> ReviewScreen:
    sentence = ngettext(
        "You won %(k)s of %(n)s game.", "You won %(k)s of %(n)s games.", fact.won.n
    )
    return ReviewScreen(
        _("Games won"),
        format_percentage(fact.won),
        sentence % proportion_values(fact.won),
        url=links.home,
    )


def first_out_screen(fact: FirstOut, _names: Names, links: ReviewLinks) -> ReviewScreen:
    """Return the screen of the rounds in which the player was first out. It says more or less
    than one in four only if chance hardly explains the difference."""
    if fact.difference is None:
        sentence = _("By chance everybody has one round in four; yours may be chance too.")
    elif fact.difference.better:
        sentence = _("More often than one round in four, and by more than chance explains.")
    else:
        sentence = _("Less often than one round in four, and by more than chance explains.")
    return ReviewScreen(
        _("First out"),
        format_percentage(fact.first),
        sentence,
        _("%(share)s rounds.") % {"share": k_of_n(fact.first)},
        links.home,
    )


def longest_run_screen(fact: LongestRun, _names: Names, links: ReviewLinks) -> ReviewScreen:
    return ReviewScreen(
        _("Longest run"),
        format_number(fact.games),
        _("You won %(n)s games in a row.") % {"n": format_number(fact.games)},
        _of_games(fact.of),
        links.home,
    )


def best_evening_screen(fact: BestEvening, _names: Names, links: ReviewLinks) -> ReviewScreen:
    sentence = _("Points ahead of your opponents on %(day)s.")
    won = _("%(won)s, over %(rounds)s.") % {
        "won": games_won(fact.tally),
        "rounds": rounds_label(fact.tally.rounds),
    }
    return ReviewScreen(
        _("Your biggest evening"),
        signed_points(fact.tally.margin.total),
        sentence % {"day": date_format(fact.day, "DATE_FORMAT")},
        won,
        evening_url(links.group, fact.day),
    )


def _of_games(games: int) -> str:
    return ngettext("Of %(n)s game.", "Of %(n)s games.", games) % {"n": format_number(games)}
