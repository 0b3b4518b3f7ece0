"""The plan and the result of an import of games, in words."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy

from scoring.charts.number_format import format_number
from scoring.exchange.game_import import ImportPlan, ImportVerdict, PlannedGame
from scoring.importers.found import Knowledge, Problem, ProblemKind, Shape
from scoring.models import GameImport, team_names
from scoring.presentation.points import format_points
from scoring.rules import MESSAGES, ByTeam

# The maximum number of rows on a page.
MAX_SHOWN = 60

SHAPES = {
    Shape.ROUNDS_TABLE: gettext_lazy("This looks like a table with a row for each round."),
    Shape.GAMES_TABLE: gettext_lazy("This looks like a table with a row for each game."),
    Shape.PLAYERS_TABLE: gettext_lazy(
        "This looks like a table with a row for each game and a column for each player."
    ),
    Shape.BG_STATS: gettext_lazy("This looks like an export of BG Stats."),
    Shape.TICHU_XYZ: gettext_lazy("This looks like an export of the counter at tichu.xyz."),
    Shape.COMMAND_HISTORY: gettext_lazy(
        "This looks like the game of a counter that keeps every tap."
    ),
    Shape.NUMBERED_PLAYERS: gettext_lazy(
        "This looks like games of a counter in which players 1 and 2 play 3 and 4."
    ),
    Shape.TOURNAMENT: gettext_lazy("This looks like a tournament of single deals."),
}
_TABLES = {Shape.ROUNDS_TABLE, Shape.GAMES_TABLE, Shape.PLAYERS_TABLE}
_KNOWLEDGE = {
    Knowledge.FULL: gettext_lazy("every round"),
    Knowledge.POINTS: gettext_lazy("points of every round"),
    Knowledge.RESULT: gettext_lazy("result only"),
}
_PROBLEMS = {
    ProblemKind.DAMAGED: gettext_lazy("This one is damaged, and is left out."),
    ProblemKind.NO_NUMBERS: gettext_lazy(
        "A number is missing here: write both, and import it again."
    ),
    ProblemKind.NOT_IN_FIVES: gettext_lazy(
        "%(a)s : %(b)s cannot be the points of a round, which go in steps of five."
    ),
    ProblemKind.IMPOSSIBLE_ROUND: gettext_lazy(
        "%(a)s : %(b)s cannot be the points of a round: without calls they add to 100, or are"
        " 200 to nothing."
    ),
    ProblemKind.CALLS_DO_NOT_FIT: gettext_lazy(
        "The calls of this round do not match its points."
    ),
    ProblemKind.NO_DATE: gettext_lazy(
        "The day of this game is not known: write it under “Day of the games that have none”."
    ),
    ProblemKind.UNREADABLE_DATE: gettext_lazy(
        "This day cannot be read: write it like 2026-03-06, and import it again."
    ),
    ProblemKind.IN_FUTURE: gettext_lazy(
        "This day is still to come: correct it, and hand it in again."
    ),
    ProblemKind.NOT_TWO_TEAMS: gettext_lazy("Two teams of two cannot be told apart here."),
    ProblemKind.NO_TOTALS: gettext_lazy("This says who won, but no points: it is left out."),
    ProblemKind.AVERAGE: gettext_lazy(
        "This deal was not played, but scored with an average: it is left out."
    ),
}


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game of the preview, and what the import does with it."""

    place: int
    day: date | None
    teams: ByTeam[str]
    totals: ByTeam[int]
    known: str
    verdict: str
    sentence: str

    @property
    def is_new(self) -> bool:
        return self.verdict == ImportVerdict.NEW


@dataclass(frozen=True, slots=True)
class ProblemRow:
    """A problem, and the row of a table or the entry of a file in which it was found."""

    where: str
    sentence: str


@dataclass(frozen=True, slots=True)
class ImportPreview:
    """The preview of an import. `sentences` say what was found and what would be stored. `rows`
    and `problems` are the first MAX_SHOWN of them; `more_games` and `more_problems` are the
    numbers of the others."""

    sentences: list[str]
    rows: list[GameRow]
    problems: list[ProblemRow]
    more_games: int
    more_problems: int
    new: int


def import_preview(plan: ImportPlan) -> ImportPreview:
    problems_found = [*plan.found.problems, *_refusals(plan)]
    where = _("Row %(n)s:") if plan.found.shape in _TABLES else _("Entry %(n)s:")
    problems = [
        ProblemRow(where % {"n": each.place}, problem_sentence(each))
        for each in sorted(problems_found, key=lambda one: one.place)
    ]
    # Games that a person should check come first.
    order = [
        ImportVerdict.REFUSED,
        ImportVerdict.NEW,
        ImportVerdict.HERE,
        ImportVerdict.IGNORED,
    ]
    games = sorted(plan.games, key=lambda each: order.index(each.verdict))
    return ImportPreview(
        list(_sentences(plan)),
        [_row(each) for each in games[:MAX_SHOWN]],
        problems[:MAX_SHOWN],
        max(0, len(games) - MAX_SHOWN),
        max(0, len(problems) - MAX_SHOWN),
        plan.verdicts[ImportVerdict.NEW],
    )


