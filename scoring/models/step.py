"""How a change of a game's rounds is carried out: one step, in the game's turn."""

import uuid
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from django.db import IntegrityError
from django.utils import timezone

from scoring.models.change import Change, Kind
from scoring.models.round import Round
from scoring.models.sheet import Sheet
from scoring.models.writing import writing
from scoring.rules import IllegalRound, Moments, RoundResult, score_round

if TYPE_CHECKING:
    from scoring.models.game import Game


class Conflict(Exception):
    """Somebody was faster: the game is no longer the one that this change was meant for."""


@dataclass(frozen=True, slots=True)
class Step:
    """What a change does to one round.

    `seq` is None for a new one, and `after` None removes it. `moments` are None where it keeps
    those that it has, or that the round in progress has.
    """

    kind: Kind
    seq: int | None
    after: RoundResult | None
    moments: Moments | None = None
    target: int | None = None

    def made(self, change: Change) -> bool:
        """Whether `change` is what this step comes to."""
        return (
            (change.kind, change.target) == (self.kind, self.target)
            and change.result_after == self.after
            and self.moments in {None, change.moments_after}
            and self.seq in {None, change.seq}
        )


def apply(
    game: "Game", step: Step, timely: Callable[[Sheet], bool], *, key: uuid.UUID, by: int
) -> Change:
    """Carry a step out, if it is still `timely`; a known key is answered with its change.

    Raises Conflict and IllegalRound.
    """
    try:
        with writing():
            game.take_turn()
            sheet = game.sheet if step.seq else game.end
            if not timely(sheet):
                raise Conflict  # noqa: TRY301
            return _carry_out(game, step, sheet, key=key, by=by)
    except IllegalRound:
        game.look_again()
        raise
    except (Conflict, IntegrityError):
        game.look_again()
        earlier = game.changes.filter(key=key).first()
        if earlier is None:
            raise
        if not step.made(earlier):
            raise Conflict from None
        return earlier


def _carry_out(game: "Game", step: Step, sheet: Sheet, *, key: uuid.UUID, by: int) -> Change:
    number, now = game.version, timezone.now()
    seq = step.seq or number
    row = sheet.row(seq)
    present = row.round if row else None
    changed = _round(game, step, seq, present, now)
    after = sheet.with_round(changed, seq)
    place = row or after.row(seq)
    change = Change(
        group_id=game.group_id,
        game=game,
        number=number,
        kind=step.kind,
        seq=seq,
        round_number=place.number if place else 0,
        before=present and present.facts,
        after=changed and changed.facts,
        target=step.target,
        key=key,
        device_id=by,
        at=now,
    )
    change.result_after = step.after  # which need not be read from its facts again
    change.save(force_insert=True)
    if changed:
        changed.save()
    elif present:
        present.delete()
        if step.kind == Kind.UNDO:
            _play_again(game, present, after)
    game.forget()
    if step.seq:
        game.sheet = after
    else:
        game.end = after
    return change


def _round(
    game: "Game", step: Step, seq: int, present: Round | None, now: datetime
) -> Round | None:
    """Round `seq` as the step leaves it: new, amended, or back from the log."""
    if step.after is None:
        return None
    score_round(step.after, game.house_rules)  # refuses what this game does not allow
    moments = step.moments
    if moments is None:
        moments = (present or game.in_progress).moments
    changed = Round(
        pk=present.pk if present else None,
        group_id=game.group_id,
        game=game,
        seq=seq,
        version=game.version,
        recorded=present.recorded if present else _recorded(game, seq, now),
    )
    return changed.put(step.after, moments)


def _recorded(game: "Game", seq: int, now: datetime) -> datetime:
    return now if seq == game.version else game.change(seq).at


def _play_again(game: "Game", undone: Round, sheet: Sheet) -> None:
    """A round that is undone is in progress again: its calls were made, its cards counted."""
    if sheet.last_seq > undone.seq:
        return
    known = replace(
        game.progress_after(sheet.last_seq),
        order=(),
        calls=undone.result.calls,
        moments=undone.moments,
    )
    game.keep(known, after=sheet.last_seq)
