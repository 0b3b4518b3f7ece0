"""What the pages of statistics say: counts, shares and means, and records in a sentence."""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple
from uuid import UUID

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from scoring.charts.numbers import gained, number, percent
from scoring.rules import Team
from scoring.stats.group import GroupFigures
from scoring.stats.history import PlayedGame
from scoring.stats.pairs import Partners, Rivals
from scoring.stats.player import Calls
from scoring.stats.ratings import Rating
from scoring.stats.records import Feat, Record
from scoring.stats.samples import EVEN, FEWEST_CALLS, FEWEST_GAMES, Mean, Share
from scoring.templatetags.words import level_name

register = template.Library()

Names = Mapping[int, str]

NONE = "–"


@register.filter
def of(names: Names, player: int) -> str:
    """The name of a player."""
    return names[player]


@register.filter
def players(names: Names, numbers: Iterable[int]) -> str:
    """Partners by their names."""
    return " + ".join(names[player] for player in numbers)


@register.filter
def share(counted: Share) -> str:
    """38 of 57 · 67 %, or that there is nothing yet."""
    if not counted:
        return _("none yet")
    told = {"k": number(counted.k), "n": number(counted.n), "share": rate(counted)}
    return _("%(k)s of %(n)s · %(share)s") % told


@register.filter
def rate(counted: Share) -> str:
    return NONE if counted.rate is None else percent(float(counted.rate))


@register.filter
def exact(counted: Share) -> str:
    """67.44 %."""
    if counted.rate is None:
        return NONE
    return _("%(number)s%%") % {"number": number(float(100 * counted.rate), 2)}


@register.filter
def mean(value: Mean | Fraction | None, decimals: int = 1) -> str:
    shown = value.value if isinstance(value, Mean) else value
    return NONE if shown is None else number(float(shown), decimals)


@register.filter
def ahead(value: Mean | Fraction | None, decimals: int = 1) -> str:
    """With its sign."""
    shown = value.value if isinstance(value, Mean) else value
    return NONE if shown is None else gained(float(shown), decimals)


@register.filter
def rated(ratings: Mapping[int, Rating], player: int) -> Rating:
    return ratings[player]


@register.filter
def between(rating: Rating) -> str:
    """Where a rating lies, four times in five."""
    ends = {"low": gained(rating.range.low, 1), "high": gained(rating.range.high, 1)}
    return _("%(low)s to %(high)s") % ends


@register.filter
def less(one: Mean, other: Mean) -> Fraction | None:
    """By how much the first mean is greater."""
    if one.value is None or other.value is None:
        return None
    return one.value - other.value


@register.filter
def profile(calls: Calls) -> str:
    """The classic line: called 129, made 87, 67.44 %."""
    if not calls.made:
        return _("%(call)s: never called") % {"call": level_name(calls.level)}
    return _("%(call)s: called %(called)s, made %(made)s, %(rate)s") % {
        "call": level_name(calls.level),
        "called": number(calls.made.n),
        "made": number(calls.made.k),
        "rate": exact(calls.made),
    }


@register.filter
def meaning(calls: Calls) -> str:
    """What the line means: what a call brought, and whether that is more than luck."""
    points = calls.points_a_call
    if points is None:
        return ""
    brought = _("A call brought %(points)s points in the mean.") % {
        "points": gained(float(points), 1)
    }
    return f"{brought} {_verdict(calls)}"


def _verdict(calls: Calls) -> str:
    if not calls.ranked:
        return _("From %(n)s calls on it can be said whether calling pays.") % {
            "n": FEWEST_CALLS
        }
    if calls.pays is None:
        return _("It is too close to say whether calling pays.")
    line = {"line": percent(float(EVEN))}
    if calls.pays:
        return _("Calling pays: more than %(line)s are made.") % line
    return _("Calling less would pay: not even %(line)s are made.") % line


@register.filter
def streak(games: int) -> str:
    """The run that goes on."""
    if games > 0:
        return ngettext("%(n)s game won", "%(n)s games won in a row", games) % {"n": games}
    if games < 0:
        return ngettext("%(n)s game lost", "%(n)s games lost in a row", -games) % {"n": -games}
    return _("none")


# What a record is called, and its story where that is the same of one and of several.
_FEATS = {
    Feat.HIGHEST_ROUND: gettext_noop("Highest round"),
    Feat.MOST_CALLS: gettext_noop("Most calls in a round"),
    Feat.LONGEST_STREAK: gettext_noop("Longest streak"),
    Feat.LONGEST_GAME: gettext_noop("Longest game"),
    Feat.CLOSEST_FINISH: gettext_noop("Closest finish"),
    Feat.BIGGEST_WIN: gettext_noop("Biggest win"),
    Feat.FARTHEST_BEHIND: gettext_noop("Farthest behind, and won"),
    Feat.GREATEST_COMEBACK: gettext_noop("Greatest comeback"),
    Feat.BIGGEST_SWING: gettext_noop("Biggest swing"),
}
_STORIES = {
    Feat.HIGHEST_ROUND: gettext_noop("%(value)s points by %(team)s, round %(round)s"),
    Feat.MOST_CALLS: gettext_noop("%(value)s of %(all)s called, round %(round)s"),
    Feat.CLOSEST_FINISH: gettext_noop("%(team)s won by %(value)s points"),
    Feat.BIGGEST_WIN: gettext_noop("%(team)s won by %(value)s points"),
    Feat.FARTHEST_BEHIND: gettext_noop(
        "%(team)s were %(value)s points behind after round %(round)s"
    ),
    Feat.GREATEST_COMEBACK: gettext_noop(
        "%(team)s won from a chance of %(value)s after round %(round)s"
    ),
    Feat.BIGGEST_SWING: gettext_noop(
        "round %(round)s raised the chance of %(team)s by %(value)s"
    ),
}
_CHANCES = {Feat.GREATEST_COMEBACK, Feat.BIGGEST_SWING}