def problem_sentence(problem: Problem) -> str:
    sentence = _(MESSAGES[problem.code]) if problem.code else str(_PROBLEMS[problem.kind])
    return sentence % {
        name: format_points(value) if isinstance(value, int) else value
        for name, value in problem.values.items()
    }


def import_rows(imports: Iterable[GameImport]) -> list["ImportRow"]:
    """Return rows for these imports, which have begun, each with its result."""
    return [ImportRow(each, _imported(each)) for each in imports]


def import_progress(game_import: GameImport) -> str:
    """Return a sentence on the progress of an import."""
    return ngettext(
        "%(n)s of %(planned)s game is imported.",
        "%(n)s of %(planned)s games are imported.",
        game_import.planned,
    ) % {
        "n": format_number(len(game_import.games)),
        "planned": format_number(game_import.planned),
    }


@dataclass(frozen=True, slots=True)
class ImportRow:
    game_import: GameImport
    sentence: str

    @property
    def can_be_taken_back(self) -> bool:
        return self.game_import.undone is None


def _imported(game_import: GameImport) -> str:
    n = len(game_import.games)
    if game_import.undone:
        return ngettext(
            "%(n)s game was imported and taken back.",
            "%(n)s games were imported and taken back.",
            n,
        ) % {"n": n}
    if game_import.is_interrupted:
        return ngettext(
            "%(n)s game of %(planned)s was imported, and then it was interrupted.",
            "%(n)s games of %(planned)s were imported, and then it was interrupted.",
            n,
        ) % {"n": n, "planned": game_import.planned}
    return ngettext("%(n)s game was imported.", "%(n)s games were imported.", n) % {"n": n}


def _refusals(plan: ImportPlan) -> Iterator[Problem]:
    """Yield the problems that were found in addition to those of the text itself."""
    known = set(map(id, plan.found.problems))
    for each in plan.games:
        if each.problem and id(each.problem) not in known:
            yield each.problem


def _row(each: PlannedGame) -> GameRow:
    names = each.players if each.players and all(each.players) else each.found.names
    verdicts = {
        ImportVerdict.NEW: _("new"),
        ImportVerdict.HERE: _("already here"),
        ImportVerdict.IGNORED: _("left out: a name is ignored"),
        ImportVerdict.REFUSED: "",
    }
    sentence = problem_sentence(each.problem) if each.problem else verdicts[each.verdict]
    return GameRow(
        place=each.found.place,
        day=each.day,
        teams=team_names(names),
        totals=each.found.totals,
        known=str(_KNOWLEDGE[each.knowledge]),
        verdict=each.verdict,
        sentence=sentence,
    )


_VERDICTS = {
    ImportVerdict.NEW: ngettext_lazy(
        "%(n)s game would be imported.", "%(n)s games would be imported.", "n"
    ),
    ImportVerdict.HERE: ngettext_lazy(
        "%(n)s game is here already.", "%(n)s games are here already.", "n"
    ),
    ImportVerdict.IGNORED: ngettext_lazy(
        "%(n)s game is left out, because a name is ignored.",
        "%(n)s games are left out, because a name is ignored.",
        "n",
    ),
    ImportVerdict.REFUSED: ngettext_lazy(
        "%(n)s game cannot be imported as it stands.",
        "%(n)s games cannot be imported as they stand.",
        "n",
    ),
}


def _sentences(plan: ImportPlan) -> Iterator[str]:
    """Yield the format of the text, the number of its games, and what would happen to them."""
    yield str(SHAPES[plan.found.shape])
    n = len(plan.games)
    yield ngettext("%(n)s game was found.", "%(n)s games were found.", n) % {"n": n}
    days = sorted(each.day for each in plan.games if each.day)
    if days and days[0] == days[-1]:
        yield _("On %(day)s.") % {"day": date_format(days[0])}
    elif days:
        yield _("From %(first)s to %(last)s.") % {
            "first": date_format(days[0]),
            "last": date_format(days[-1]),
        }
    verdicts, knowledge = plan.verdicts, plan.knowledge
    for verdict, sentence in _VERDICTS.items():
        if verdicts[verdict]:
            yield str(sentence % {"n": verdicts[verdict]})
    if without := knowledge[Knowledge.POINTS] + knowledge[Knowledge.RESULT]:
        yield ngettext(
            "For %(n)s game it is not known who was first out: it counts as won or lost, but "
            "in no figure of rounds.",
            "For %(n)s games it is not known who was first out: they count as won or lost, "
            "but in no figure of rounds.",
            without,
        ) % {"n": without}
