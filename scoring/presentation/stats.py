"""Statistics in words: proportions, means, calls, and partners and rivals."""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.charts.number_format import format_number, format_percent, format_signed
from scoring.presentation.rounds import level_name
from scoring.stats.estimates import BREAK_EVEN, MIN_CALLS, MIN_GAMES, Mean, Proportion
from scoring.stats.group_stats import GroupStats
from scoring.stats.pairs import PartnerStats, RivalStats
from scoring.stats.players import CallStats
from scoring.stats.ratings.point_rating import PointRating

Names = Mapping[int, str]

NO_VALUE = "–"


def team_label(names: Names, numbers: Iterable[int]) -> str:
    """Partners by their names."""
    return " + ".join(names[player] for player in numbers)


def format_proportion(counted: Proportion) -> str:
    """38 of 57 · 67 %, or that there is nothing yet."""
    if not counted:
        return _("none yet")
    values = {
        "k": format_number(counted.k),
        "n": format_number(counted.n),
        "share": format_percentage(counted),
    }
    return _("%(k)s of %(n)s · %(share)s") % values


def format_percentage(counted: Proportion) -> str:
    return NO_VALUE if counted.rate is None else format_percent(float(counted.rate))


def format_mean(value: Mean | Fraction | None, decimals: int = 1) -> str:
    shown = value.value if isinstance(value, Mean) else value
    return NO_VALUE if shown is None else format_number(float(shown), decimals)


def format_signed_mean(value: Mean | Fraction | None, decimals: int = 1) -> str:
    """With its sign."""
    shown = value.value if isinstance(value, Mean) else value
    return NO_VALUE if shown is None else format_signed(float(shown), decimals)


def format_interval(rating: PointRating) -> str:
    """The 80 % interval of a rating."""
    ends = {
        "low": format_signed(rating.interval.low, 1),
        "high": format_signed(rating.interval.high, 1),
    }
    return _("%(low)s to %(high)s") % ends


def difference(one: Mean, other: Mean) -> Fraction | None:
    """By how much the first mean is greater; None where one of them is of nothing."""
    if one.value is None or other.value is None:
        return None
    return one.value - other.value


def call_profile(calls: CallStats) -> str:
    """Tichu: called 129, made 87, 67 %."""
    if not calls.made:
        return _("%(call)s: never called") % {"call": level_name(calls.level)}
    return _("%(call)s: called %(called)s, made %(made)s, %(rate)s") % {
        "call": level_name(calls.level),
        "called": format_number(calls.made.n),
        "made": format_number(calls.made.k),
        "rate": format_percentage(calls.made),
    }


def call_verdict(calls: CallStats) -> str:
    """What a call brought in the mean, and whether calling pays."""
    points = calls.points_per_call
    if points is None:
        return ""
    brought = _("A call brought %(points)s points on average.") % {
        "points": format_signed(float(points), 1)
    }
    return f"{brought} {_verdict(calls)}"


def _verdict(calls: CallStats) -> str:
    if not calls.ranked:
        return _("From %(n)s calls on it can be said whether calling pays.") % {"n": MIN_CALLS}
    if calls.pays is None:
        return _("It is too close to say whether calling pays.")
    line = {"line": format_percent(float(BREAK_EVEN))}
    if calls.pays:
        return _("Calling pays: more than %(line)s are made.") % line
    return _("Calling less would pay: not even %(line)s are made.") % line


def streak_label(games: int) -> str:
    """The run that goes on."""
    if games > 0:
        return ngettext("%(n)s game won", "%(n)s games won in a row", games) % {"n": games}
    if games < 0:
        return ngettext("%(n)s game lost", "%(n)s games lost in a row", -games) % {"n": -games}
    return _("none")


def evening_streak_label(evenings: int) -> str:
    """The run of evenings that goes on."""
    if evenings > 0:
        return ngettext("%(n)s evening won", "%(n)s evenings won in a row", evenings) % {
            "n": evenings
        }
    if evenings < 0:
        return ngettext("%(n)s evening lost", "%(n)s evenings lost in a row", -evenings) % {
            "n": -evenings
        }
    return _("none")


