"""Statistics in words: proportions, means, calls, and partners and rivals."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from fractions import Fraction
from uuid import UUID

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.charts.number_format import format_number, format_percent, format_signed
from scoring.models import Game, Group
from scoring.presentation.rounds import level_name
from scoring.stats.estimates import BREAK_EVEN, MIN_CALLS, Mean, Proportion
from scoring.stats.evening_date import evening_date
from scoring.stats.pairs import PartnerStats, RivalStats
from scoring.stats.players import CallStats
from scoring.stats.ratings.point_rating import PointRating

# The names of players, and the keys in addresses of games, both by primary key.
Names = Mapping[int, str]
GameKeys = Mapping[int, UUID]

NO_VALUE = "–"


def evening_url(group: Group, day: date) -> str:
    """Return the address of the page of an evening."""
    return f"{reverse('evening_stats', args=[group.key])}?day={day:%Y-%m-%d}"


def evening_url_of(game: Game) -> str:
    """Return the address of the page of the evening to which the game belongs."""
    return evening_url(game.group, evening_date(game.created))


def team_label(names: Names, numbers: Iterable[int]) -> str:
    """Return the names of partners."""
    return " + ".join(names[player] for player in numbers)


def format_proportion(counted: Proportion) -> str:
    """Return a proportion as 38 of 57 · 67 %, or a text for an empty one."""
    if not counted:
        return _("none yet")
    values = {**proportion_values(counted), "share": format_percentage(counted)}
    return _("%(k)s of %(n)s · %(share)s") % values


def proportion_values(counted: Proportion) -> dict[str, str]:
    """Return both numbers of a proportion, by the names of the placeholders in sentences."""
    return {"k": format_number(counted.k), "n": format_number(counted.n)}


def format_percentage(counted: Proportion) -> str:
    return NO_VALUE if counted.rate is None else format_percent(float(counted.rate))


def format_mean(value: Mean | Fraction | None) -> str:
    shown = value.value if isinstance(value, Mean) else value
    return NO_VALUE if shown is None else format_number(float(shown), 1)


def format_signed_mean(value: Mean | Fraction | None) -> str:
    """Return a mean with its sign."""
    shown = value.value if isinstance(value, Mean) else value
    return NO_VALUE if shown is None else format_signed(float(shown), 1)


def format_interval(rating: PointRating) -> str:
    """Return the 80 % interval of a rating."""
    ends = {
        "low": format_signed(rating.interval.low, 1),
        "high": format_signed(rating.interval.high, 1),
    }
    return _("%(low)s to %(high)s") % ends


def call_profile(calls: CallStats) -> str:
    """Return a sentence such as "Tichu: called 129, made 87, 67 %"."""
    if not calls.made:
        return _("%(call)s: never called") % {"call": level_name(calls.level)}
    return _("%(call)s: called %(called)s, made %(made)s, %(rate)s") % {
        "call": level_name(calls.level),
        "called": format_number(calls.made.n),
        "made": format_number(calls.made.k),
        "rate": format_percentage(calls.made),
    }


def call_verdict(calls: CallStats) -> str:
    """Return the mean points of a call, and whether calling pays."""
    points = calls.points_per_call
    if points is None:
        return ""
    brought = _("A call brought %(points)s points on average.") % {
        "points": format_signed(float(points), 1)
    }
    return f"{brought} {_verdict(calls)}"


def _verdict(calls: CallStats) -> str:
    if not calls.ranked:
        return _("Whether calling pays is shown from %(n)s calls on.") % {"n": MIN_CALLS}
    if calls.pays is None:
        return _("It is too close to say whether calling pays.")
    line = {"line": format_percent(float(BREAK_EVEN))}
    if calls.pays:
        return _("Calling pays: more than %(line)s are made.") % line
    return _("Calling less would pay: not even %(line)s are made.") % line


def streak_label(games: int) -> str:
    """Return a label for the present run of games."""
    if games > 0:
        return ngettext("%(n)s game won", "%(n)s games won in a row", games) % {"n": games}
    if games < 0:
        return ngettext("%(n)s game lost", "%(n)s games lost in a row", -games) % {"n": -games}
    return _("none")


def evening_streak_label(evenings: int) -> str:
    """Return a label for the present run of evenings."""
    if evenings > 0:
        return ngettext("%(n)s evening won", "%(n)s evenings won in a row", evenings) % {
            "n": evenings
        }
    if evenings < 0:
        return ngettext("%(n)s evening lost", "%(n)s evenings lost in a row", -evenings) % {
            "n": -evenings
        }
    return _("none")


def results_in_words(results: Sequence[int]) -> str:
    """Return the latest results in words: 1 for won, -1 for lost, 0 for a draw; empty without
    results."""
    if not results:
        return ""
    sentence = ngettext(
        "The last game: %(results)s.",
        "The last %(n)s games, the latest at the end: %(results)s.",
        len(results),
    )
    words = {1: _("won"), -1: _("lost"), 0: _("drawn")}
    return sentence % {
        "n": len(results),
        "results": ", ".join(words[result] for result in results),
    }


def calls_made(calls: CallStats) -> str:
    """Return a text such as "Tichu 2 of 3"."""
    values = {"call": level_name(calls.level), **proportion_values(calls.made)}
    return _("%(call)s %(k)s of %(n)s") % values


def chemistry_summary(partners: PartnerStats) -> str:
    """Return the margin of two partners in comparison with the expected margin."""
    both = partners.chemistry
    if both is None:
        return _("not known: none of their rounds is")
    if not both.known:
        return _("not known: no other games tell how strong these two and their opponents are")
    sentence = ngettext(
        "%(actual)s a round where %(expected)s is likely, over %(rounds)s round",
        "%(actual)s a round where %(expected)s is likely, over %(rounds)s rounds",
        both.rounds,
    )
    return sentence % {
        "actual": format_signed_mean(both.actual),
        "expected": format_signed(both.expected, 1),
        "rounds": format_number(both.rounds),
    }


def rivalry_summary(rivals: RivalStats) -> str:
    """Return the margin against an opponent, the streak, and the last evening."""
    met = {
        "streak": streak_label(rivals.streak),
        "day": date_format(rivals.last_met, "DATE_FORMAT"),
    }
    if not rivals.tally.rounds:
        return _("%(streak)s; last met on %(day)s") % met
    return _("%(points)s points a round; %(streak)s; last met on %(day)s") % {
        "points": format_signed_mean(rivals.tally.margin),
        **met,
    }
