"""The screens of a group's year: the first players by each figure."""

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.charts.number_format import format_number, format_signed
from scoring.presentation.points import signed_points
from scoring.presentation.records import record_label, record_summary
from scoring.presentation.stats import Names, evening_url, format_interval
from scoring.presentation.stats_pages.review_screen import (
    ReviewLinks,
    ReviewScreen,
    k_of_n,
    players_sentence,
    rounds_label,
)
from scoring.presentation.stats_pages.rows import games_won, pair_url
from scoring.stats.records import Record
from scoring.stats.year_review import (
    BestPair,
    LongestEvening,
    MostBombs,
    MostWins,
    Strongest,
    TopCaller,
)


def longest_evening_screen(
    fact: LongestEvening, _names: Names, links: ReviewLinks
) -> ReviewScreen:
    sentence = ngettext(
        "On %(day)s you played %(n)s game.", "On %(day)s you played %(n)s games.", fact.games
    )
    sample = ngettext(
        "The most rounds of %(n)s evening.", "The most rounds of %(n)s evenings.", fact.evenings
    )
    return ReviewScreen(
        _("The longest evening"),
        rounds_label(fact.rounds),
        sentence
        % {"day": date_format(fact.day, "DATE_FORMAT"), "n": format_number(fact.games)},
        sample % {"n": format_number(fact.evenings)},
        evening_url(links.group, fact.day),
    )


def most_wins_screen(fact: MostWins, names: Names, links: ReviewLinks) -> ReviewScreen:
    return ReviewScreen(
        _("The most games won"),
        format_number(fact.won),
        players_sentence(
            fact.players,
            names,
            _("%(players)s won more games than anybody else."),
            _("%(players)s won the same number each, more than anybody else."),
        ),
        ngettext("The group played %(n)s game.", "The group played %(n)s games.", fact.games)
        % {"n": format_number(fact.games)},
        links.home,
    )


def strongest_screen(fact: Strongest, names: Names, links: ReviewLinks) -> ReviewScreen:
    rating = fact.rating
    sentence = ngettext(
        "%(player)s added the most points a round to a team, more than %(n)s other who is"
        " ranked.",
        "%(player)s added the most points a round to a team, more than %(n)s others who are"
        " ranked.",
        fact.others,
    )
    return ReviewScreen(
        _("The strongest player"),
        format_signed(rating.edge, 1),
        sentence % {"player": names[rating.player], "n": format_number(fact.others)},
        _("Over %(rounds)s; the likely range is %(interval)s.")
        % {"rounds": rounds_label(rating.rounds), "interval": format_interval(rating)},
        links.player_page(rating.player),
    )


def best_pair_screen(fact: BestPair, names: Names, links: ReviewLinks) -> ReviewScreen:
    one, other = fact.partners.players
    chemistry = fact.partners.chemistry
    return ReviewScreen(
        _("The pair that clicked"),
        format_signed(chemistry.shrunk if chemistry else 0.0, 1),
        _(
            "Points a round more than their strengths make likely, by %(one)s and %(other)s"
            " together."
        )
        % {"one": names[one], "other": names[other]},
        _("Over %(rounds)s; %(won)s.")
        % {
            "rounds": rounds_label(fact.partners.tally.rounds),
            "won": games_won(fact.partners.tally),
        },
        pair_url(links.group, one, other) + links.query,
    )


def top_caller_screen(fact: TopCaller, names: Names, links: ReviewLinks) -> ReviewScreen:
    return ReviewScreen(
        _("The most points by calls"),
        signed_points(fact.points),
        players_sentence(
            fact.players,
            names,
            _("Nobody gained more points by calls than %(players)s."),
            _("%(players)s gained the most points by calls, the same number each."),
        ),
        _("%(share)s calls made.") % {"share": k_of_n(fact.made)},
        links.home,
    )


def most_bombs_screen(fact: MostBombs, names: Names, links: ReviewLinks) -> ReviewScreen:
    noted = ngettext("Of %(n)s bomb noted.", "Of %(n)s bombs noted.", fact.bombs)
    return ReviewScreen(
        _("Bombs"),
        format_number(fact.most),
        players_sentence(
            fact.players,
            names,
            _("Nobody noted more bombs than %(players)s."),
            _("%(players)s noted the most bombs, the same number each."),
        ),
        noted % {"n": format_number(fact.bombs)},
        links.home,
    )


def record_screen(fact: Record, names: Names, links: ReviewLinks) -> ReviewScreen:
    return ReviewScreen(
        record_label(fact),
        format_number(fact.value),
        f"{record_summary(fact, names)}.",
        _("On %(day)s.") % {"day": date_format(fact.day, "DATE_FORMAT")},
        links.game(fact.game),
    )
