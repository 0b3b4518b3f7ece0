"""A table of all players against all players, whose cells are coloured by the games won."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from django.utils.translation import gettext as _

from scoring.presentation.stats import Names, format_percentage, proportion_values
from scoring.presentation.stats_pages.rows import PageLinks
from scoring.stats.estimates import BREAK_EVEN, MIN_GAMES, Proportion
from scoring.stats.group_stats import GroupStats
from scoring.stats.group_tallies import pair_of
from scoring.stats.tally import Tally

# The differences of the rate from one half from which on the colour is stronger.
_HEAT_STEPS = Fraction(3, 100), Fraction(8, 100), Fraction(15, 100)
# The number of players who fit beside each other in a room of this size. If there are more
# players, each row is a list.
_SIZES = ((4, "small"), (6, "middle"), (10, "large"), (12, "huge"))
_SHORT_NAME = 12
_SIZES_OF_LONG_NAMES = _SIZES[2:]


@dataclass(frozen=True, slots=True)
class MatrixCell:
    """The games that one player won with or against another one, whose name is `name`. `rate`
    is empty if they played none. `heat` is from -3 (few won of many games) to 3 (most won of
    many games). `few` says that there are too few games for a ranking, `own` that both are the
    same player, and `again` that a row above contains the same two players."""

    name: str
    label: str = ""
    url: str = ""
    rate: str = ""
    counted: str = ""
    heat: int = 0
    few: bool = False
    own: bool = False
    again: bool = False


@dataclass(frozen=True, slots=True)
class MatrixRow:
    name: str
    cells: list[MatrixCell]


@dataclass(frozen=True, slots=True)
class Matrix:
    """A table with the best players first, both in rows and in columns. `size` is the room that
    it needs, empty if no screen has enough."""

    names: list[str]
    rows: list[MatrixRow]
    size: str


def partner_matrix(stats: GroupStats, names: Names, links: PageLinks) -> Matrix:
    def together(one: int, other: int) -> Tally | None:
        partners = stats.partners.get(pair_of(one, other))
        return partners.tally if partners else None

    label = _("%(one)s with %(other)s: %(rate)s, %(counted)s")
    return _matrix(stats, names, together, _linked(names, label, links, "#together"))


def rival_matrix(stats: GroupStats, names: Names, links: PageLinks) -> Matrix:
    def against(one: int, other: int) -> Tally | None:
        rivals = stats.rivals.get((one, other))
        return rivals.tally if rivals else None

    label = _("%(one)s against %(other)s: %(rate)s, %(counted)s")
    return _matrix(stats, names, against, _linked(names, label, links, "#against"))


_Cell = Callable[[int, int, Proportion], MatrixCell]


def _matrix(
    stats: GroupStats,
    names: Names,
    find: Callable[[int, int], Tally | None],
    met: _Cell,
) -> Matrix:
    players = [each.stats.player for each in stats.league]

    def cell(row: int, column: int) -> MatrixCell:
        one, other = players[row], players[column]
        tally = find(one, other)
        if tally is None or not tally.games:
            return MatrixCell(names[other], own=row == column)
        return replace(met(one, other, tally.wins), again=column < row)

    every = range(len(players))
    return Matrix(
        [names[player] for player in players],
        [MatrixRow(names[players[row]], [cell(row, each) for each in every]) for row in every],
        _size([names[player] for player in players]),
    )


def _linked(names: Names, label: str, links: PageLinks, anchor: str) -> _Cell:
    """Return a function that makes the cell of two players who met. The cell has this label for
    screen readers, and a link to their page, at this anchor."""

    def cell(one: int, other: int, wins: Proportion) -> MatrixCell:
        rate = format_percentage(wins)
        counted = _("%(k)s of %(n)s") % proportion_values(wins)
        said = {"one": names[one], "other": names[other], "rate": rate, "counted": counted}
        return MatrixCell(
            name=names[other],
            label=label % said,
            url=links.pair(one, other) + anchor,
            rate=rate,
            counted=counted,
            heat=_heat(wins),
            few=wins.n < MIN_GAMES,
        )

    return cell


def _heat(wins: Proportion) -> int:
    """Return the heat of a cell. The rate is shrunk to one half, so that few games have a pale
    colour."""
    beyond = wins.shrunk(BREAK_EVEN) - BREAK_EVEN
    strength = sum(abs(beyond) >= step for step in _HEAT_STEPS)
    return strength if beyond > 0 else -strength


def _size(names: Sequence[str]) -> str:
    """Return the size of the table, which depends on the number of players and on the length of
    their names."""
    sizes = _SIZES if all(len(name) <= _SHORT_NAME for name in names) else _SIZES_OF_LONG_NAMES
    return next((size for most, size in sizes if len(names) <= most), "")
