"""What the pages say about rounds and changes, in the table's own words."""

import json
from datetime import datetime
from typing import Any

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.forms import seen
from scoring.models import Change, Game, Kind, Round, Sheet
from scoring.rules import (
    RANKS,
    SENTENCES,
    Bomb,
    BySeat,
    ByTeam,
    Call,
    Level,
    Moments,
    Reason,
    RoundInProgress,
    RoundResult,
    ScoreLine,
    Seat,
    Team,
    score_round,
)

register = template.Library()

MINUS = "\N{MINUS SIGN}"
NBSP = "\N{NO-BREAK SPACE}"

# By kind of change, and whether the round was on the sheet before and after it.
_SENTENCES = {
    (Kind.RECORD, False, True): gettext_noop("Round %(round)s: %(after)s."),
    (Kind.AMEND, True, True): gettext_noop(
        "Round %(round)s amended: %(after)s; it was %(before)s."
    ),
    (Kind.REMOVE, True, False): gettext_noop("Round %(round)s removed; it was %(before)s."),
    (Kind.UNDO, True, False): gettext_noop("Undone: round %(round)s, %(before)s."),
    (Kind.UNDO, True, True): gettext_noop(
        "Undone: round %(round)s is %(after)s again, not %(before)s."
    ),
    (Kind.UNDO, False, True): gettext_noop("Undone: round %(round)s is back, %(after)s."),
    (Kind.REDO, False, True): gettext_noop("Redone: round %(round)s, %(after)s."),
    (Kind.REDO, True, True): gettext_noop(
        "Redone: round %(round)s is %(after)s, not %(before)s."
    ),
    (Kind.REDO, True, False): gettext_noop("Redone: round %(round)s removed, %(before)s."),
}

_RULES: dict[Reason | Level, str] = {
    Reason.CARD_POINTS: "card-points",
    Reason.DOUBLE_WIN: "double-win",
    Level.TICHU: "tichu",
    Level.GRAND: "grand-tichu",
}


@register.filter
def count(points: int) -> str:
    """A number as it is read: with a real minus sign."""
    return str(points).replace("-", MINUS)


@register.filter
def gained(points: int) -> str:
    """Points won or lost, with their sign."""
    return f"+{points}" if points > 0 else count(points)


@register.filter
def pair(points: ByTeam[int]) -> str:
    """Both teams' points, the left team's on the left, in one piece: 60 : 40."""
    return f"{count(points.a)}{NBSP}:{NBSP}{count(points.b)}"


@register.filter
def team_name(game: Game, team: Team) -> str:
    return game.team_names[Team(team)]


@register.filter
def sign(rank: int) -> str:
    """A rank as it stands on the card."""
    return next(sign for sign, number in RANKS.items() if number == rank)


@register.filter
def bomb_in_words(bomb: Bomb, game: Game) -> str:
    return bomb_told(bomb, game.names)


@register.filter
def seen_of(game: Game) -> str:
    """What this page shows of the round in progress, for sending it back."""
    return seen(game.in_progress)


@register.filter
def facts(game: Game) -> str:
    """What a phone needs to know of a game to go on without the server."""
    return json.dumps(
        {
            "key": str(game.key),
            "names": list(game.names),
            "target": game.target,
            "tie": game.tie,
            "grand": game.grand,
            "one_call_per_team": game.one_call_per_team,
        },
        ensure_ascii=False,
        separators=(",", ":"),
    )


@register.simple_tag
def refusals() -> list[tuple[str, str]]:
    """What the table's own form can be refused with: the code, and the sentence, in which what
    stands in braces is still to be told."""
    codes = ("FIRST_OUT_MISSING", "CARD_POINTS_MISSING", "ROUND_AFTER_END")
    return [(code, _(SENTENCES[code]) % {"end": "{end}"}) for code in codes]


@register.filter
def player_name(game: Game, seat: Seat) -> str:
    return game.names[seat]


@register.filter
def caller(game: Game, call: Call) -> str:
    """A call that is being played for: what it is, and whose."""
    return _("%(call)s %(name)s") % {
        "call": level_name(call.level),
        "name": game.names[call.seat],
    }


@register.filter
def since(sheet: Sheet, game: Game) -> datetime:
    """When the round in progress began: as the one before it was recorded."""
    return sheet.last_row.round.recorded if sheet.last_row else game.created


@register.filter
def level_name(level: Level) -> str:
    return _("Tichu") if level is Level.TICHU else _("Grand Tichu")


@register.filter
def story(row: Round, game: Game) -> str:
    """A recorded round in one line: who went out, card points or double win, calls, moments."""
    return " · ".join([result_story(row.result, game), *moments_told(row.moments, game.names)])


@register.filter
def result_story(result: RoundResult, game: Game) -> str:
    names = game.names
    if result.double_win or len(result.out_order) == 1:
        first = _("%(name)s first") % {"name": names[result.first_out]}
        return f"{first} · {told(result, names)}"
    order = " › ".join(names[seat] for seat in result.out_order)
    return f"{order} · {told(result, names)}"


