"""The plan of an import: what happens to each game that was found in a text."""

import uuid
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta
from enum import StrEnum

from django.db.models import Sum
from django.utils import timezone

from scoring.importers.found import (
    FoundGame,
    FoundRound,
    Knowledge,
    ParsedText,
    Problem,
    ProblemKind,
)
from scoring.models import Agreement, Game, Group, Player, Round, clean_text, name_key
from scoring.rules import (
    MAX_NOTE_LENGTH,
    BySeat,
    ByTeam,
    IllegalRound,
    Race,
    RoundNotes,
    Seat,
    TieRule,
    final_standing,
)
from scoring.services.game_import import ImportedGame, missing_games
from scoring.services.players import finder_by_name
from scoring.stats.evening_date import evening_date

_EVENING = time(20)  # the start of a game of which only the day is known
# Both teams with their totals, and the day. Games without a common id are compared by this.
_Content = tuple[frozenset[tuple[frozenset[int], int]], date]


class ImportVerdict(StrEnum):
    """The decision about a game that was found.

    - NEW: it is stored
    - HERE: it is in the group already
    - IGNORED: one of its players is ignored
    - REFUSED: it cannot be a game
    """

    NEW = "new"
    HERE = "here"
    IGNORED = "ignored"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers of a person about the games of a text.

    - `people`: the name of the player for each spelling; "" to ignore the spelling
    - `day`: the day of the games for which the text has none
    - `target`: the target of the games that have no fixed number of rounds
    - `keep_results`: whether games with impossible rounds are stored by their final totals
    """

    people: Mapping[str, str]
    day: date | None = None
    target: int = 1000
    keep_results: bool = False


@dataclass(frozen=True, slots=True)
class PlannedGame:
    """A game that was found, and the decision about it.

    `problem` is the reason if the game is refused. `created` is the time at which the game
    began; None if it was not determined, for example because the day is unknown.
    """

    found: FoundGame
    verdict: ImportVerdict
    knowledge: Knowledge
    players: BySeat[str] | None = None
    day: date | None = None
    created: datetime | None = None
    game: ImportedGame | None = None
    problem: Problem | None = None


@dataclass(slots=True)
class ImportPlan:
    """The games of a text in their order, each with the decision about it."""

    found: ParsedText
    games: list[PlannedGame] = field(default_factory=list)

    @property
    def verdicts(self) -> Counter[ImportVerdict]:
        return Counter(each.verdict for each in self.games)

    @property
    def knowledge(self) -> Counter[Knowledge]:
        """The number of new games for each extent of knowledge."""
        return Counter(each.knowledge for each in self._new)

    @property
    def new_games(self) -> list[ImportedGame]:
        return [each.game for each in self._new if each.game]

    @property
    def _new(self) -> list[PlannedGame]:
        return [each for each in self.games if each.verdict is ImportVerdict.NEW]


def plan_import(found: ParsedText, answers: Answers, group: Group) -> ImportPlan:
    """Check every game by the rules, and find out which games the group already has. Stores
    nothing."""
    plan, seen = ImportPlan(found), Counter[str]()
    for place, game in enumerate(found.games):
        name = game.id or game.digest
        seen[name] += 1
        key = uuid.uuid5(group.id_namespace, f"import {found.shape} {name} {seen[name]}")
        plan.games.append(_planned(game, place, key, answers))
    _mark_existing(plan, group)
    return plan


def _planned(found: FoundGame, place: int, key: uuid.UUID, answers: Answers) -> PlannedGame:
    """Return the plan for the game. `_mark_existing` finds out later whether the group already
    has it."""
    players = found.names.map(lambda spelling: answers.people[spelling])
    day = None if found.unreadable_day else found.day or answers.day
    planned = PlannedGame(found, ImportVerdict.REFUSED, found.knowledge, players, day)
    if not all(players):
        return replace(planned, verdict=ImportVerdict.IGNORED)
    problem = _problem_of_players_or_day(found, players, day)
    if problem or day is None:
        return replace(planned, problem=problem)
    created = _moment(day, found.clock, place)
    planned = replace(planned, created=created)
    agreement = _agreement(found, answers)
    problem = _problem_of_rounds(found, agreement.race)
    if problem and not answers.keep_results:
        return replace(planned, problem=problem)
    knowledge = Knowledge.RESULT if problem else found.knowledge
    if knowledge is not Knowledge.FULL:
        problem = _problem_of_result(found, agreement.race)
        if problem:
            return replace(planned, problem=problem)
    full, points = knowledge is Knowledge.FULL, knowledge is Knowledge.POINTS
    game = ImportedGame(
        key=key,
        players=players,
        created=created,
        agreement=agreement,
        totals=found.totals,
        results=[each.result for each in found.rounds if each.result] if full else (),
        notes=[_notes(each) for each in found.rounds] if full else (),
        round_points=[each.points for each in found.rounds] if points else (),
    )
    return replace(planned, verdict=ImportVerdict.NEW, knowledge=knowledge, game=game)


def _notes(found: FoundRound) -> RoundNotes:
    """Return the note of the round, cut to MAX_NOTE_LENGTH characters."""
    return RoundNotes(note=clean_text(clean_text(found.note)[:MAX_NOTE_LENGTH]))


def _problem_of_players_or_day(
    found: FoundGame, players: BySeat[str], day: date | None
) -> Problem | None:
    if len({name_key(name) for name in players}) < len(Seat):
        return _refusal(found, IllegalRound("SAME_PLAYER_TWICE"))
    if found.unreadable_day:
        return found.unreadable_day
    if day is None:
        return Problem(found.place, ProblemKind.NO_DATE)
    return Problem(found.place, ProblemKind.IN_FUTURE) if day > timezone.localdate() else None


def _problem_of_rounds(found: FoundGame, race: Race) -> Problem | None:
    """Return the first problem that was found in the text or, if there is none, the reason why
    these rounds cannot be a game; None if they can."""
    if found.problems:
        return found.problems[0]
    try:
        if found.rounds:
            race.standings(each.points for each in found.rounds)
    except IllegalRound as error:
        return _refusal(found, error)
    return None


def _problem_of_result(found: FoundGame, race: Race) -> Problem | None:
    """Return the reason why these totals cannot be the final totals of a game; None if they
    can."""
    try:
        final_standing(race, found.totals)
    except IllegalRound as error:
        return _refusal(found, error)
    return None


def _refusal(found: FoundGame, error: IllegalRound) -> Problem:
    return Problem(found.place, ProblemKind.REFUSED, error.params, error.code)


def _agreement(found: FoundGame, answers: Answers) -> Agreement:
    """Return the agreement for the game. Other programs score by the official rules."""
    if found.fixed_rounds:
        return Agreement(target=None, fixed_rounds=found.fixed_rounds, tie=TieRule.DRAW)
    return Agreement(target=answers.target)


def _moment(day: date, clock: time | None, place: int) -> datetime:
    """Return the time at which the game began. If only the day is known, the games get times in
    the evening, in the order of the text. No game begins in the future."""
    began = datetime.combine(day, clock or _EVENING, timezone.get_current_timezone())
    if clock is None:
        began += timedelta(seconds=place)
    return min(began, timezone.now())


def _mark_existing(plan: ImportPlan, group: Group) -> None:
    """Mark the games that the group already has: games with the same key, or with the same
    teams, totals and day. A game that is marked is no longer refused, for example if its totals
    do not fit the target."""
    missing = missing_games(group, plan.new_games)
    players = Player.with_merged.filter(group=group).select_related("merged_into")
    find_by_name = finder_by_name(players)
    here = _contents(group, [each.created for each in plan.games if each.created])
    for place, each in enumerate(plan.games):
        is_stored = each.game is not None and each.game.key not in missing
        if is_stored or _content(each, find_by_name) in here:
            plan.games[place] = replace(each, verdict=ImportVerdict.HERE, problem=None)


def _content(
    planned: PlannedGame, find_by_name: Callable[[str], Player | None]
) -> _Content | None:
    if planned.players is None or planned.created is None:
        return None
    found = [player.current.pk for name in planned.players if (player := find_by_name(name))]
    if len(found) < len(Seat):
        return None
    a1, b1, a2, b2 = found
    teams = ByTeam(frozenset({a1, a2}), frozenset({b1, b2}))
    return _content_of(teams, planned.found.totals, planned.created)


def _content_of(
    teams: ByTeam[frozenset[int]], totals: ByTeam[int], created: datetime
) -> _Content:
    results = frozenset({(teams.a, totals.a), (teams.b, totals.b)})
    return results, evening_date(created)


def _contents(group: Group, moments: Iterable[datetime]) -> set[_Content]:
    """Return the contents of the games of the group that were played from two days before the
    first of these moments to two days after the last."""
    known = sorted(moments)
    if not known:
        return set()
    span = (known[0] - timedelta(days=2), known[-1] + timedelta(days=2))
    games = Game.objects.filter(group=group, created__range=span, rotation_facts__isnull=True)
    sums = {
        pk: (a, b)
        for pk, a, b in Round.objects.filter(group=group, game__in=games)
        .order_by()
        .values_list("game")
        .annotate(a=Sum("points_a"), b=Sum("points_b"))
    }
    return {
        _content_of(
            ByTeam(
                frozenset({game.player_a1_id, game.player_a2_id}),
                frozenset({game.player_b1_id, game.player_b2_id}),
            ),
            game.final_totals or game.adjusted(ByTeam(*sums.get(game.pk, (0, 0)))),
            game.created,
        )
        for game in games
    }
