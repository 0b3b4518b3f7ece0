"""The results that a team needs in the coming round, in a few short lines."""

from collections.abc import Iterator
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.models import Game, ScoreSheet
from scoring.presentation.messages import script_message
from scoring.presentation.points import format_points, score_pair
from scoring.presentation.rounds import Tag, call_sign, level_name
from scoring.rules import (
    DECK_POINTS,
    MAX_CARD_POINTS,
    MIN_CARD_POINTS,
    OFFICIAL_WORTHS,
    ByTeam,
    CallLevel,
    HouseRules,
    Scenario,
    Seat,
    Standing,
    Team,
    TieRule,
    WinCondition,
    add_points,
    further_levels,
    list_scenarios,
)

# By the names that offline/winning-conditions.js uses for them.
_MESSAGES = {
    "any": gettext_noop("any card points"),
    "at-least": gettext_noop("at least %(points)s card points"),
    "points": gettext_noop("%(points)s card points"),
    "a-double": gettext_noop("a double win"),
    "any-made": gettext_noop("any made %(call)s"),
    "a-made": gettext_noop("a made %(call)s and %(need)s"),
    "in-any-case": gettext_noop("%(team)s win in any case."),
    "with": gettext_noop("with %(need)s"),
    "or": gettext_noop("%(ways)s, or %(last)s"),
    "only": gettext_noop("%(way)s only"),
    "wins": gettext_noop("%(team)s win %(ways)s."),
    "stay": gettext_noop("%(team)s stay in the game with %(points)s card points."),
    "only-stay": gettext_noop(
        "%(team)s cannot win in this round, but stay in the game with %(points)s card points."
    ),
    "cannot": gettext_noop("%(team)s cannot win in this round."),
    "nobody": gettext_noop("Nobody can win in this round."),
    "is-draw": gettext_noop("%(points)s is a draw."),
    "is-tie": gettext_noop("%(points)s is a tie: you play on."),
    "double-draw": gettext_noop("A double win by %(team)s is a draw."),
    "double-tie": gettext_noop("A double win by %(team)s is a tie: you play on."),
    "all-fail": gettext_noop("If all calls fail"),
    "if-made": gettext_noop("If %(name)s’s %(call)s is made"),
    "if-fails": gettext_noop("If %(name)s’s %(call)s fails"),
    "open": gettext_noop("As long as nobody else calls."),
    "last-round": gettext_noop("This is the last round."),
    "after-tie": gettext_noop("All rounds are played, and it is a tie: you play on."),
}


def winning_condition_messages() -> list[tuple[str, str]]:
    """Return all messages for the script that computes the conditions without the server."""
    levels = [(str(level), level_name(level)) for level in OFFICIAL_WORTHS]
    return levels + [(key, script_message(message)) for key, message in _MESSAGES.items()]


def _message(key: str, **values: object) -> str:
    return _(_MESSAGES[key]) % values


class Line(NamedTuple):
    """One sentence, and the team to which it applies."""

    team: Team | None
    text: str


class Section(NamedTuple):
    """The lines under one condition. The heading is empty if there is only one section."""

    heading: str
    lines: list[Line]


def winning_condition_sections(scenarios: tuple[Scenario, ...], game: Game) -> list[Section]:
    """Return the conditions in sentences. There are several sections only if the conditions
    depend on which call is made."""
    sections = [
        Section(_condition(coming, scenarios, game), _lines(coming, game))
        for coming in scenarios
    ]
    if all(section.lines == sections[0].lines for section in sections):
        return [Section("", section.lines) for section in sections[:1]]
    return sections


class WithinReach(NamedTuple):
    """The results with which a team would win the game, in signs and in a sentence."""

    team: Team
    signs: list[Tag]
    sentence: str


def within_reach(sheet: ScoreSheet, game: Game) -> list[WithinReach]:
    """Return the teams that can probably win the game in the coming round, and the results with
    which they would, before any call. Of all calls, the signs contain only Tichu. A team that
    needs another call, or both a Tichu and a double win, is not within reach."""
    if sheet.standing.over or not _may_be_within_reach(sheet.standing, game):
        return []
    coming = list_scenarios(game.race, sheet.standing, (), game.house_rules)[0]
    found = []
    for team, ways in coming.win_conditions.items():
        likely = [way for way in ways if way.level in {None, CallLevel.TICHU}]
        if any(way.always or not way.level or _is_by_cards(way) for way in likely):
            sentence = _wins(ways, team, game)
            signs = _win_signs(likely, team, game.house_rules)
            found.append(WithinReach(team, signs, sentence))
    return found


def _may_be_within_reach(standing: Standing, game: Game) -> bool:
    """Whether a team would win with the most points of a round without a call other than Tichu.
    This check is quick, and is done before all results are enumerated."""
    most = max(game.house_rules.double_win, MAX_CARD_POINTS)
    most += game.house_rules.worth(CallLevel.TICHU)
    best = (ByTeam(most, MIN_CARD_POINTS), ByTeam(MIN_CARD_POINTS, most))
    totals = (add_points(standing.totals, points) for points in best)
    return any(game.race.standing(each, standing.rounds + 1).winner for each in totals)


def _is_by_cards(way: WinCondition) -> bool:
    return way.min_points is not None and way.min_points <= DECK_POINTS