@register.filter
def feat(record: Record) -> str:
    return _(_FEATS[record.feat])


@register.filter
def record_story(record: Record, names: Names) -> str:
    players = [names[player] for player in record.players]
    return _story(record) % {
        "value": _chance(record.value) if record.feat in _CHANCES else number(record.value),
        "team": " + ".join(players),
        "all": ", ".join(players),
        "round": record.number,
    }


def _story(record: Record) -> str:
    if record.feat is Feat.LONGEST_STREAK:
        return ngettext(
            "%(team)s won %(value)s game",
            "%(team)s won %(value)s games in a row",
            int(record.value),
        )
    if record.feat is Feat.LONGEST_GAME:
        return ngettext(
            "%(value)s round: %(all)s", "%(value)s rounds: %(all)s", int(record.value)
        )
    return _(_STORIES[record.feat])


def _chance(chance: float) -> str:
    """In whole per cent: chances are known no finer."""
    least = 0.01
    if chance < least:
        return _("less than %(one)s") % {"one": percent(least)}
    return percent(chance)


@register.filter
def key_of(keys: Mapping[int, UUID], game: int) -> UUID:
    return keys[game]


@register.filter
def made_told(calls: Calls) -> str:
    """Tichu 2 of 3."""
    return _("%(call)s %(k)s of %(n)s") % {
        "call": level_name(calls.level),
        "k": number(calls.made.k),
        "n": number(calls.made.n),
    }


@register.filter
def side(game: PlayedGame, team: Team) -> tuple[int, int]:
    return game.team(Team(team))


@register.filter
def others(
    found: GroupFigures, player: int
) -> list[tuple[int, Partners | None, Rivals | None]]:
    """Everybody else, as a partner and as an opponent; who was a partner most often first."""
    rows = [
        (other, found.partners.get(_pair(player, other)), found.rivals.get((player, other)))
        for other in found.players
        if other != player
    ]
    met = [row for row in rows if row[1] or row[2]]
    return sorted(met, key=lambda row: (-(row[1].score.games if row[1] else 0), row[0]))


class MatrixCell(NamedTuple):
    """Nothing where two never met; `few` where there are too few games to say much."""

    rate: str = ""
    counted: str = ""
    few: bool = False


class Matrix(NamedTuple):
    """Every player against every player; `names` head rows and columns alike."""

    names: list[str]
    rows: list[tuple[str, list[MatrixCell]]]


@register.filter
def together(found: GroupFigures, names: Names) -> Matrix:
    return _matrix(found, names, lambda one, other: found.partners.get(_pair(one, other)))


@register.filter
def against(found: GroupFigures, names: Names) -> Matrix:
    return _matrix(found, names, lambda one, other: found.rivals.get((one, other)))


def _matrix(
    found: GroupFigures,
    names: Names,
    between: Callable[[int, int], Partners | Rivals | None],
) -> Matrix:
    players = [each.figures.player for each in found.league]

    def cell(one: int, other: int) -> MatrixCell:
        both = between(one, other)
        if both is None or not both.score.games:
            return MatrixCell()
        wins = both.score.wins
        counted = _("%(k)s of %(n)s") % {"k": number(wins.k), "n": number(wins.n)}
        return MatrixCell(rate(wins), counted, wins.n < FEWEST_GAMES)

    rows = [(names[one], [cell(one, other) for other in players]) for one in players]
    return Matrix([names[player] for player in players], rows)


@register.filter
def by_chemistry(found: GroupFigures) -> list[Partners]:
    """The partners who add most to each other first; those of whom it cannot be told last."""
    return sorted(
        found.partners.values(),
        key=lambda each: (
            each.chemistry is None,
            -(each.chemistry.shrunk if each.chemistry else 0),
            each.players,
        ),
    )


@register.filter
def by_meetings(found: GroupFigures) -> list[Rivals]:
    """Every two opponents once, as the one sees it who won more; those who met most first."""
    once = [
        each
        for each in found.rivals.values()
        if (each.score.won, -each.players[0]) >= (each.score.lost, -each.players[1])
    ]
    return sorted(once, key=lambda each: (-each.score.games, each.players))


def _pair(one: int, other: int) -> tuple[int, int]:
    return (one, other) if one < other else (other, one)
