"""Reads a table with a row for each game and a column for each player.

The cell of a player who took part contains the total of the player's team, so partners have the
same total.
"""

from scoring.importers.columns import Columns, date_of
from scoring.importers.found import (
    FoundGame,
    ParsedText,
    Problem,
    ProblemKind,
    ReadingOptions,
    Shape,
)
from scoring.importers.values import spelling, whole
from scoring.rules import BySeat, ByTeam

_WINS = {0, 1}


def is_players_table(columns: Columns) -> bool:
    titled = [place for place in columns.numbers if columns.head[place]]
    return len(titled) >= 4 and len(columns.texts) < 2


def read_players_table(columns: Columns, options: ReadingOptions) -> ParsedText:
    found = ParsedText(Shape.PLAYERS_TABLE)
    order, found.asks_dates = columns.date_order(options.dates)
    for row in columns.rows:
        if row.is_empty:
            continue
        teams: dict[int, list[str]] = {}
        for place in columns.numbers:
            total = whole(row.cells[place])
            if total is not None:
                teams.setdefault(total, []).append(spelling(columns.head[place]))
        if kind := _problem_kind(teams):
            found.problems.append(Problem(row.place, kind))
            continue
        (a, (a1, a2)), (b, (b1, b2)) = teams.items()
        day, time, problems = date_of(row, columns, order)
        found.problems += problems
        game = FoundGame(
            row.place,
            BySeat(a1, b1, a2, b2),
            ByTeam(a, b),
            day=day,
            clock=time,
            problems=problems,
        )
        found.games.append(game)
    return found


def _problem_kind(teams: dict[int, list[str]]) -> ProblemKind | None:
    if teams.keys() and teams.keys() <= _WINS:
        return ProblemKind.NO_TOTALS
    sizes = [len(names) for names in teams.values()]
    return (
        None if sizes == [2, 2] and all(map(all, teams.values())) else ProblemKind.NOT_TWO_TEAMS
    )
