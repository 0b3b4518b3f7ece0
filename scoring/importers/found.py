"""The games that were found in a text of another program, and their problems."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, time
from enum import StrEnum

from scoring.rules import BySeat, ByTeam, RoundResult


class Shape(StrEnum):
    """The formats of texts."""

    ROUNDS_TABLE = "rounds"
    GAMES_TABLE = "games"
    PLAYERS_TABLE = "players"
    BG_STATS = "bg_stats"
    TICHU_XYZ = "tichu_xyz"
    COMMAND_HISTORY = "command_history"
    NUMBERED_PLAYERS = "numbered_players"
    TOURNAMENT = "tournament"


class Knowledge(StrEnum):
    """The extent to which a game is known.

    - FULL: all rounds with the player who was first out
    - POINTS: the points of every round
    - RESULT: only both final totals
    """

    FULL = "full"
    POINTS = "points"
    RESULT = "result"


class DateOrder(StrEnum):
    DAY_FIRST = "day_first"
    MONTH_FIRST = "month_first"


class RoundNumbers(StrEnum):
    """The meaning of the numbers of a round: its points, or the totals after it."""

    POINTS = "points"
    TOTALS = "running"


class ProblemKind(StrEnum):
    """The kind of a problem of a row or a game."""

    DAMAGED = "damaged"
    NO_NUMBERS = "no_numbers"
    NOT_IN_FIVES = "not_in_fives"
    IMPOSSIBLE_ROUND = "impossible_round"
    CALLS_DO_NOT_FIT = "calls_do_not_fit"
    NO_DATE = "no_date"
    UNREADABLE_DATE = "unreadable_date"
    IN_FUTURE = "in_future"
    NOT_TWO_TEAMS = "not_two_teams"
    NO_TOTALS = "no_totals"
    AVERAGE = "average"
    REFUSED = "refused"


class Unreadable(Exception):
    """The text cannot be read at all; `reason` says why."""

    def __init__(self, reason: "UnreadableReason") -> None:
        super().__init__(reason)
        self.reason = reason


class UnreadableReason(StrEnum):
    EMPTY = "empty"
    TOO_LONG = "too_long"
    UNKNOWN = "unknown"
    SPREADSHEET = "spreadsheet"
    OWN_FILE = "own_file"
    OWN_TABLE = "own_table"
    NO_GAMES = "no_games"
    TOO_MANY_GAMES = "too_many_games"
    TOO_MANY_NAMES = "too_many_names"


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem at `place`: the row of a table, or the number of a game, both from 1.

    `code` is the code of IllegalRound if the rules refuse the round. `values` are the values
    for the sentence that describes the problem.
    """

    place: int
    kind: ProblemKind
    values: Mapping[str, object] = field(default_factory=dict)
    code: str = ""


@dataclass(frozen=True, slots=True)
class FoundRound:
    """The points of a round (calls included), its facts if they are known, and its note."""

    points: ByTeam[int]
    result: RoundResult | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class FoundGame:
    """A game that was found in a text.

    `place` is its place in the text. `names` are the spellings of the text. `id` is the id that
    the text has for the game, or empty; it is the same whenever the same game is read again.
    `problems` are those of its day and its rounds. A game with impossible rounds can be stored
    by its totals, if these are possible. `target` and `fixed_rounds` are None if the text does
    not contain them.
    """

    place: int
    names: BySeat[str]
    totals: ByTeam[int]
    rounds: tuple[FoundRound, ...] = ()
    day: date | None = None
    clock: time | None = None
    id: str = ""
    target: int | None = None
    fixed_rounds: int | None = None
    problems: tuple[Problem, ...] = ()

    @property
    def knowledge(self) -> Knowledge:
        if not self.rounds or self.problems:
            return Knowledge.RESULT
        full = all(each.result for each in self.rounds)
        return Knowledge.FULL if full else Knowledge.POINTS

    @property
    def unreadable_day(self) -> Problem | None:
        """The problem of a day that cannot be read, if there is one. The game must not get
        another day in place of that day."""
        days = (each for each in self.problems if each.kind is ProblemKind.UNREADABLE_DATE)
        return next(days, None)

    @property
    def digest(self) -> str:
        """A hash of the game, which is its id if the text has none for it."""
        rounds = [tuple(each.points) for each in self.rounds]
        content = (tuple(self.names), tuple(self.totals), rounds, self.day, self.clock)
        return hashlib.sha256(repr(content).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class ReadingOptions:
    """The answers of a person about how to read the text. An answer is None if it has not been
    given."""

    dates: DateOrder | None = None
    numbers: RoundNumbers | None = None


@dataclass(slots=True)
class ParsedText:
    """All games of a text, in its order.

    `asks_dates` and `asks_numbers` say that the text can be read in two ways, so that a person
    has to choose.
    """

    shape: Shape
    games: list[FoundGame] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    asks_dates: bool = False
    asks_numbers: bool = False

    @property
    def spellings(self) -> list[str]:
        """The spellings of all names in the games, without duplicates, in the order of the
        text."""
        return list(dict.fromkeys(name for game in self.games for name in game.names))
