"""Rules on a play: legal or not, with one reason."""

from dataclasses import dataclass, field

from rules_ref.play.citations import RulingNote, rules_for, ruling_note
from rules_ref.play.combination import Combination, CombinationKind
from rules_ref.play.reasons import RulingReason
from rules_ref.play.situation import Play, Situation


@dataclass(frozen=True, slots=True)
class Ruling:
    """The answer whether a play is legal, with one reason.

    `combination` is the judged combination as it counts on the table. `rules` are ids of rules
    of the reference, and the first is the one that decides. `note` says that tables differ, or
    that the answer depends on an unknown hand.
    """

    reason: RulingReason
    combination: Combination | None = None
    rules: tuple[str, ...] = field(default=(), compare=False)
    note: RulingNote | None = field(default=None, compare=False)

    @property
    def legal(self) -> bool:
        return self.reason is RulingReason.OK


def judge(situation: Situation, play: Play | None) -> Ruling:
    """Rule on a play, or on a pass (None). Raises UnclearQuestion (HAND_TOO_BIG) if the ruling
    depends on a hand with too many cards."""
    combination, reason = (None, _pass(situation)) if play is None else _play(situation, play)
    return Ruling(
        reason,
        combination,
        rules_for(reason, situation, play, combination),
        ruling_note(reason, situation, play, combination),
    )


def _pass(situation: Situation) -> RulingReason:
    """Rule on a pass. Only the player in turn may pass, and not in place of a lead (rules 14 to
    16)."""
    if not situation.in_turn:
        return RulingReason.NOT_YOUR_TURN
    if situation.on_table is None:
        return RulingReason.LEADER_MUST_PLAY
    return RulingReason.WISH_MUST_BE_HONOURED if situation.wish_binds else RulingReason.OK


def _play(situation: Situation, play: Play) -> tuple[Combination | None, RulingReason]:
    if situation.hand is not None and not play.cards <= situation.hand:
        return None, RulingReason.CARD_NOT_IN_HAND
    if not play.readings:
        return None, RulingReason.NOT_A_COMBINATION
    combination = play.readings[0].played_on(situation.on_table)
    obstacle = _obstacle(situation, combination)
    if obstacle is None and situation.wish_binds and not play.has_rank(situation.wish or 0):
        excused = situation.exemption(combination)
        obstacle = None if excused else RulingReason.WISH_MUST_BE_HONOURED
    return combination, obstacle or RulingReason.OK


def _obstacle(situation: Situation, combination: Combination) -> RulingReason | None:
    """Return the reason why the combination cannot be played, without regard to the wish; None
    if it can."""
    on_table = situation.on_table
    if on_table and on_table.kind is CombinationKind.DOG:
        return RulingReason.DOG_NOT_BEATABLE
    if on_table is None and combination.bomb and not situation.in_turn:
        return RulingReason.CANNOT_BOMB_THE_LEAD
    if not situation.turn_allows(combination):
        return RulingReason.OUT_OF_TURN_NEEDS_BOMB
    return combination.obstacle(on_table) if on_table else None
