"""Likely corrections of a recorded round, if one tap of it was wrong. The page of the round
offers them (`scoring/presentation/corrections.py`)."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from scoring.rules.deck import CARD_POINTS_STEP, DECK_POINTS
from scoring.rules.errors import IllegalRound
from scoring.rules.house_rules import OFFICIAL_RULES, Call, CallLevel, HouseRules
from scoring.rules.round import RoundResult, score_round
from scoring.rules.teams import ByTeam, Seat


class CorrectionKind(StrEnum):
    """The kinds of corrections."""

    CARD_POINTS = "card_points"
    FIRST_OUT = "first_out"
    DOUBLE_WIN = "double_win"
    CALL = "call"
    NO_CALL = "no_call"


@dataclass(frozen=True, slots=True)
class Correction:
    """A round that differs from the recorded one by one tap. If the `kind` is CALL or NO_CALL,
    `call` is the call that is added, changed or removed."""

    kind: CorrectionKind
    result: RoundResult
    call: Call | None = None


def likely_corrections(
    result: RoundResult, rules: HouseRules = OFFICIAL_RULES
) -> tuple[Correction, ...]:
    """Return the rounds that differ from `result` by one likely mistake, and that these house
    rules allow. They are in this order:

    - other card points: the points of both teams exchanged, or the next lower or higher key;
      but not if the piles were counted
    - another player first out, the partner before the opponents; the two players exchange their
      places
    - a double win that was not tapped
    - a Tichu that was not tapped, first that of the player who was first out
    - a call that nobody made, or that had another level
    """
    found = []
    for kind, facts, call in _changes(result):
        with suppress(IllegalRound):
            changed = replace(result, **facts)
            score_round(changed, rules)
            found.append(Correction(kind, changed, call))
    return tuple(found)


_Change = tuple[CorrectionKind, dict[str, Any], Call | None]


def _changes(result: RoundResult) -> Iterator[_Change]:
    """Yield each correction as its kind, the fields of the round that it changes, and its call.
    Some of these rounds may be impossible."""
    first = result.first_out
    if result.card_points and not result.transfer:
        yield from _card_points(result.card_points.a)
    for seat in (first.partner, first.next, first.next.partner):
        yield CorrectionKind.FIRST_OUT, _first_out(result, seat), None
    if not result.double_win:
        facts = {"out_order": (first, first.partner), "card_points": None, "transfer": None}
        yield CorrectionKind.DOUBLE_WIN, facts, None
    yield from _calls(result)


def _card_points(points: int) -> Iterator[_Change]:
    """Yield the corrections of the card points; `points` are those of team A."""
    others = DECK_POINTS - points, points - CARD_POINTS_STEP, points + CARD_POINTS_STEP
    for each in dict.fromkeys(others):
        if each != points:
            facts = {"card_points": ByTeam(each, DECK_POINTS - each)}
            yield CorrectionKind.CARD_POINTS, facts, None


def _calls(result: RoundResult) -> Iterator[_Change]:
    first = result.first_out
    for seat in (first, first.next, first.next.partner, first.partner):
        if result.level(seat) is None:
            call = Call(seat, CallLevel.TICHU)
            yield CorrectionKind.CALL, {"calls": (*result.calls, call)}, call
    for call in result.calls:
        others = tuple(each for each in result.calls if each != call)
        yield CorrectionKind.NO_CALL, {"calls": others}, call
        for level in (CallLevel.TICHU, CallLevel.GRAND):
            if level is not call.level:
                other = Call(call.seat, level)
                yield CorrectionKind.CALL, {"calls": (*others, other)}, other


def _first_out(result: RoundResult, seat: Seat) -> dict[str, Any]:
    """Return the fields that change if this player was first out."""
    if result.double_win:
        return {"out_order": (seat, seat.partner)}
    exchanged = {result.first_out: seat, seat: result.first_out}
    order = tuple(exchanged.get(each, each) for each in result.out_order)
    facts: dict[str, Any] = {"out_order": order}
    if result.transfer:
        # The first player out gets the tricks of the last player, so the card points change
        # too.
        facts["card_points"] = None
        with suppress(IllegalRound):
            replace(result, **facts)
            return facts
        return {"out_order": order, "transfer": None}
    return facts
