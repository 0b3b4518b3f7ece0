"""What a team needs in the coming round, in the few lines that a person would say."""

from collections.abc import Iterator
from typing import NamedTuple

from django import template
from django.utils.translation import gettext as _

from scoring.models import Game
from scoring.rules import (
    DECK_POINTS,
    FEWEST_POINTS,
    ByTeam,
    Prospect,
    Seat,
    Team,
    Tie,
    Way,
)
from scoring.templatetags.words import count, level_name, pair

register = template.Library()


class Line(NamedTuple):
    """One sentence, and the team that it is about."""

    team: Team | None
    text: str


class Section(NamedTuple):
    """What holds under one condition; the heading is empty where there is none."""

    heading: str
    lines: list[Line]


@register.filter
def outlook_sections(prospects: tuple[Prospect, ...], game: Game) -> list[Section]:
    """The outlook in sentences, in sections only where it matters which call is made."""
    sections = [
        Section(_condition(coming, prospects, game), _lines(coming, game))
        for coming in prospects
    ]
    if all(section.lines == sections[0].lines for section in sections):
        return [Section("", section.lines) for section in sections[:1]]
    return sections


@register.filter
def may_change(prospects: tuple[Prospect, ...], game: Game) -> bool:
    """Whether a call that somebody can still make may turn what is said of winning."""
    callers = {coming.made.seat for coming in prospects if coming.made}
    if game.one_call_per_team:
        callers = {seat for seat in Seat if callers & set(seat.team.seats)}
    return len(callers) < len(Seat) and any(any(coming.wins) for coming in prospects)


def _condition(coming: Prospect, prospects: tuple[Prospect, ...], game: Game) -> str:
    calls = [each.made for each in prospects if each.made]
    if not calls:
        return ""
    if coming.made is None and len(calls) > 1:
        return _("If all calls fail")
    call = coming.made or calls[0]
    sentence = (
        _("If %(name)s’s %(call)s is made")
        if coming.made
        else _("If %(name)s’s %(call)s fails")
    )
    return sentence % {"name": game.names[call.seat], "call": level_name(call.level)}


def _lines(coming: Prospect, game: Game) -> list[Line]:
    teams = (
        [line for team in Team for line in _team_lines(coming, team, game)]
        if any(coming.wins)
        else [Line(None, _("Nobody can win in this round."))]
    )
    return teams + [Line(None, text) for text in _ties(coming, game)]


def _team_lines(coming: Prospect, team: Team, game: Game) -> Iterator[Line]:
    names = game.team_names[team]
    stays = _stays(coming, team)
    if coming.wins[team]:
        yield Line(team, _wins(coming.wins[team], team, names))
        if stays:
            sentence = _("%(team)s stay in the game with %(points)s card points.")
            yield Line(team, sentence % {"team": names, "points": stays})
    elif stays:
        sentence = _(
            "%(team)s cannot win in this round,"
            " but stay in the game with %(points)s card points."
        )
        yield Line(team, sentence % {"team": names, "points": stays})
    elif not any(way.whatever for way in coming.wins[team.opponents] if not way.level):
        yield Line(team, _("%(team)s cannot win in this round.") % {"team": names})


def _wins(ways: tuple[Way, ...], team: Team, names: str) -> str:
    if ways[0].whatever and not ways[0].level:
        return _("%(team)s win in any case.") % {"team": names}
    *others, last = [_("with %(need)s") % {"need": need} for need in _needs(ways, team)]
    if others:
        last = _("%(ways)s, or %(last)s") % {"ways": ", ".join(others), "last": last}
    elif ways[0].level or ways[0].least is None:
        last = _("%(way)s only") % {"way": last}
    return _("%(team)s win %(ways)s.") % {"team": names, "ways": last}


def _needs(ways: tuple[Way, ...], team: Team) -> Iterator[str]:
    """What each way needs. A double win counts more than 100 card points, and goes without
    saying where these would do."""
    for way in ways:
        call = way.level and level_name(way.level)
        needs = []
        if team in way.double_wins and (way.least is None or way.least > DECK_POINTS):
            needs.append(_("a double win"))
        if way.least is not None:
            needs.append(_card_points(way.least))
        if call and way.whatever:
            yield _("any made %(call)s") % {"call": call}
        elif call:
            yield from (
                _("a made %(call)s and %(need)s") % {"call": call, "need": need}
                for need in needs
            )
        else:
            yield from needs


def _card_points(least: int) -> str:
    if least == FEWEST_POINTS:
        return _("any card points")
    if least <= 0:
        return _("at least %(points)s card points") % {"points": count(least)}
    return _("%(points)s card points") % {"points": count(least)}


def _stays(coming: Prospect, team: Team) -> int:
    """The card points that keep a team in the game; 0 where another line says it, as they win
    or are a tie, or where its opponents need more than 100 to win."""
    stays = coming.stays[team] or 0
    least = next((way.least for way in coming.wins[team] if not way.level), None)
    tie = None if coming.tie is None else ByTeam(coming.tie, DECK_POINTS - coming.tie)[team]
    return 0 if stays in {least, tie} else max(stays, 0)


def _ties(coming: Prospect, game: Game) -> Iterator[str]:
    draw = game.race.tie is Tie.DRAW
    if coming.tie is not None:
        sentence = (
            _("%(points)s is a draw.") if draw else _("%(points)s is a tie: you play on.")
        )
        yield sentence % {"points": pair(ByTeam(coming.tie, DECK_POINTS - coming.tie))}
    for team in coming.tied_by:
        sentence = (
            _("A double win by %(team)s is a draw.")
            if draw
            else _("A double win by %(team)s is a tie: you play on.")
        )
        yield sentence % {"team": game.team_names[team]}