def calls_made(calls: CallStats) -> str:
    """Tichu 2 of 3."""
    return _("%(call)s %(k)s of %(n)s") % {
        "call": level_name(calls.level),
        "k": format_number(calls.made.k),
        "n": format_number(calls.made.n),
    }


def opponents_met(
    found: GroupStats, player: int
) -> list[tuple[int, PartnerStats | None, RivalStats | None]]:
    """Everybody else, as a partner and as an opponent; the most frequent partner first."""
    rows = [
        (other, found.partners.get(_pair(player, other)), found.rivals.get((player, other)))
        for other in found.players
        if other != player
    ]
    met = [row for row in rows if row[1] or row[2]]
    return sorted(met, key=lambda row: (-(row[1].tally.games if row[1] else 0), row[0]))


class MatrixCell(NamedTuple):
    """Nothing where two never met; `few` where there are too few games to say much."""

    rate: str = ""
    counted: str = ""
    few: bool = False


class Matrix(NamedTuple):
    """Every player against every player; `names` head rows and columns alike."""

    names: list[str]
    rows: list[tuple[str, list[MatrixCell]]]


def partner_matrix(found: GroupStats, names: Names) -> Matrix:
    return _matrix(found, names, lambda one, other: found.partners.get(_pair(one, other)))


def rival_matrix(found: GroupStats, names: Names) -> Matrix:
    return _matrix(found, names, lambda one, other: found.rivals.get((one, other)))


def _matrix(
    found: GroupStats,
    names: Names,
    find: Callable[[int, int], PartnerStats | RivalStats | None],
) -> Matrix:
    players = [each.stats.player for each in found.league]

    def cell(one: int, other: int) -> MatrixCell:
        both = find(one, other)
        if both is None or not both.tally.games:
            return MatrixCell()
        wins = both.tally.wins
        counted = _("%(k)s of %(n)s") % {"k": format_number(wins.k), "n": format_number(wins.n)}
        return MatrixCell(format_percentage(wins), counted, wins.n < MIN_GAMES)

    rows = [(names[one], [cell(one, other) for other in players]) for one in players]
    return Matrix([names[player] for player in players], rows)


def partners_by_chemistry(found: GroupStats) -> list[PartnerStats]:
    """The partners who add most to each other first; those of whom it cannot be told last."""
    return sorted(
        found.partners.values(),
        key=lambda each: (
            each.chemistry is None,
            -(each.chemistry.shrunk if each.chemistry else 0),
            each.players,
        ),
    )


def rivalries_by_games(found: GroupStats) -> list[RivalStats]:
    """Every two opponents once, from the view of who won more; those who met most first."""
    once = [
        each
        for each in found.rivals.values()
        if (each.tally.won, -each.players[0]) >= (each.tally.lost, -each.players[1])
    ]
    return sorted(once, key=lambda each: (-each.tally.games, each.players))


def chemistry_summary(partners: PartnerStats) -> str:
    """The margin of two partners beside what was expected of them."""
    both = partners.chemistry
    if not partners.tally.rounds:
        return _("not known: none of their rounds is")
    if both is None:
        return _("not known: one of them has no rounds with another partner")
    sentence = ngettext(
        "%(actual)s a round where %(expected)s is expected, over %(rounds)s round",
        "%(actual)s a round where %(expected)s is expected, over %(rounds)s rounds",
        both.rounds,
    )
    return sentence % {
        "actual": format_signed_mean(both.actual),
        "expected": format_signed_mean(both.expected),
        "rounds": both.rounds,
    }


def rivalry_summary(rivals: RivalStats) -> str:
    """The margin against an opponent, the streak, and the last evening."""
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


def _pair(one: int, other: int) -> tuple[int, int]:
    return (one, other) if one < other else (other, one)
