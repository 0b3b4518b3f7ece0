"""The highlights of a group, each in a sentence."""

from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.charts.number_format import format_number
from scoring.presentation.lists import join_words
from scoring.presentation.stats import Names, format_mean, proportion_values
from scoring.rules import CallLevel
from scoring.stats.highlights import CallHighlight, Highlight, PairHighlight, WinningRun
from scoring.stats.players import CallStats


def highlight_sentence(highlight: Highlight, names: Names, *, past: bool = False) -> str:
    """Return a sentence on a highlight. If `past` is true, the games that count ended before
    today, so the sentence does not say that a run is still going on."""
    match highlight:
        case WinningRun():
            return _run(highlight, names, past=past)
        case PairHighlight():
            return _pair(highlight, names)
        case CallHighlight():
            return _calls(highlight, names)


def _run(run: WinningRun, names: Names, *, past: bool) -> str:
    players = [names[player] for player in run.players]
    if past:
        sentence = _past_evenings_format if run.evenings else _past_games_format
    else:
        sentence = _evenings_format if run.evenings else _games_format
    return sentence(run.length, alone=len(players) == 1) % {
        "player": players[0],
        "players": join_words(players),
        "n": format_number(run.length),
    }


def _games_format(n: int, *, alone: bool) -> str:
    if alone:
        return ngettext(
            "%(player)s is on a run: %(n)s game won.",
            "%(player)s is on a run: %(n)s games won in a row.",
            n,
        )
    return ngettext(
        "%(players)s are on a run: each has won %(n)s game.",
        "%(players)s are on a run: each has won %(n)s games in a row.",
        n,
    )


def _evenings_format(n: int, *, alone: bool) -> str:
    if alone:
        return ngettext(
            "%(player)s is on a run: more games won than lost on %(n)s evening.",
            "%(player)s is on a run: more games won than lost on %(n)s evenings in a row.",
            n,
        )
    return ngettext(
        "%(players)s are on a run: more games won than lost by each on %(n)s evening.",
        "%(players)s are on a run: more games won than lost by each on %(n)s evenings in a"
        " row.",
        n,
    )


def _past_games_format(n: int, *, alone: bool) -> str:
    if alone:
        return ngettext(
            "%(player)s was on a run: %(n)s game won.",
            "%(player)s was on a run: %(n)s games won in a row.",
            n,
        )
    return ngettext(
        "%(players)s were on a run: each had won %(n)s game.",
        "%(players)s were on a run: each had won %(n)s games in a row.",
        n,
    )


def _past_evenings_format(n: int, *, alone: bool) -> str:
    if alone:
        return ngettext(
            "%(player)s was on a run: more games won than lost on %(n)s evening.",
            "%(player)s was on a run: more games won than lost on %(n)s evenings in a row.",
            n,
        )
    return ngettext(
        "%(players)s were on a run: more games won than lost by each on %(n)s evening.",
        "%(players)s were on a run: more games won than lost by each on %(n)s evenings in a"
        " row.",
        n,
    )


def _pair(highlight: PairHighlight, names: Names) -> str:
    partners = highlight.partners
    one, other = (names[player] for player in partners.players)
    points = partners.chemistry.shrunk if partners.chemistry else 0.0
    sentence = (
        _(
            "%(one)s and %(other)s click: together they make %(points)s points a round more"
            " than their strengths make likely."
        )
        if points > 0
        else _(
            "%(one)s and %(other)s do not click: together they make %(points)s points a round"
            " less than their strengths make likely."
        )
    )
    return sentence % {"one": one, "other": other, "points": format_number(abs(points), 1)}


def _calls(highlight: CallHighlight, names: Names) -> str:
    calls = highlight.calls
    points = calls.points_per_call or Fraction(0)
    return _calls_format(calls, costs=points < 0) % {
        "player": names[highlight.player],
        "points": format_mean(abs(points)),
        **proportion_values(calls.made),
    }


def _calls_format(calls: CallStats, *, costs: bool) -> str:
    if calls.level is CallLevel.TICHU:
        return _(
            "Tichus cost %(player)s %(points)s points each on average: %(k)s of %(n)s made."
        )
    if costs:
        return _(
            "Grand Tichus cost %(player)s %(points)s points each on average: %(k)s of %(n)s"
            " made."
        )
    return _(
        "Grand Tichus bring %(player)s %(points)s points each on average: %(k)s of %(n)s made."
    )
