"""May this be played? One answer, with the one reason, for every situation at the table."""

from dataclasses import dataclass, field

from rules_ref.play.citations import Note, note_on, rules_for
from rules_ref.play.combination import Combination, Kind
from rules_ref.play.reasons import Reason
from rules_ref.play.situation import Play, Situation


@dataclass(frozen=True, slots=True)
class Ruling:
    """Legal or not, and the one reason.

    `combination` is what was judged, as it counts on the table. `rules` are ids of rules of the
    reference, the one that decides first. `note` says where tables play otherwise, or what the
    answer depends on.
    """

    reason: Reason
    combination: Combination | None = None
    rules: tuple[str, ...] = field(default=(), compare=False)
    note: Note | None = field(default=None, compare=False)

    @property
    def legal(self) -> bool:
        return self.reason is Reason.OK


def judge(situation: Situation, play: Play | None) -> Ruling:
    """Rule on a play, or on a pass (None).

    Raises UnclearQuestion (HAND_TOO_BIG), where the hand has to be looked at.
    """
    combination, reason = (None, _pass(situation)) if play is None else _play(situation, play)
    return Ruling(
        reason,
        combination,
        rules_for(reason, situation, play, combination),
        note_on(reason, situation, play, combination),
    )


def _pass(situation: Situation) -> Reason:
    """A pass is for those whose turn it is, and never a lead (rules 14 to 16)."""
    if not situation.in_turn:
        return Reason.OUT_OF_TURN_NEEDS_BOMB
    if situation.on_table is None:
        return Reason.LEADER_MUST_PLAY
    return Reason.WISH_MUST_BE_HONOURED if situation.bound else Reason.OK


def _play(situation: Situation, play: Play) -> tuple[Combination | None, Reason]:
    if situation.hand is not None and not play.cards <= situation.hand:
        return None, Reason.CARD_NOT_IN_HAND
    if not play.readings:
        return None, Reason.NOT_A_COMBINATION
    combination = play.readings[0].on(situation.on_table)
    obstacle = _obstacle(situation, combination)
    if obstacle is None and situation.bound and not play.has(situation.wish or 0):
        excused = situation.excuse(combination)
        obstacle = None if excused else Reason.WISH_MUST_BE_HONOURED
    return combination, obstacle or Reason.OK


def _obstacle(situation: Situation, combination: Combination) -> Reason | None:
    """What stands against the combination, the wish apart."""
    on_table = situation.on_table
    if on_table and on_table.kind is Kind.DOG:
        return Reason.DOG_NOT_BEATABLE
    if not situation.open_to(combination):
        return Reason.OUT_OF_TURN_NEEDS_BOMB
    if on_table is None:
        return None if situation.in_turn else Reason.CANNOT_BOMB_THE_LEAD
    return combination.obstacle(on_table)
