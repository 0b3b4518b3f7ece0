"""Reads a table with a row for each game: four names, with partners next to each other, and
both totals."""

from itertools import combinations

from scoring.importers.columns import Columns, Row, date_of
from scoring.importers.found import (
    FoundGame,
    ParsedText,
    Problem,
    ProblemKind,
    ReadingOptions,
    Shape,
)
from scoring.importers.values import is_pair, pair, spelling, whole
from scoring.rules import CARD_POINTS_STEP, DECK_POINTS, BySeat, ByTeam

# The number of rows that are compared to find the columns of the totals.
_ROWS_COMPARED = 200


def is_games_table(columns: Columns) -> bool:
    return len(columns.numbers) >= 2 and len(columns.texts) >= 2


def read_games_table(columns: Columns, options: ReadingOptions) -> ParsedText:
    found = ParsedText(Shape.GAMES_TABLE)
    order, found.asks_dates = columns.date_order(options.dates)
    totals = _columns_of_totals(columns)
    for row in columns.rows:
        if row.is_empty:
            continue
        a, b = (whole(row.cells[place]) for place in totals)
        names = _names(columns, row)
        if a is None or b is None or not names:
            kind = ProblemKind.NO_NUMBERS if names else ProblemKind.NOT_TWO_TEAMS
            found.problems.append(Problem(row.place, kind))
            continue
        day, time, problems = date_of(row, columns, order)
        found.problems += problems
        game = FoundGame(row.place, names, ByTeam(a, b), day=day, clock=time, problems=problems)
        found.games.append(game)
    return found


def _columns_of_totals(columns: Columns) -> tuple[int, int]:
    """Return the two columns of numbers that can be the totals of a game in the most rows.

    Other columns may contain, for example, the difference of the totals or the number of
    rounds. If several pairs are equally good, the pair with the fewest columns in between is
    chosen, and of these the last one.
    """
    rows = [row for row in columns.rows if not row.is_empty][:_ROWS_COMPARED]
    numbers = [[whole(row.cells[place]) for row in rows] for place in columns.numbers]

    def merit(two: tuple[int, int]) -> tuple[int, int, int]:
        one, other = two
        pairs = zip(numbers[one], numbers[other], strict=True)
        return sum(_may_be_totals(a, b) for a, b in pairs), one - other, other

    one, other = max(combinations(range(len(numbers)), 2), key=merit)
    return columns.numbers[one], columns.numbers[other]


def _may_be_totals(a: int | None, b: int | None) -> bool:
    """Whether rounds can add up to these totals: see `final_standing`."""
    if a is None or b is None:
        return False
    return a % CARD_POINTS_STEP == b % CARD_POINTS_STEP == (a + b) % DECK_POINTS == 0


def _names(columns: Columns, row: Row) -> BySeat[str] | None:
    """Return the names of the four players; None if one is missing.

    If there are fewer than four columns of names, or if each of the first two contains two
    names, the first two columns contain one team each. Otherwise the first four columns contain
    one name each.
    """
    cells = [spelling(row.cells[place]) for place in columns.texts[:4]]
    if len(cells) < 4 or all(map(is_pair, cells[:2])):
        if not all(cells[:2]):
            return None
        (a1, a2), (b1, b2) = pair(cells[0], 1), pair(cells[1], 2)
    else:
        if not all(cells):
            return None
        a1, a2, b1, b2 = cells
    return BySeat(a1, b1, a2, b2)
