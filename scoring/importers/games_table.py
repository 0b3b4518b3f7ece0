"""A table with a row for each game: four names, partners next to each other, and totals."""

from scoring.importers.columns import Columns, Row, date_of
from scoring.importers.found import (
    FoundGame,
    ParsedText,
    Problem,
    ProblemKind,
    ReadingOptions,
    Shape,
)
from scoring.importers.values import pair, spelling, whole
from scoring.rules import BySeat, ByTeam


def is_games_table(columns: Columns) -> bool:
    return len(columns.numbers) >= 2 and len(columns.texts) >= 2


def read_games_table(columns: Columns, options: ReadingOptions) -> ParsedText:
    found = ParsedText(Shape.GAMES_TABLE)
    order, found.asks_dates = columns.date_order(options.dates)
    for row in columns.rows:
        if row.is_empty:
            continue
        a, b = (whole(row.cells[place]) for place in columns.numbers[-2:])
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


def _names(columns: Columns, row: Row) -> BySeat[str] | None:
    """The four: two columns have the two of a team each, and of more the first four one
    each."""
    cells = [spelling(row.cells[place]) for place in columns.texts[:4]]
    if len(cells) < 4:
        if not all(cells[:2]):
            return None
        (a1, a2), (b1, b2) = pair(cells[0], 1), pair(cells[1], 2)
    else:
        if not all(cells):
            return None
        a1, a2, b1, b2 = cells
    return BySeat(a1, b1, a2, b2)
