"""What importing the games of a text into a group would do."""

import uuid
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta
from enum import StrEnum

from django.db.models import Sum
from django.utils import timezone

from scoring.importers.found import Found, FoundGame, Knowledge, Problem, Trouble
from scoring.models import Agreement, Game, Group, Player, Round, name_key
from scoring.rules import BySeat, ByTeam, IllegalRound, Seat, TieRule, final_standing
from scoring.services.game_import import ImportedGame, missing_games
from scoring.stats.evening_date import evening_date

_EVENING = time(20)  # of a game of which the day alone is told
# Both teams with their totals, and the day: what tells two games apart that have no id in
# common.
_Content = tuple[frozenset[tuple[frozenset[int], int]], date]


class Verdict(StrEnum):
    NEW = "new"
    HERE = "here"
    IGNORED = "ignored"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Answers:
    """What a person says of the games of a text: whose name each spelling is here ("" is
    ignored), the day of those that have none, what they were played to, and whether those whose
    rounds cannot be are kept by their result."""

    people: Mapping[str, str]
    day: date | None = None
    target: int = 1000
    keep_results: bool = False


@dataclass(frozen=True, slots=True)
class PlannedGame:
    """A game that was found, and what becomes of it; `problem` says why it is refused."""

    found: FoundGame
    verdict: Verdict
    knowledge: Knowledge
    players: BySeat[str] | None = None
    day: date | None = None
    game: ImportedGame | None = None
    problem: Problem | None = None


@dataclass(slots=True)
class ImportPlan:
    found: Found
    games: list[PlannedGame] = field(default_factory=list)

    @property
    def verdicts(self) -> Counter[Verdict]:
        return Counter(each.verdict for each in self.games)

    @property
    def knowledge(self) -> Counter[Knowledge]:
        """How much is known of the games that are new."""
        return Counter(each.knowledge for each in self.games if each.verdict is Verdict.NEW)

    @property
    def new_games(self) -> list[ImportedGame]:
        return [each.game for each in self.games if each.verdict is Verdict.NEW and each.game]


def plan_import(found: Found, answers: Answers, group: Group) -> ImportPlan:
    """Hold every game to the rules and to what is here; nothing is stored."""
    plan, seen = ImportPlan(found), Counter[str]()
    for place, game in enumerate(found.games):
        told = game.id or game.digest
        seen[told] += 1
        key = uuid.uuid5(group.id_namespace, f"import {found.shape} {told} {seen[told]}")
        plan.games.append(_planned(game, place, key, answers))
    _mark_those_here(plan, group)
    return plan


def _planned(found: FoundGame, place: int, key: uuid.UUID, answers: Answers) -> PlannedGame:
    players = found.names.map(lambda spelling: answers.people[spelling])
    day = found.day or answers.day
    told = PlannedGame(found, Verdict.REFUSED, found.knowledge, players, day)
    if not all(players):
        return replace(told, verdict=Verdict.IGNORED)
    problem = _of_players_and_day(found, players, day)
    if problem or day is None:
        return replace(told, problem=problem)
    agreement = _agreement(found, answers)
    knowledge = found.knowledge
    refused = next(iter(found.problems), None)
    try:
        if refused is None and found.rounds:
            agreement.race.standings(each.points for each in found.rounds)
    except IllegalRound as error:
        refused = _refusal(found, error)
    if refused and not answers.keep_results:
        return replace(told, problem=refused)
    if refused:
        knowledge = Knowledge.RESULT
    try:
        if knowledge is not Knowledge.FULL:
            final_standing(agreement.race, found.totals)
    except IllegalRound as error:
        return replace(told, problem=_refusal(found, error))
    full, points = knowledge is Knowledge.FULL, knowledge is Knowledge.POINTS
    game = ImportedGame(
        key,
        players,
        _moment(day, found.clock, place),
        agreement,
        found.totals,
        [each.result for each in found.rounds if each.result] if full else (),
        [each.points for each in found.rounds] if points else (),
    )
    return replace(told, verdict=Verdict.NEW, knowledge=knowledge, game=game)


def _of_players_and_day(
    found: FoundGame, players: BySeat[str], day: date | None
) -> Problem | None:
    if len({name_key(name) for name in players}) < len(Seat):
        return _refusal(found, IllegalRound("SAME_PLAYER_TWICE"))
    if day is None or any(each.trouble is Trouble.NO_DATE for each in found.problems):
        return Problem(found.place, Trouble.NO_DATE)
    return Problem(found.place, Trouble.IN_FUTURE) if day > timezone.localdate() else None


def _refusal(found: FoundGame, error: IllegalRound) -> Problem:
    return Problem(found.place, Trouble.REFUSED, error.params, error.code)


def _agreement(found: FoundGame, answers: Answers) -> Agreement:
    """By the book, which other programs count by."""
    if found.fixed_rounds:
        return Agreement(target=None, fixed_rounds=found.fixed_rounds, tie=TieRule.DRAW)
    return Agreement(target=answers.target)


def _moment(day: date, clock: time | None, place: int) -> datetime:
    """When the game began, as far as it is told: games of a day are in the order of the
    text."""
    began = datetime.combine(day, clock or _EVENING, timezone.get_current_timezone())
    if clock is None:
        began += timedelta(seconds=place)
    return min(began, timezone.now())


def _mark_those_here(plan: ImportPlan, group: Group) -> None:
    """Those that are here by their keys, or with the same teams, totals and day."""
    new = plan.new_games
    missing = missing_games(group, new)
    numbers = {
        each.name_key: each.current.pk for each in Player.with_merged.filter(group=group)
    }
    here = _contents(group, [each.created for each in new])
    for place, each in enumerate(plan.games):
        game = each.game
        if game and (game.key not in missing or _content(game, numbers) in here):
            plan.games[place] = replace(each, verdict=Verdict.HERE)


def _content(game: ImportedGame, numbers: Mapping[str, int]) -> _Content | None:
    pks = [numbers.get(name_key(name)) for name in game.players]
    if None in pks:
        return None
    a1, b1, a2, b2 = (pk or 0 for pk in pks)
    return _told(ByTeam(frozenset({a1, a2}), frozenset({b1, b2})), game.totals, game.created)


def _told(teams: ByTeam[frozenset[int]], totals: ByTeam[int], created: datetime) -> _Content:
    told = frozenset({(teams.a, totals.a), (teams.b, totals.b)})
    return told, evening_date(created)


def _contents(group: Group, moments: Iterable[datetime]) -> set[_Content]:
    """What tells the games apart that are here and of about these days."""
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
        _told(
            ByTeam(
                frozenset({game.player_a1_id, game.player_a2_id}),
                frozenset({game.player_b1_id, game.player_b2_id}),
            ),
            game.final_totals or game.adjusted(ByTeam(*sums.get(game.pk, (0, 0)))),
            game.created,
        )
        for game in games
    }
