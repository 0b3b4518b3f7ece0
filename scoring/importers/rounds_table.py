"""Reads a table with a row for each round: the points of the round, or the totals after it.

The head names the teams. A new game begins after an empty row, on another day, with another
number of the game, or below another head.
"""

from bisect import bisect
from collections.abc import Iterator
from itertools import pairwise

from scoring.importers.call_marks import calls_fit
from scoring.importers.cells import DASHES
from scoring.importers.columns import Columns, Row, date_of, is_head
from scoring.importers.found import (
    FoundGame,
    FoundRound,
    ParsedText,
    Problem,
    ProblemKind,
    ReadingOptions,
    RoundNumbers,
    Shape,
)
from scoring.importers.round_points import calls_behind, problem_of
from scoring.importers.total_rows import without_total_rows
from scoring.importers.values import pair, whole
from scoring.rules import BySeat, ByTeam, sum_points

# The rows that have numbers, each with the numbers of its two cells, None for an empty cell.
Numbers = list[tuple[Row, ByTeam[int | None]]]


def is_rounds_table(columns: Columns) -> bool:
    return len(columns.numbers) == 2 and len(columns.texts) < 2


def read_rounds_table(columns: Columns, options: ReadingOptions) -> ParsedText:
    found = ParsedText(Shape.ROUNDS_TABLE)
    order, found.asks_dates = columns.date_order(options.dates)
    heads = _heads(columns)
    games = without_total_rows(list(_games(columns, heads)), columns)
    read = [_numbers(columns, rows, found.problems) for rows in games]
    likely, found.asks_numbers = _likely_numbers([each for each in read if each])
    are_totals = (options.numbers or likely) is RoundNumbers.TOTALS
    for rows, numbers in zip(games, read, strict=True):
        if not numbers:
            continue
        first, last = rows[0].place, rows[-1].place
        day, time, problems_of_date = date_of(rows[0], columns, order)
        rounds = _differences(numbers) if are_totals else _points(numbers)
        found.problems += [*problems_of_date, *_problems_of_rounds(columns, numbers, rounds)]
        found.games.append(
            FoundGame(
                first,
                _names(columns, heads, first),
                sum_points(rounds),
                tuple(map(FoundRound, rounds)),
                day,
                time,
                problems=tuple(each for each in found.problems if first <= each.place <= last),
            )
        )
    return found


def _heads(columns: Columns) -> list[Row]:
    """Return the rows that are the head of the rows below them: they have two names in the
    columns of numbers, and the next row has a number there."""
    left, right = columns.numbers
    return [
        row
        for row, below in pairwise(columns.rows)
        if is_head(row)
        and "" != row.cells[left] != row.cells[right] != ""
        and any(whole(below.cells[place]) is not None for place in columns.numbers)
    ]


def _names(columns: Columns, heads: list[Row], first: int) -> BySeat[str]:
    """Return the names of the four players of the game that begins in row `first`, from the
    last head above it."""
    above = bisect(heads, first, key=lambda row: row.place)
    head = heads[above - 1].cells if above else columns.head
    left, right = (head[place] for place in columns.numbers)
    (a1, a2), (b1, b2) = pair(left, 1), pair(right, 2)
    return BySeat(a1, b1, a2, b2)


def _problems_of_rounds(
    columns: Columns, numbers: Numbers, rounds: list[ByTeam[int]]
) -> Iterator[Problem]:
    for (row, _), points in zip(numbers, rounds, strict=True):
        if problem := problem_of(row.place, points):
            yield problem
        elif not calls_fit(points, (row.cells[mark] for mark in columns.marks)):
            yield Problem(row.place, ProblemKind.CALLS_DO_NOT_FIT)


def _games(columns: Columns, heads: list[Row]) -> Iterator[list[Row]]:
    """Yield the rows of each game."""
    places = {row.place for row in heads}
    game: list[Row] = []
    before = ("", "")
    for row in columns.rows:
        if row.is_empty or row.place in places:
            if game:
                yield game
            game, before = [], ("", "")
            continue
        day, number = (row.cell(place) for place in (columns.date, columns.game))
        now = (day or before[0], number or before[1])
        if game and now != before:
            yield game
            game = []
        game.append(row)
        before = now
    if game:
        yield game


def _numbers(columns: Columns, rows: list[Row], problems: list[Problem]) -> Numbers:
    """Return the numbers of each row that has at least one. Rows with a cell that is no number
    are added to `problems`."""
    read: Numbers = []
    left, right = columns.numbers
    for row in rows:
        cells = [
            "" if row.cells[place] in DASHES else row.cells[place] for place in (left, right)
        ]
        a, b = map(whole, cells)
        if not any(cells):
            continue
        if (a is None and cells[0]) or (b is None and cells[1]):
            problems.append(Problem(row.place, ProblemKind.NO_NUMBERS))
            continue
        read.append((row, ByTeam(a, b)))
    return read


def _points(numbers: Numbers) -> list[ByTeam[int]]:
    """Return the numbers as points. An empty cell is 0."""
    return [ByTeam(each.a or 0, each.b or 0) for _, each in numbers]


def _differences(numbers: Numbers) -> list[ByTeam[int]]:
    """Return the points of the rounds that result in these totals. An empty cell is an
    unchanged total."""
    totals = [ByTeam(0, 0)]
    for _, each in numbers:
        last = totals[-1]
        totals.append(
            ByTeam(last.a if each.a is None else each.a, last.b if each.b is None else each.b)
        )
    return [ByTeam(now.a - before.a, now.b - before.b) for before, now in pairwise(totals)]


def _likely_numbers(games: list[Numbers]) -> tuple[RoundNumbers, bool]:
    """Return the meaning of the numbers, and whether a person has to confirm it.

    For most sheets, the rounds are possible in only one of the two readings. For others, one
    reading needs clearly more calls.
    """
    points = [_points(each) for each in games]
    from_totals = [_differences(each) for each in games]
    if points == from_totals:
        return RoundNumbers.POINTS, False
    one, other = _calls_needed(points), _calls_needed(from_totals)
    likely = RoundNumbers.POINTS if one <= other else RoundNumbers.TOTALS
    low, high = sorted((one, other))
    return likely, 2 * high < 3 * low or high - low < _CLEAR_DIFFERENCE


# The number of calls as which an impossible round counts, and the number of calls from which on
# the difference of two readings is clear.
_IMPOSSIBLE_ROUND = 10
_CLEAR_DIFFERENCE = 3


def _calls_needed(games: list[list[ByTeam[int]]]) -> int:
    """Return the least number of calls that these rounds need."""
    known = calls_behind()
    return sum(
        known.get((each.a, each.b), _IMPOSSIBLE_ROUND) for game in games for each in game
    )
