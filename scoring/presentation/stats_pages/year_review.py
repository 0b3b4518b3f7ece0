"""The year in review in words. Each fact is a screen."""

from collections import Counter
from collections.abc import Iterable
from functools import singledispatch

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.charts.number_format import format_number
from scoring.presentation.badges import badge_label
from scoring.presentation.lists import join_words
from scoring.presentation.rounds import level_name
from scoring.presentation.stats import Names, format_percentage, proportion_values
from scoring.presentation.stats_pages import group_year, player_year
from scoring.presentation.stats_pages.review_screen import (
    ReviewLinks,
    ReviewScreen,
    players_sentence,
    rounds_label,
)
from scoring.stats.year_review import BadgesEarned, CallsMade, DoubleWins, Fact, Played


def review_screens(
    facts: Iterable[Fact], names: Names, links: ReviewLinks
) -> list[ReviewScreen]:
    return [_screen(fact, names, links) for fact in facts]


@singledispatch
def _screen(fact: Fact, _names: Names, _links: ReviewLinks) -> ReviewScreen:
    """Return the screen of a fact, by a function for its type. The functions for facts of both
    groups and players are in this module, the others are in `group_year` and `player_year`."""
    raise TypeError(fact)


@_screen.register
def _played(fact: Played, _names: Names, links: ReviewLinks) -> ReviewScreen:
    title = _("What was played")
    games = ngettext("%(n)s game", "%(n)s games", fact.games) % {"n": format_number(fact.games)}
    rounds = rounds_label(fact.rounds)
    if fact.evenings is None or fact.players is None:
        also = _("And %(rounds)s.") % {"rounds": rounds} if fact.rounds else ""
        return ReviewScreen(title, games, also, "", links.home)
    evenings = (
        ngettext(
            "And %(rounds)s, on %(n)s evening.",
            "And %(rounds)s, on %(n)s evenings.",
            fact.evenings,
        )
        if fact.rounds
        else ngettext("On %(n)s evening.", "On %(n)s evenings.", fact.evenings)
    ) % {"rounds": rounds, "n": format_number(fact.evenings)}
    players = ngettext("%(n)s player.", "%(n)s players.", fact.players)
    return ReviewScreen(
        title, games, evenings, players % {"n": format_number(fact.players)}, links.home
    )


@_screen.register
def _calls_made(fact: CallsMade, _names: Names, links: ReviewLinks) -> ReviewScreen:
    sentence = ngettext(
        "%(k)s of %(n)s call was made.", "%(k)s of %(n)s calls were made.", fact.made.n
    )
    anchor = "#calls" if links.player is not None else ""
    return ReviewScreen(
        level_name(fact.level),
        format_percentage(fact.made),
        sentence % proportion_values(fact.made),
        url=f"{links.home}{anchor}",
    )


@_screen.register
def _double_wins(fact: DoubleWins, _names: Names, links: ReviewLinks) -> ReviewScreen:
    sentence = ngettext("In %(k)s of %(n)s round.", "In %(k)s of %(n)s rounds.", fact.made.n)
    sample = ""
    if fact.suffered is not None:
        sample = _("Suffered: %(n)s.") % {"n": format_number(fact.suffered.k)}
    return ReviewScreen(
        _("Double wins"),
        format_number(fact.made.k),
        sentence % proportion_values(fact.made),
        sample,
        links.home,
    )


@_screen.register
def _badges(fact: BadgesEarned, names: Names, links: ReviewLinks) -> ReviewScreen:
    """Return the screen of badges: for a player, it names the badges; for a group, the players
    who earned the most."""
    earned = len(fact.badges)
    title = _("Badges")
    if links.player is not None:
        kinds = dict.fromkeys(badge_label(each.type) for each in fact.badges)
        sentence = f"{join_words(list(kinds))}."
        return ReviewScreen(title, format_number(earned), sentence, "", f"{links.home}#badges")
    by_player = Counter(each.player for each in fact.badges)
    most = max(by_player.values())
    players = tuple(sorted(player for player, n in by_player.items() if n == most))
    return ReviewScreen(
        title,
        format_number(most),
        players_sentence(
            players,
            names,
            _("Nobody earned more than %(players)s."),
            _("%(players)s earned the most, the same each."),
        ),
        ngettext("Of %(n)s badge.", "Of %(n)s badges.", earned) % {"n": format_number(earned)},
        links.player_page(players[0]) + "#badges",
    )


_screen.register(group_year.longest_evening_screen)
_screen.register(group_year.most_wins_screen)
_screen.register(group_year.strongest_screen)
_screen.register(group_year.best_pair_screen)
_screen.register(group_year.top_caller_screen)
_screen.register(group_year.most_bombs_screen)
_screen.register(group_year.record_screen)
_screen.register(player_year.companion_screen)
_screen.register(player_year.games_won_screen)
_screen.register(player_year.first_out_screen)
_screen.register(player_year.longest_run_screen)
_screen.register(player_year.best_evening_screen)