@register.filter
def result_points(result: RoundResult, game: Game) -> ByTeam[int]:
    """What a round that is not on the sheet would score."""
    return score_round(result, game.house_rules).points


@register.filter
def breakdown(row: Round, game: Game) -> list[tuple[str, str, str, str]]:
    """Why a round scored what it did, reason by reason: the reason, the id of its rule in the
    reference, then each team's points."""
    cells: dict[str, dict[Team, str]] = {}
    rules: dict[str, str] = {}
    for line in row.score.lines:
        points = gained(line.points) if line.call else count(line.points)
        reason = _reason(line, game)
        cells.setdefault(reason, {})[line.team] = points
        rules[reason] = _RULES[line.call.level if line.call else line.reason]
    return [
        (reason, rules[reason], by.get(Team.A, ""), by.get(Team.B, ""))
        for reason, by in cells.items()
    ]


@register.filter
def needs(points: int) -> str:
    """What a team still needs to reach the target."""
    return _("needs %(points)s") % {"points": points} if points else _("is there")


@register.filter
def leads(team: str) -> str:
    """Read out before the points that a team is ahead."""
    return _("%(team)s lead by") % {"team": team}


@register.filter
def progress(sheet: Sheet, team: Team) -> str:
    """How far a team has come to the target, from 0 to 1, as a number in SVG."""
    share = sheet.standing.totals[Team(team)] / sheet.race.target
    return f"{min(max(share, 0), 1):.3f}"


@register.filter
def partnerships(game: Game) -> list[tuple[Seat, str, str]]:
    """Whom the first player can have as a partner, the present one first."""
    names = game.names
    return [(seat, names[Seat.A1], names[seat]) for seat in (Seat.A2, Seat.B1, Seat.B2)]


@register.filter
def happened(change: Change, game: Game) -> str:
    """One sentence that says what a change did to the sheet."""
    if change.kind == Kind.CALL:
        return calls_told(change, game.names)
    before, after = (_round_told(facts, game.names) for facts in (change.before, change.after))
    sentence = _SENTENCES[Kind(change.kind), bool(before), bool(after)]
    return _(sentence) % {"round": change.round_number, "before": before, "after": after}


def _round_told(facts: dict[str, Any] | None, names: BySeat[str]) -> str:
    if facts is None:
        return ""
    moments = moments_told(Moments.from_facts(facts), names)
    return ", ".join([told(RoundResult.from_facts(facts), names), *moments])


def moments_told(moments: Moments, names: BySeat[str]) -> list[str]:
    """Every bomb, and the note, in words."""
    note = [_("“%(note)s”") % {"note": moments.note}] if moments.note else []
    return [bomb_told(bomb, names) for bomb in moments.bombs] + note


def bomb_told(bomb: Bomb, names: BySeat[str]) -> str:
    sentence = (
        _("bomb by %(name)s, four %(top)ss")
        if bomb.four_of_a_kind
        else _("bomb by %(name)s, run of %(length)s up to %(top)s")
    )
    return sentence % {"name": names[bomb.seat], "length": bomb.length, "top": sign(bomb.top)}


def calls_told(change: Change, names: BySeat[str]) -> str:
    """Who called, or took a call back, in a round in progress."""
    before, after = (
        {call.seat: call for call in RoundInProgress.from_facts(facts).calls}
        for facts in (change.before or {}, change.after or {})
    )
    made = _("%(call)s called by %(name)s.")
    back = _("%(call)s by %(name)s taken back.")
    pairs = [(back, before, after), (made, after, before)]
    return " ".join(
        sentence % {"call": level_name(call.level), "name": names[seat]}
        for sentence, these, those in pairs
        for seat, call in these.items()
        if those.get(seat) != call
    )


def told(result: RoundResult, names: BySeat[str]) -> str:
    """A round's facts in one line: card points or double win, then every call."""
    if result.card_points is None:
        one, other = result.out_order[:2]
        cards = _("double win by %(one)s and %(other)s") % {
            "one": names[one],
            "other": names[other],
        }
    else:
        cards = pair(result.card_points)
    return ", ".join([cards, *(_call_told(result, call, names) for call in result.calls)])


def _call_told(result: RoundResult, call: Call, names: BySeat[str]) -> str:
    made = result.made(call)
    sentence = (
        _("%(call)s by %(name)s made, %(points)s")
        if made
        else _("%(call)s by %(name)s failed, %(points)s")
    )
    worth = call.level.worth if made else -call.level.worth
    return sentence % {
        "call": level_name(call.level),
        "name": names[call.seat],
        "points": gained(worth),
    }


def _reason(line: ScoreLine, game: Game) -> str:
    if line.call is None:
        return _("Card points") if line.reason is Reason.CARD_POINTS else _("Double win")
    sentence = (
        _("%(call)s by %(name)s, made")
        if line.reason is Reason.CALL_MADE
        else _("%(call)s by %(name)s, failed")
    )
    return sentence % {"call": level_name(line.call.level), "name": game.names[line.call.seat]}