def _win_signs(ways: list[WinCondition], team: Team, rules: HouseRules) -> list[Tag]:
    """Return the signs of each way: 45+ are card points, T✓ is a made Tichu."""
    if ways[0].always and not ways[0].level:
        return [Tag(_("in any case"), "tag")]
    tags = []
    for way in ways:
        needs = [_("double win")] if _needs_double_win(way, team) else []
        if way.min_points is not None:
            least = format_points(way.min_points)
            needs.append(_("any points") if way.min_points == MIN_CARD_POINTS else f"{least}+")
        if not way.level:
            tags += [Tag(need, "tag") for need in needs]
            continue
        made = call_sign(way.level, rules, made=True)
        texts = [made] if way.always else [f"{made} {need}" for need in needs]
        tags += [Tag(text, f"tag {way.level}") for text in texts]
    return tags


def last_round_sentence(standing: Standing, game: Game) -> str:
    """Return the sentence that the coming round is the last one, or that it follows the last
    one after a tie; else empty."""
    if game.race.is_last_round(standing):
        return _message("last-round")
    last = game.race.fixed_rounds
    return _message("after-tie") if last and standing.rounds >= last else ""


def depends_on_calls(scenarios: tuple[Scenario, ...], game: Game) -> bool:
    """Whether a call that can still be made may change the sentences about winning."""
    calls = [coming.made_call for coming in scenarios if coming.made_call]
    can_call = any(further_levels(seat, calls, game.house_rules) for seat in Seat)
    return can_call and any(coming.may_be_won for coming in scenarios)


def _condition(coming: Scenario, scenarios: tuple[Scenario, ...], game: Game) -> str:
    calls = [each.made_call for each in scenarios if each.made_call]
    if not calls:
        return ""
    if coming.made_call is None and len(calls) > 1:
        return _message("all-fail")
    call = coming.made_call or calls[0]
    key = "if-made" if coming.made_call else "if-fails"
    return _message(
        key, name=game.names[call.seat], call=level_name(call.level, game.house_rules)
    )


def _lines(coming: Scenario, game: Game) -> list[Line]:
    teams = (
        [line for team in Team for line in _team_lines(coming, team, game)]
        if any(coming.win_conditions)
        else [Line(None, _message("nobody"))]
    )
    return teams + [Line(None, text) for text in _ties(coming, game)]


def _team_lines(coming: Scenario, team: Team, game: Game) -> Iterator[Line]:
    names = game.team_names[team]
    points = _survival_points(coming, team)
    if coming.win_conditions[team]:
        yield Line(team, _wins(coming.win_conditions[team], team, game))
        if points:
            yield Line(team, _message("stay", team=names, points=points))
    elif points:
        yield Line(team, _message("only-stay", team=names, points=points))
    elif not any(way.always for way in coming.win_conditions[team.opponents] if not way.level):
        yield Line(team, _message("cannot", team=names))


def _wins(ways: tuple[WinCondition, ...], team: Team, game: Game) -> str:
    names = game.team_names[team]
    if ways[0].always and not ways[0].level:
        return _message("in-any-case", team=names)
    *others, last = [
        _message("with", need=need) for need in _needs(ways, team, game.house_rules)
    ]
    if others:
        last = _message("or", ways=", ".join(others), last=last)
    elif ways[0].level or ways[0].min_points is None:
        last = _message("only", way=last)
    return _message("wins", team=names, ways=last)


def _needs(ways: tuple[WinCondition, ...], team: Team, rules: HouseRules) -> Iterator[str]:
    """Yield the requirements of each way."""
    for way in ways:
        call = way.level and level_name(way.level, rules)
        needs = []
        if _needs_double_win(way, team):
            needs.append(_message("a-double"))
        if way.min_points is not None:
            needs.append(_card_points(way.min_points))
        if call and way.always:
            yield _message("any-made", call=call)
        elif call:
            yield from (_message("a-made", call=call, need=need) for need in needs)
        else:
            yield from needs


def _needs_double_win(way: WinCondition, team: Team) -> bool:
    """Whether a double win has to be mentioned. It does not if 100 card points or fewer are
    enough, because then it is obvious."""
    return team in way.double_wins and not _is_by_cards(way)


def _card_points(least: int) -> str:
    if least == MIN_CARD_POINTS:
        return _message("any")
    return _message("at-least" if least <= 0 else "points", points=format_points(least))


def _survival_points(coming: Scenario, team: Team) -> int:
    """Return the card points that keep a team in the game. Return 0 if another line contains
    them because they win or are a tie, or if the opponents need more than 100 card points to
    win."""
    points = coming.survival_points[team] or 0
    least = next((way.min_points for way in coming.win_conditions[team] if not way.level), None)
    tie = (
        None
        if coming.tie_points is None
        else ByTeam(coming.tie_points, DECK_POINTS - coming.tie_points)[team]
    )
    return 0 if points in {least, tie} else max(points, 0)


def _ties(coming: Scenario, game: Game) -> Iterator[str]:
    draw = game.race.tie is TieRule.DRAW
    if coming.tie_points is not None:
        points = score_pair(ByTeam(coming.tie_points, DECK_POINTS - coming.tie_points))
        yield _message("is-draw" if draw else "is-tie", points=points)
    for team in coming.tying_double_wins:
        yield _message("double-draw" if draw else "double-tie", team=game.team_names[team])
