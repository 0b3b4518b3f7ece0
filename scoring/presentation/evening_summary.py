"""The summary of an evening, in sentences."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.charts.number_format import format_number
from scoring.presentation.lists import join_words
from scoring.presentation.points import signed_points
from scoring.presentation.rounds import level_name
from scoring.presentation.stats import Names, team_label
from scoring.presentation.win_probability import probability_percent
from scoring.stats.evening_summary import BoldestCall, EveningSummary, TurningPoint


def evening_headline(summary: EveningSummary, names: Names) -> str:
    """Return a headline with the best players of the evening, so far or in the end; empty if
    there are none."""
    if not summary.winners:
        return ""
    winners = [names[each.player] for each in summary.winners]
    return _("Best of the evening: %(players)s") % {"players": join_words(winners)}


def evening_success(summary: EveningSummary) -> list[str]:
    """Return the results of the winners and, if it is known, how likely these were for players
    of their strength; empty without winners."""
    if not summary.winners:
        return []
    tally = summary.winners[0].tally
    sentences = [
        ngettext(
            "%(won)s of %(games)s game won.", "%(won)s of %(games)s games won.", tally.games
        )
        % {"won": format_number(tally.won), "games": format_number(tally.games)}
    ]
    if tally.rounds:
        points = signed_points(tally.margin.total)
        sentences.append(_("Over all rounds: %(points)s points.") % {"points": points})
    if summary.as_likely is not None:
        share = probability_percent(summary.as_likely)
        sentences.append(
            _(
                "Luck and skill: of equally strong players, %(share)s would have won as many "
                "of these games."
            )
            % {"share": share}
        )
    return sentences


def evening_highlights(summary: EveningSummary, names: Names) -> dict[str, int]:
    """Return the highlights of the evening, each as a sentence with the primary key of its
    game."""
    found = {}
    if call := summary.boldest_call:
        found[_boldest_call(call, names)] = call.game
    if turn := summary.turning_point:
        found[_turning_point(turn, names)] = turn.game
    return found


def _boldest_call(call: BoldestCall, names: Names) -> str:
    sentence = (
        _("The boldest call: %(call)s by %(player)s, made in round %(round)s.")
        if not call.behind or call.behind < 0
        else _(
            "The boldest call: %(call)s by %(player)s, made in round %(round)s,"
            " %(points)s points behind."
        )
    )
    return sentence % {
        "player": names[call.player],
        "call": level_name(call.level),
        "round": call.round_number,
        "points": call.behind,
    }


def _turning_point(turn: TurningPoint, names: Names) -> str:
    return _(
        "The turn: round %(round)s took %(names)s from %(before)s to %(after)s, and they won."
    ) % {
        "round": turn.round_number,
        "names": team_label(names, turn.winners),
        "before": probability_percent(turn.before),
        "after": probability_percent(turn.after),
    }
